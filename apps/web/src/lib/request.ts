import type { Endpoint, Input, Output } from '@tessera/contract'
import { GetEdgeToken, HEADERS, ListFailingSoftware, TOURIST } from '@tessera/contract/wire'
import { z } from 'zod'
import { ApiError } from './api-error.ts'
import { apiSettings } from './api-settings.ts'
import { diagnoseEdge } from './edge-diagnosis.ts'
import { readAnswer } from './envelope.ts'
import { getLanguage, localeOf } from './i18n.ts'
import { getSession, sessionActions } from './session.ts'

export { ApiError } from './api-error.ts'

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** For endpoints that both serve: asks the platform although the party has an edge. */
  at?: 'platform' | 'edge'
  /** A session that is not ours yet, while logging in. */
  token?: string
}

type Arguments<E extends Endpoint> =
  Record<never, never> extends Input<E>
    ? [input?: Input<E>, options?: CallOptions]
    : [input: Input<E>, options?: CallOptions]

/** Calls an endpoint of the contract in our words; throws `ApiError`. */
export async function call<E extends Endpoint>(endpoint: E, ...args: Arguments<E>): Promise<Output<E>> {
  return (await callForAnswer(endpoint, ...args)).output
}

/** As `call`, with the envelope's message beside the output. */
export async function callForAnswer<E extends Endpoint>(
  endpoint: E,
  ...[input, options = {}]: Arguments<E>
): Promise<{ output: Output<E>; message: string }> {
  const target = targetOf(endpoint, options.at)
  const { path, body } = encodeInput(endpoint, input ?? {})
  const sentAs = getSession().token
  const send = async () => {
    const response = await reach(target, path, {
      method: endpoint.method,
      headers: { ...(await headersFor(target, { ...options, isOpen: endpoint.access === 'open' })), ...body?.headers },
      body: body?.text ?? null,
      signal: options.signal ?? null,
    })
    return { status: response.status, text: await response.text() }
  }
  return retryingEdgeToken(target, async () => decodeAnswer(endpoint, target, await send(), sentAs))
}

export type Target = 'platform' | 'edge'

/** Where an endpoint is served for the present party. */
export function targetOf(endpoint: Endpoint, at?: Target): Target {
  if (endpoint.server === 'platform') return 'platform'
  if (endpoint.server === 'edge') return 'edge'
  return at ?? (getSession().party?.edgeUrl ? 'edge' : 'platform')
}

/** Full address of a path at the platform or at the party's own edge. */
export function addressOf(target: Target, path: string): string {
  return target === 'platform' ? `${apiSettings.prefix}${path}` : `${edgeUrl()}${path}`
}

function edgeUrl(): string {
  const url = getSession().party?.edgeUrl
  if (!url) throw new ApiError('client.edge-none')
  return url.replace(/\/$/, '')
}

export async function headersFor(
  target: Target,
  { token: newToken, isOpen = false }: { token?: string; isOpen?: boolean } = {},
): Promise<Record<string, string>> {
  const { party, ...session } = getSession()
  const token = newToken ?? session.token
  const headers: Record<string, string> = { [HEADERS.language]: localeOf(getLanguage()) }
  if (target === 'edge' && !isOpen) headers[HEADERS.token] = await edgeToken()
  if (target === 'platform' && token) headers[HEADERS.token] = token
  if (token) headers[HEADERS.party] = party?.id ?? TOURIST
  return headers
}

/** One request; a network failure becomes an error that names the cause. */
export async function reach(target: Target, path: string, init: RequestInit): Promise<Response> {
  const timeout = AbortSignal.timeout(apiSettings.timeoutMs)
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
  try {
    return await fetch(addressOf(target, path), { ...init, signal })
  } catch (error) {
    if (init.signal?.aborted) throw error
    if (timeout.aborted) throw new ApiError('client.timeout')
    if (error instanceof ApiError) throw error
    throw await unreachable(target)
  }
}

export async function unreachable(target: Target): Promise<ApiError> {
  return target === 'platform' ? new ApiError('client.no-response') : diagnoseEdge(edgeUrl(), edgeAlive)
}

/** Asks the platform's heartbeat, the only witness the browser can reach when the edge is silent. */
async function edgeAlive(): Promise<boolean | 'unknown'> {
  try {
    return !(await call(ListFailingSoftware)).includes('edge')
  } catch {
    return 'unknown'
  }
}

export function decodeAnswer<E extends Endpoint>(
  endpoint: E,
  target: Target,
  answer: { status: number; text: string },
  /** The session the call was made in. */
  sentAs: string | null,
): { output: Output<E>; message: string } {
  const edge = target === 'edge' ? edgeUrl() : undefined
  try {
    const { result, message } = readAnswer(answer, { target, hasToken: sentAs !== null, edgeUrl: edge })
    const decoded = z.safeDecode(endpoint.output, result as never)
    if (!decoded.success) {
      console.error(`Answer of ${endpoint.path} is not what the contract says`, decoded.error)
      throw new ApiError('client.unreadable', { status: answer.status, params: { status: answer.status } })
    }
    return { output: decoded.data as Output<E>, message }
  } catch (error) {
    const isOurs = target === 'platform' && error instanceof ApiError && error.status === 401
    // A late answer to an older session must not end the one that has begun since.
    if (isOurs && sentAs !== null && sentAs === getSession().token) sessionActions.end('expired')
    throw error
  }
}

function encodeInput(endpoint: Endpoint, input: unknown) {
  const wire = { ...(z.encode(endpoint.input, input as never) as Record<string, unknown>) }
  const path = endpoint.path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = wire[name]
    delete wire[name]
    return encodeURIComponent(String(value))
  })
  if (endpoint.carrier === 'json') {
    return { path, body: { headers: { 'content-type': 'application/json' }, text: JSON.stringify(wire) } }
  }
  const fields = Object.entries(wire).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const form = new URLSearchParams(fields.map(([name, value]) => [name, String(value)])).toString()
  if (endpoint.carrier === 'form') {
    return { path, body: { headers: { 'content-type': 'application/x-www-form-urlencoded' }, text: form } }
  }
  return { path: form ? `${path}?${form}` : path, body: null }
}

const edgeTokens = new Map<string, { token: string; expires: number }>()
/** A token is renewed this long before its end, so that none expires on the way. */
const MARGIN_MS = 60_000

/** A token for the party's own edge (the session's never goes there); with a path, for that path only. */
export async function edgeToken(path?: string): Promise<string> {
  const { party, user } = getSession()
  if (!party) throw new ApiError('party.required')
  if (!party.edgeUrl) throw new ApiError('client.edge-none')
  const key = `${user?.id} ${party.id} ${path ?? ''}`
  const kept = edgeTokens.get(key)
  if (kept && kept.expires - MARGIN_MS > Date.now()) return kept.token
  const { token, expiresInSeconds } = await call(GetEdgeToken, { partyId: party.id, ...(path ? { path } : {}) })
  edgeTokens.set(key, { token, expires: Date.now() + expiresInSeconds * 1000 })
  return token
}

/** An edge that was set up anew refuses tokens of before: take a fresh one, once. */
export async function retryingEdgeToken<T>(target: Target, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (target === 'platform' || !(error instanceof ApiError) || error.status !== 401) throw error
    edgeTokens.clear()
    return attempt()
  }
}

/** Forgets tokens of a session that has ended. */
export function forgetEdgeTokens() {
  edgeTokens.clear()
}
