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

/** Reports whether another token resolves the error: the edge token has expired after 10 minutes, or was missing. */
export const needsFreshToken = (error: unknown) =>
  error instanceof ApiError && (error.code === 'edge.token-refused' || error.code === 'edge.token-required')

/** Reports whether the platform is unreachable, or a proxy in front of it reports so. */
export const isPlatformUnreachable = (error: unknown) =>
  error instanceof ApiError && (error.code === 'client.no-response' || error.status >= 502)

/**
 * Reports whether another proof resolves the error, because this browser's clock is wrong. The answer contains the
 * edge's time.
 */
export const isProofRefused = (error: unknown) => error instanceof ApiError && error.code === 'edge.proof-refused'

/** Reports whether this browser has no session at the edge. */
export const needsSession = (error: unknown) => error instanceof ApiError && error.code === 'edge.session-required'

type ErrorTexts = typeof import('./error-phrases.ts')

let present: ErrorTexts | undefined
const listeners = new Set<() => void>()

/**
 * Loads the texts of all errors in both languages. They are a separate chunk, because they would be a tenth of the
 * log-in page.
 */
export async function loadErrorTexts() {
  if (present) return
  present = await import('./error-phrases.ts')
  for (const listener of listeners) listener()
}

/** Calls back once the texts are loaded. Returns a function that unsubscribes. */
export function subscribeErrorTexts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the texts of errors if they are loaded. */
export const getErrorTexts = () => present

/**
 * Returns an error's text in this language. Until the texts are loaded, it is the server's message, in the language of
 * the request. Components use `useErrorText()` of `lib/i18n.ts`.
 */
export function errorText(language: Language, error: unknown, texts: ErrorTexts | undefined): string {
  if (!(error instanceof ApiError)) return texts?.phrase(language, 'internal') ?? ''
  const { code, params, message } = error
  if (isClientErrorCode(code)) return clientErrorText(language, code, params)
  return texts?.isErrorCode(code) ? texts.phrase(language, code, params) : message
}
