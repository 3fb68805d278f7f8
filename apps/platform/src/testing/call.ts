import type { Endpoint, Input, Output } from '@tessera/contract'
import type { Envelope } from '@tessera/contract/wire'
import type { SentFile } from '@tessera/server'
import { z } from 'zod'
import { formOf } from '../../../../packages/server/src/testing/form-of.ts'
import { asUser, type TestUser } from './factories.ts'
import type { World } from './world.ts'

export interface Answer<E extends Endpoint> {
  status: number
  /** The error code; undefined if the call succeeded. */
  error: string | undefined
  params: Envelope['params']
  message: string
  /** The decoded result. Reading it throws if the call failed, so that a test cannot overlook the failure. */
  result: Output<E>
}

/** Calls an endpoint according to its contract: encodes the input as a client does, and decodes the response. */
export async function call<E extends Endpoint>(
  { app, settings }: Pick<World, 'app' | 'settings'>,
  endpoint: E,
  input: Input<E> | Record<string, never> = {} as Input<E>,
  who?: { user: TestUser; party?: { partyId: string } | null },
  headers: Record<string, string> = {},
  files: SentFile[] = [],
): Promise<Answer<E>> {
  const fields = z.encode(endpoint.input, input as never) as Record<string, unknown>
  const path = endpoint.path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(String(fields[name])))
  const form = new URLSearchParams(
    Object.entries(fields).flatMap(([key, value]) =>
      value === undefined || value === null ? [] : [[key, String(value)] as [string, string]],
    ),
  )
  const isForm = endpoint.carrier === 'form'
  const withFiles = endpoint.files && formOf(fields, files)
  const response = await app.inject({
    method: endpoint.method,
    url: `${settings.PREFIX}${path}${endpoint.carrier === 'query' && form.size ? `?${form}` : ''}`,
    headers: {
      'accept-language': 'en',
      ...headers,
      ...(who ? asUser(who.user, who.party) : {}),
      ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...withFiles?.headers,
    },
    ...(isForm ? { payload: form.toString() } : {}),
    ...(withFiles ? { payload: withFiles.payload } : {}),
    ...(endpoint.carrier === 'json' ? { payload: fields } : {}),
  })
  const envelope = (
    endpoint.isBare && !response.body.includes('"success"')
      ? { success: true, message: '', result: response.json() }
      : response.json()
  ) as Envelope
  return {
    status: response.statusCode,
    error: envelope.success ? undefined : (envelope.error ?? 'unknown'),
    params: envelope.params,
    message: envelope.message,
    get result() {
      if (!envelope.success) throw new Error(`${endpoint.path}: ${envelope.error} ${envelope.message}`)
      return z.decode(endpoint.output, envelope.result as never) as Output<E>
    },
  }
}
