import type { Endpoint, Input, Output, Party } from '@tessera/contract'
import { GetEdgeToken, HEADERS, ListFailingSoftware, TOURIST } from '@tessera/contract/wire'
import { z } from 'zod'
import { ApiError, isTokenOver } from './api-error.ts'
import { apiSettings } from './api-settings.ts'
import { diagnoseEdge } from './edge-diagnosis.ts'
import { encodeInput } from './encode-input.ts'
import { enveloped, readAnswer } from './envelope.ts'
import { getLanguage, localeOf } from './i18n.ts'
import { getSession, hasExpired, sessionActions } from './session.ts'

export { ApiError } from './api-error.ts'

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** A session that is not ours yet, while logging in. */
  token?: string
  /** The party it is made for, when not the present one; null for what a user asks for themselves alone. */
  party?: Party | null | undefined
  /** Its path at the platform is outside the prefix of calls. */
  isOutsidePrefix?: boolean
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
  // The page stays when its session runs out, and so do its clocks: they are answered here until somebody logs in.
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

/** Where a call goes and for whom. Fixed when it begins: a switch of party on the way must not turn it round. */
export interface Line {
  target: Target
  party: Party | null
  /** The session it began in. */
  sentAs: string | null
  isOutsidePrefix?: boolean
}

export function lineAt(target: Target, party: Party | null = getSession().party): Line {
  return { target, party, sentAs: getSession().token }
}

/** What an edge alone serves is asked there. What both answer holds values, which an edge shows on pages of its own: the platform. */
const lineTo = ({ server }: Endpoint, { party, isOutsidePrefix = false }: CallOptions): Line => ({
  ...lineAt(server === 'edge' ? 'edge' : 'platform', party),
  isOutsidePrefix,
})

/** Full address of a path at the platform or at the party's own edge. */
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
 * Sends as whoever the line is for. An edge looks at a token before anything else and keeps nothing of what it refuses: with
 * a fresh one the same is sent again, once. Not where no token helps: a user has a thousand an hour.
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
    if (line.target === 'platform' || !isTokenOver(error)) throw error
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

/** One request; a network failure becomes an error that names the cause. */
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

/** Asks the platform's heartbeat, the only witness the browser can reach when the edge is silent. */
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
      console.error(`Answer of ${endpoint.path} is not what the contract says`, decoded.error)
      throw new ApiError('client.unreadable', { status: answer.status, params: { status: answer.status } })
    }
    return { output: decoded.data as Output<E>, message }
  } catch (error) {
    const isOurs = target === 'platform' && error instanceof ApiError && error.status === 401
    // A late answer to an older session must not end the one that has begun since.
    if (isOurs && sentAs !== null && sentAs === getSession().token) sessionActions.end('expired')
    const isSuspended = target === 'platform' && error instanceof ApiError && error.code === 'party.suspended'
    if (isSuspended && party) sessionActions.markSuspended(party.id, true)
    throw error
  }
}

/** One for all calls of a user to an edge, also while it is being fetched: each that is issued stands in a log. */
const edgeTokens = new Map<string, { answer: Promise<Output<typeof GetEdgeToken>>; expires: number }>()
/** A token is renewed this long before its end, so that none expires on the way. */
const MARGIN_MS = 60_000

/** A token for the party's own edge (the session's never goes there). */
async function edgeToken({ party }: Line): Promise<string> {
  const { user } = getSession()
  if (!party) throw new ApiError('party.required')
  if (!party.edgeUrl) throw new ApiError('client.edge-none')
  const key = `${user?.id} ${party.id}`
  const kept = edgeTokens.get(key)
  if (kept && kept.expires - MARGIN_MS > Date.now()) return (await kept.answer).token
  // Its time began at the latest when it was issued, which its answer may be long after.
  const askedAt = Date.now()
  const mine = { answer: call(GetEdgeToken, { partyId: party.id }, { party }), expires: Number.POSITIVE_INFINITY }
  edgeTokens.set(key, mine)
  try {
    const { token, expiresInSeconds } = await mine.answer
    mine.expires = askedAt + expiresInSeconds * 1000
    return token
  } catch (error) {
    if (edgeTokens.get(key) === mine) edgeTokens.delete(key)
    throw error
  }
}

/** This one only: another call may have fetched a fresh one meanwhile. */
async function forgetEdgeToken(refused: string | undefined) {
  for (const [key, kept] of edgeTokens) {
    const answer = await kept.answer.catch(() => undefined)
    if (answer?.token === refused && edgeTokens.get(key) === kept) edgeTokens.delete(key)
  }
}

/** One with its whole time before it, for a page of the edge's own. */
export async function freshEdgeToken(): Promise<{ edgeUrl: string; token: string }> {
  const line = lineAt('edge')
  const url = edgeUrl(line)
  const { token } = await call(GetEdgeToken, { partyId: line.party?.id ?? '' })
  return { edgeUrl: url, token }
}

/** For a page of the edge's in a frame: the one that all calls use, or another where the edge refused it. */
export async function roomToken(party: Party, refused?: string): Promise<string> {
  if (refused !== undefined) await forgetEdgeToken(refused)
  return edgeToken(lineAt('edge', party))
}

/** Forgets tokens of a session that has ended. */
export function forgetEdgeTokens() {
  edgeTokens.clear()
}
