import type { Endpoint, Input, Output, Party } from '@tessera/contract'
import { GetEdgeToken, HEADERS, ListFailingSoftware, TOURIST } from '@tessera/contract/wire'
import { z } from 'zod'
import { ApiError, needsFreshToken } from './api-error.ts'
import { apiSettings } from './api-settings.ts'
import { diagnoseEdge } from './edge-diagnosis.ts'
import { encodeInput } from './encode-input.ts'
import { enveloped, readAnswer } from './envelope.ts'
import { getLanguage, localeOf } from './i18n.ts'
import { getSession, hasExpired, sessionActions } from './session.ts'

export { ApiError } from './api-error.ts'

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** A token that has not become the session's token yet, used during log-in. */
  token?: string
  /** The party of the call, if it is not the current party. Null for calls in the user's own name. */
  party?: Party | null | undefined
  /** Whether the endpoint's path is outside the prefix of calls. */
  isOutsidePrefix?: boolean
}

type Arguments<E extends Endpoint> =
  Record<never, never> extends Input<E>
    ? [input?: Input<E>, options?: CallOptions]
    : [input: Input<E>, options?: CallOptions]

/** Calls an endpoint of the contract and returns its output. Throws `ApiError`. */
export async function call<E extends Endpoint>(endpoint: E, ...args: Arguments<E>): Promise<Output<E>> {
  return (await callForAnswer(endpoint, ...args)).output
}

/** Calls an endpoint like `call`, and returns the message of the envelope, too. */
export async function callForAnswer<E extends Endpoint>(
  endpoint: E,
  ...[input, options = {}]: Arguments<E>
): Promise<{ output: Output<E>; message: string }> {
  // When the session expires, the page and its timers continue. Their calls fail here until the user logs in again.
  if (endpoint.access !== 'open' && !options.token && hasExpired(getSession())) {
    throw new ApiError('client.session-ended', { status: 401 })
  }
  const line = lineTo(endpoint, options)
  const { path, body } = encodeInput(endpoint, input ?? {})
  const isOpen = endpoint.access === 'open'
  return sending(line, { ...options, isOpen }, async (headers) => {
    const response = await reach(line, path, {
      method: endpoint.method,
      headers: { ...headers, ...body?.headers },
      body: body?.text ?? null,
      signal: options.signal ?? null,
    })
    return decodeAnswer(endpoint, line, { status: response.status, text: await response.text() })
  })
}

type Target = 'platform' | 'edge'

/**
 * The server, party and user of a call. They are fixed when the call begins, so that a change of party does not
 * redirect a call in progress.
 */
export interface Line {
  target: Target
  party: Party | null
  /** The session token at the beginning of the call. */
  sentAs: string | null
  isOutsidePrefix?: boolean
}

export function lineAt(target: Target, party: Party | null = getSession().party): Line {
  return { target, party, sentAs: getSession().token }
}

/**
 * Selects the server of an endpoint. Endpoints that only an edge serves go to the edge. Endpoints that both serve
 * return data values, which an edge shows only on its own pages, so the console sends them to the platform.
 */
const lineTo = ({ server }: Endpoint, { party, isOutsidePrefix = false }: CallOptions): Line => ({
  ...lineAt(server === 'edge' ? 'edge' : 'platform', party),
  isOutsidePrefix,
})

/** Returns the full address of a path at the platform or the party's own edge. */
export function addressOf(line: Line, path: string): string {
  if (line.target === 'edge') return `${edgeUrl(line)}${path}`
  return line.isOutsidePrefix ? path : `${apiSettings.prefix}${path}`
}

function edgeUrl({ party }: Line): string {
  if (!party?.edgeUrl) throw new ApiError('client.edge-none')
  return party.edgeUrl.replace(/\/$/, '')
}

interface Sender {
  token?: string
  isOpen?: boolean
}

/**
 * Sends a request with the credentials of the call. If the edge refuses the token, repeats the request once with a
 * fresh token, which is safe because an edge checks the token first and stores nothing of a refused request. Does not
 * repeat if a token does not help, because a user has 1,000 tokens an hour.
 */
export async function sending<T>(
  line: Line,
  sender: Sender,
  send: (headers: Record<string, string>) => Promise<T>,
): Promise<T> {
  const headers = await headersFor(line, sender)
  try {
    return await send(headers)
  } catch (error) {
    if (line.target === 'platform' || !needsFreshToken(error)) throw error
    await forgetEdgeToken(headers[HEADERS.token])
    return send(await headersFor(line, sender))
  }
}

async function headersFor(line: Line, { token: newToken, isOpen = false }: Sender): Promise<Record<string, string>> {
  const { target, party } = line
  const token = newToken ?? getSession().token
  const headers: Record<string, string> = { [HEADERS.language]: localeOf(getLanguage()) }
  if (target === 'edge' && !isOpen) headers[HEADERS.token] = await edgeToken(line)
  if (target === 'platform' && token) headers[HEADERS.token] = token
  if (token) headers[HEADERS.party] = party?.id ?? TOURIST
  return headers
}

/** Sends one request. Converts a network failure into an error that names the cause. */
export async function reach(line: Line, path: string, init: RequestInit): Promise<Response> {
  const timeout = AbortSignal.timeout(apiSettings.timeoutMs)
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
  try {
    return await fetch(addressOf(line, path), { ...init, signal })
  } catch (error) {
    if (init.signal?.aborted) throw error
    if (timeout.aborted) throw new ApiError('client.timeout')
    if (error instanceof ApiError) throw error
    throw await unreachable(line)
  }
}

export async function unreachable(line: Line): Promise<ApiError> {
  if (line.target === 'platform') return new ApiError('client.no-response')
  return diagnoseEdge(edgeUrl(line), () => edgeAlive(line))
}

/**
 * Returns whether the platform receives the edge's heartbeat, which is the only evidence that a browser can get if an
 * edge does not answer.
 */
async function edgeAlive({ party }: Line): Promise<boolean | 'unknown'> {
  try {
    return !(await call(ListFailingSoftware, {}, { ...(party && { party }) })).includes('edge')
  } catch {
    return 'unknown'
  }
}

export function decodeAnswer<E extends Endpoint>(
  endpoint: E,
  line: Line,
  answer: { status: number; text: string },
): { output: Output<E>; message: string } {
  const { target, sentAs, party } = line
  const edge = target === 'edge' ? edgeUrl(line) : undefined
  try {
    const { result, message } = readAnswer(endpoint.isBare ? enveloped(answer) : answer, {
      target,
      hasToken: sentAs !== null,
      edgeUrl: edge,
    })
    const decoded = z.safeDecode(endpoint.output, result as never)
    if (!decoded.success) {
      console.error(`The answer of ${endpoint.path} violates the contract`, decoded.error)
      throw new ApiError('client.unreadable', { status: answer.status, params: { status: answer.status } })
    }
    return { output: decoded.data as Output<E>, message }
  } catch (error) {
    const isOurs = target === 'platform' && error instanceof ApiError && error.status === 401
    // A late answer to an older session must not end the present session.
    if (isOurs && sentAs !== null && sentAs === getSession().token) sessionActions.end('expired')
    const isSuspended = target === 'platform' && error instanceof ApiError && error.code === 'party.suspended'
    if (isSuspended && party) sessionActions.markSuspended(party.id, true)
    throw error
  }
}

/**
 * All calls share one token per user and edge, even while it is being fetched, because the platform logs each token
 * that it issues.
 */
const edgeTokens = new Map<string, { answer: Promise<Output<typeof GetEdgeToken>>; expires: number }>()
/** Milliseconds before its expiry at which a token is renewed, so that it does not expire in transit. */
const MARGIN_MS = 60_000

/** Returns a token for the party's own edge, which never receives the session token. */
async function edgeToken({ party }: Line): Promise<string> {
  const { user } = getSession()
  if (!party) throw new ApiError('party.required')
  if (!party.edgeUrl) throw new ApiError('client.edge-none')
  const key = `${user?.id} ${party.id}`
  const cached = edgeTokens.get(key)
  if (cached && cached.expires - MARGIN_MS > Date.now()) return (await cached.answer).token
  // The lifetime counts from the request, because the token may be issued long before the answer arrives.
  const requestedAt = Date.now()
  const mine = { answer: call(GetEdgeToken, { partyId: party.id }, { party }), expires: Number.POSITIVE_INFINITY }
  edgeTokens.set(key, mine)
  try {
    const { token, expiresInSeconds } = await mine.answer
    mine.expires = requestedAt + expiresInSeconds * 1000
    return token
  } catch (error) {
    if (edgeTokens.get(key) === mine) edgeTokens.delete(key)
    throw error
  }
}

/** Removes only this token, because another call may have fetched a fresh one meanwhile. */
async function forgetEdgeToken(refused: string | undefined) {
  for (const [key, cached] of edgeTokens) {
    const answer = await cached.answer.catch(() => undefined)
    if (answer?.token === refused && edgeTokens.get(key) === cached) edgeTokens.delete(key)
  }
}

/** Returns a new token with its full lifetime, for a page of the edge. */
export async function freshEdgeToken(): Promise<{ edgeUrl: string; token: string }> {
  const line = lineAt('edge')
  const url = edgeUrl(line)
  const { token } = await call(GetEdgeToken, { partyId: line.party?.id ?? '' })
  return { edgeUrl: url, token }
}

/**
 * Returns a token for an edge page in a frame: the shared token, or a new one if the edge has refused the shared token.
 */
export async function frameToken(party: Party, refused?: string): Promise<string> {
  if (refused !== undefined) await forgetEdgeToken(refused)
  return edgeToken(lineAt('edge', party))
}

/** Removes the tokens of a session that has ended. */
export function forgetEdgeTokens() {
  edgeTokens.clear()
}
