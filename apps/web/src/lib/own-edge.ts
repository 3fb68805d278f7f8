import { type Endpoint, type Input, type Output, PROOF_HEADER } from '@tessera/contract'
import { HEADERS, ROOM_PATHS } from '@tessera/contract/wire'
import { z } from 'zod'
import { ApiError, isProofRefused, isTokenOver } from './api-error.ts'
import { apiSettings } from './api-settings.ts'
import { noteClock, proofOf } from './browser-key.ts'
import { encodeInput } from './encode-input.ts'
import { readAnswer } from './envelope.ts'
import { getLanguage, localeOf } from './i18n.ts'
import { type Amount, type FileAnswer, sendFile } from './send-file.ts'

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
export function callOwnEdge<E extends Endpoint>(
  endpoint: E,
  input: Input<E> = {} as Input<E>,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<Output<E>> {
  const { path, body } = encodeInput(endpoint, input)
  return ask(endpoint, path, async (address, headers) => {
    const response = await fetch(address, {
      method: endpoint.method,
      headers: { ...headers, ...body?.headers },
      body: body?.text ?? null,
      signal: signal ?? null,
    }).catch((error) => {
      throw signal?.aborted ? error : edgeIsDown()
    })
    return { status: response.status, text: await response.text(), date: response.headers.get('date') }
  })
}

/** Sends a file to the edge that served this page; answers the output of its multipart endpoint. */
export function uploadToOwnEdge<E extends Endpoint>(
  endpoint: E,
  file: File,
  options: { onProgress?: (amount: Amount) => void; signal?: AbortSignal } = {},
): Promise<Output<E>> {
  return ask(endpoint, endpoint.path, (address, headers) =>
    sendFile(address, file, {
      ...{ ...options, headers },
      timeoutMs: apiSettings.timeoutMs,
      whyUnreachable: async () => edgeIsDown(),
    }),
  )
}

const edgeIsDown = () => new ApiError('client.edge-down', { params: { edge: ownEdgeUrl() } })

type Send = (address: string, headers: Record<string, string>) => Promise<FileAnswer>

/** Where the edge refused the token, with another one once more. */
async function ask<E extends Endpoint>(endpoint: E, path: string, send: Send): Promise<Output<E>> {
  const token = await tokenFrom()
  try {
    return await prove(endpoint, path, send, token)
  } catch (error) {
    if (token === null || !isTokenOver(error)) throw error
    const fresh = await tokenFrom(token)
    if (fresh === token) throw error
    return prove(endpoint, path, send, fresh)
  }
}

/** Asks once more, by the time of the edge's answer, where that refused the proof. */
async function prove<E extends Endpoint>(...asked: Parameters<typeof askOnce<E>>): Promise<Output<E>> {
  try {
    return await askOnce(...asked)
  } catch (error) {
    if (!isProofRefused(error)) throw error
    return askOnce(...asked)
  }
}

async function askOnce<E extends Endpoint>(
  endpoint: E,
  path: string,
  send: Send,
  token: string | null,
): Promise<Output<E>> {
  const edgeUrl = ownEdgeUrl()
  const proof = await proofOf(endpoint.method, path)
  const answer = await send(`${edgeUrl}${path}`, {
    [HEADERS.language]: localeOf(getLanguage()),
    ...(token ? { [HEADERS.token]: token } : {}),
    ...(proof ? { [PROOF_HEADER]: proof } : {}),
  })
  noteClock(answer.date)
  const { result } = readAnswer(answer, { target: 'edge', hasToken: token !== null, edgeUrl })
  const decoded = z.safeDecode(endpoint.output, result as never)
  if (!decoded.success) throw new ApiError('client.unreadable', { params: { status: answer.status } })
  return decoded.data as Output<E>
}
