import type { ErrorParams, Language } from '@tessera/contract'
import { clientErrorText, isClientErrorCode } from './client-errors.ts'

/**
 * A failed call. Branch on `code` (a key of the contract's phrases, or `client.…`), never on the text: `errorText`
 * translates the text when the language changes.
 */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  readonly params: ErrorParams

  constructor(code: string, options: { message?: string; status?: number; params?: ErrorParams } = {}) {
    super(options.message || code)
    this.name = 'ApiError'
    this.code = code
    this.status = options.status ?? 0
    this.params = options.params ?? {}
  }
}

/** Returns whether a new token resolves the error: the edge token has expired after 10 minutes, or was missing. */
export const needsFreshToken = (error: unknown) =>
  error instanceof ApiError && (error.code === 'edge.token-refused' || error.code === 'edge.token-required')

/** Returns whether the platform is unreachable, directly or behind a proxy that reports this. */
export const isPlatformUnreachable = (error: unknown) =>
  error instanceof ApiError && (error.code === 'client.no-response' || error.status >= 502)

/**
 * Returns whether a new proof can resolve the error, because this browser's clock is wrong. The response contains the
 * edge's time.
 */
export const isProofRefused = (error: unknown) => error instanceof ApiError && error.code === 'edge.proof-refused'

/** Returns whether the error means that this browser has no session at the edge. */
export const needsSession = (error: unknown) => error instanceof ApiError && error.code === 'edge.session-required'

type ErrorTexts = typeof import('./error-phrases.ts')

let present: ErrorTexts | undefined
const listeners = new Set<() => void>()

/**
 * Loads the texts of all errors in both languages. They are a separate chunk, because they would be a tenth of the
 * log-in page's size.
 */
export async function loadErrorTexts() {
  if (present) return
  present = await import('./error-phrases.ts')
  for (const listener of listeners) listener()
}

/** Registers a callback for when the texts of errors are loaded. Returns a function that unregisters the callback. */
export function subscribeErrorTexts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the texts of errors, or undefined until they are loaded. */
export const getErrorTexts = () => present

/**
 * Returns the text of an error in this language. Until the texts are loaded, returns the server's message, which is in
 * the language of the request. Components use `useErrorText()` of `lib/i18n.ts`.
 */
export function errorText(language: Language, error: unknown, texts: ErrorTexts | undefined): string {
  if (!(error instanceof ApiError)) return texts?.phrase(language, 'internal') ?? ''
  const { code, params, message } = error
  if (isClientErrorCode(code)) return clientErrorText(language, code, params)
  return texts?.isErrorCode(code) ? texts.phrase(language, code, params) : message
}
