import { type Endpoint, type Input, type Output, PROOF_HEADER } from '@tessera/contract'
import { EDGE_PAGE_PATHS, HEADERS } from '@tessera/contract/wire'
import { z } from 'zod'
import { ApiError, isProofRefused, needsFreshToken } from './api-error.ts'
import { apiSettings } from './api-settings.ts'
import { canKeepKeys, noteClock, type ProvedBody, proofHere } from './browser-key.ts'
import { encodeInput } from './encode-input.ts'
import { readAnswer, type Whence } from './envelope.ts'
import { type Amount, formOf, hashForm } from './form-body.ts'
import { getLanguage, localeOf } from './i18n.ts'
import { type FileAnswer, sendForm } from './send-file.ts'

/** Returns the token that identifies the user of an edge page. If the edge refused a token, returns another one. */
export type TokenSource = (refused?: string) => Promise<string | null>

let tokenFrom: TokenSource = async () => null

export function authorizeBy(source: TokenSource) {
  tokenFrom = source
}

/** Uses a single token, stored only in memory. Nothing renews this token when it expires. */
export function enterAs(token: string | null) {
  authorizeBy(async () => token)
}

/** Returns the token by which the console identifies the user, or null if there is none. */
export const consoleToken = () => tokenFrom()

/** Returns this edge's address, derived from the address of its page. */
export function ownEdgeUrl(): string {
  return `${location.origin}${pathHere().slice(0, -(ownPage()?.length ?? 0) || undefined)}`
}

/** Returns the path of the edge page that is shown. */
export const ownPage = () => EDGE_PAGE_PATHS.find((known) => pathHere().endsWith(known))

let pageFragment = ''
/** Stores which task or ticket this page is about, which was in the address before the page removed it. */
export function setRequestedOf(fragment: string) {
  pageFragment = fragment
}

/** Returns the relative address of this page at the edge, without a token. */
export const addressHere = () => `${ownPage() ?? ''}${location.search}${pageFragment && `#${pageFragment}`}`

const pathHere = () => location.pathname.replace(/\/$/, '')

/**
 * Calls the edge that served this page: with this browser's session at the edge if one is open, otherwise with the
 * console's token.
 */
export function callOwnEdge<E extends Endpoint>(
  endpoint: E,
  input: Input<E> = {} as Input<E>,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<Output<E>> {
  const { method } = endpoint
  const { path, body } = encodeInput(endpoint, input)
  return ask({
    method,
    path,
    body: { text: body?.text },
    read: readOutput(endpoint),
    send: async (address, headers) => {
      const sent = { method, headers: { ...headers, ...body?.headers }, body: body?.text ?? null }
      const response = await reach(address, sent, signal)
      return { status: response.status, text: await response.text(), date: response.headers.get('date') }
    },
  })
}

/**
 * Sends a file to the edge that served this page, and returns the output of the endpoint. The proof covers the whole
 * form, which is therefore hashed first. `onHashed` reports the progress of hashing, `onProgress` that of sending.
 */
export async function uploadToOwnEdge<E extends Endpoint>(
  endpoint: E,
  file: File,
  {
    onHashed,
    ...options
  }: { onHashed?: (amount: Amount) => void; onProgress?: (amount: Amount) => void; signal?: AbortSignal } = {},
): Promise<Output<E>> {
  const form = formOf(file)
  const formHash = canKeepKeys() ? await hashForm(form, { onProgress: onHashed, signal: options.signal }) : undefined
  return ask({
    method: endpoint.method,
    path: endpoint.path,
    body: { formHash },
    read: readOutput(endpoint),
    send: (address, headers) =>
      sendForm(address, form, {
        ...options,
        headers,
        timeoutMs: apiSettings.timeoutMs,
        whyUnreachable: async () => edgeIsDown(),
      }),
  })
}

/** Fetches a file from the edge that served this page. */
export function fetchFromOwnEdge(path: string, { signal }: { signal?: AbortSignal | undefined } = {}): Promise<Blob> {
  return ask({
    method: 'GET',
    path,
    send: async (address, headers) => {
      const response = await reach(address, { headers }, signal)
      const { status } = response
      const date = response.headers.get('date')
      const isRefusal = !response.ok || response.headers.get('content-type')?.startsWith('application/json')
      if (isRefusal) return { status, date, text: await response.text(), file: null }
      return { status, date, text: '', file: await response.blob() }
    },
    read: ({ file, ...answer }, whence) => {
      if (file) return file
      readAnswer(answer, whence)
      throw new ApiError('client.unreadable', { params: { status: answer.status } })
    },
  })
}

const edgeIsDown = () => new ApiError('client.edge-down', { params: { edge: ownEdgeUrl() } })

const reach = (address: string, sent: RequestInit, signal: AbortSignal | undefined) =>
  fetch(address, { ...sent, signal: signal ?? null }).catch((error) => {
    throw signal?.aborted ? error : edgeIsDown()
  })

const readOutput =
  <E extends Endpoint>(endpoint: E) =>
  (answer: FileAnswer, whence: Whence): Output<E> => {
    const { result } = readAnswer(answer, whence)
    const decoded = z.safeDecode(endpoint.output, result as never)
    if (!decoded.success) throw new ApiError('client.unreadable', { params: { status: answer.status } })
    return decoded.data as Output<E>
  }

interface Request<A extends FileAnswer, T> {
  method: string
  path: string
  body?: ProvedBody
  send: (address: string, headers: Record<string, string>) => Promise<A>
  /** Returns the output of an answer, or throws its error. */
  read: (answer: A, whence: Whence) => T
}

/** Sends a request. If the edge refuses the token, retries once with a new token. */
async function ask<A extends FileAnswer, T>(request: Request<A, T>): Promise<T> {
  const token = await tokenFrom()
  try {
    return await prove(request, token)
  } catch (error) {
    if (token === null || !needsFreshToken(error)) throw error
    const fresh = await tokenFrom(token)
    if (fresh === token) throw error
    return prove(request, fresh)
  }
}

/** Sends a request with a proof. If the edge refuses the proof, retries once with the time in the edge's response. */
async function prove<A extends FileAnswer, T>(request: Request<A, T>, token: string | null): Promise<T> {
  try {
    return await askOnce(request, token)
  } catch (error) {
    if (!isProofRefused(error)) throw error
    return askOnce(request, token)
  }
}

async function askOnce<A extends FileAnswer, T>(
  { method, path, body, send, read }: Request<A, T>,
  token: string | null,
): Promise<T> {
  const edgeUrl = ownEdgeUrl()
  const proof = await proofHere(method, path, body)
  const answer = await send(`${edgeUrl}${path}`, {
    [HEADERS.language]: localeOf(getLanguage()),
    ...(token ? { [HEADERS.token]: token } : {}),
    ...(proof ? { [PROOF_HEADER]: proof } : {}),
  })
  noteClock(answer.date)
  return read(answer, { target: 'edge', hasToken: token !== null, edgeUrl })
}
