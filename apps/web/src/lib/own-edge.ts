import { type Endpoint, type Input, type Output, PROOF_HEADER } from '@tessera/contract'
import {
  HEADERS,
  MEMBERS_PAGE_PATH,
  REMOVED_PAGE_PATH,
  SESSION_PAGE_PATH,
  TICKET_PAGE_PATH,
} from '@tessera/contract/wire'
import { z } from 'zod'
import { ApiError } from './api-error.ts'
import { noteClock, proofOf } from './browser-key.ts'
import { encodeInput } from './encode-input.ts'
import { readAnswer } from './envelope.ts'
import { getLanguage, localeOf } from './i18n.ts'

/** Who opened a page that the edge serves itself, by the token the console gave along. In memory only. */
let token: string | null = null

export function enterAs(edgeToken: string | null) {
  token = edgeToken
}

/** Where this edge answers, seen from one of its own pages. */
export function ownEdgeUrl(): string {
  const page = [TICKET_PAGE_PATH, MEMBERS_PAGE_PATH, REMOVED_PAGE_PATH, SESSION_PAGE_PATH].find((path) =>
    location.pathname.replace(/\/$/, '').endsWith(path),
  )
  return `${location.origin}${location.pathname.replace(/\/$/, '').slice(0, -(page?.length ?? 0) || undefined)}`
}

/** Calls the edge that served this page: in this browser's session there, if one is open, or else as the token says. */
export async function callOwnEdge<E extends Endpoint>(
  endpoint: E,
  input: Input<E> = {} as Input<E>,
): Promise<Output<E>> {
  const edgeUrl = ownEdgeUrl()
  const { path, body } = encodeInput(endpoint, input)
  const proof = await proofOf(endpoint.method, path)
  const response = await fetch(`${edgeUrl}${path}`, {
    method: endpoint.method,
    headers: {
      [HEADERS.language]: localeOf(getLanguage()),
      ...(token ? { [HEADERS.token]: token } : {}),
      ...(proof ? { [PROOF_HEADER]: proof } : {}),
      ...body?.headers,
    },
    body: body?.text ?? null,
  }).catch(() => {
    throw new ApiError('client.edge-down', { params: { edge: edgeUrl } })
  })
  noteClock(response.headers.get('date'))
  const answer = { status: response.status, text: await response.text() }
  const { result } = readAnswer(answer, { target: 'edge', hasToken: token !== null, edgeUrl })
  const decoded = z.safeDecode(endpoint.output, result as never)
  if (!decoded.success) throw new ApiError('client.unreadable', { params: { status: response.status } })
  return decoded.data as Output<E>
}
