import { type Endpoint, type Input, type Output, PROOF_HEADER } from '@tessera/contract'
import { HEADERS, ROOM_PATHS } from '@tessera/contract/wire'
import { z } from 'zod'
import { ApiError, isProofRefused, isTokenOver } from './api-error.ts'
import { noteClock, proofOf } from './browser-key.ts'
import { encodeInput } from './encode-input.ts'
import { readAnswer } from './envelope.ts'
import { getLanguage, localeOf } from './i18n.ts'

/** Who is looking at a page that the edge serves itself, by a token; another one where this one was refused. */
export type TokenSource = (refused?: string) => Promise<string | null>

let tokenFrom: TokenSource = async () => null

export function authorizeBy(source: TokenSource) {
  tokenFrom = source
}

/** By one token, in memory only: when it is over nobody makes another. */
export function enterAs(token: string | null) {
  authorizeBy(async () => token)
}

/** The token by which the console says who is looking; null where none is there. */
export const whoLooks = () => tokenFrom()

/** Where this edge answers, seen from one of its own pages. */
export function ownEdgeUrl(): string {
  return `${location.origin}${pathHere().slice(0, -(ownPage()?.length ?? 0) || undefined)}`
}

/** Which of its pages this is. */
export const ownPage = () => ROOM_PATHS.find((known) => pathHere().endsWith(known))

const pathHere = () => location.pathname.replace(/\/$/, '')

/** Calls the edge that served this page: in this browser's session there, if one is open, or else as the token says. */
export async function callOwnEdge<E extends Endpoint>(
  endpoint: E,
  input: Input<E> = {} as Input<E>,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<Output<E>> {
  const token = await tokenFrom()
  try {
    return await prove(endpoint, input, token, signal)
  } catch (error) {
    if (token === null || !isTokenOver(error)) throw error
    const fresh = await tokenFrom(token)
    if (fresh === token) throw error
    return prove(endpoint, input, fresh, signal)
  }
}

/** Asks once more, by the time of the edge's answer, where that refused the proof. */
async function prove<E extends Endpoint>(...asked: Parameters<typeof ask<E>>): Promise<Output<E>> {
  try {
    return await ask(...asked)
  } catch (error) {
    if (!isProofRefused(error)) throw error
    return ask(...asked)
  }
}

async function ask<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  token: string | null,
  signal: AbortSignal | undefined,
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
    signal: signal ?? null,
  }).catch((error) => {
    if (signal?.aborted) throw error
    throw new ApiError('client.edge-down', { params: { edge: edgeUrl } })
  })
  noteClock(response.headers.get('date'))
  const answer = { status: response.status, text: await response.text() }
  const { result } = readAnswer(answer, { target: 'edge', hasToken: token !== null, edgeUrl })
  const decoded = z.safeDecode(endpoint.output, result as never)
  if (!decoded.success) throw new ApiError('client.unreadable', { params: { status: response.status } })
  return decoded.data as Output<E>
}
