import type { ErrorParams, Language } from '@tessera/contract'
import { clientErrorText, isClientErrorCode } from './client-errors.ts'

/**
 * Any call that did not succeed. Branch on `code` (a key of the contract's phrases, or `client.…`), never on the text:
 * the text follows the language switch through `errorText`.
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

/** Another token helps: the ten minutes of an edge's are over, or there was none. */
export const isTokenOver = (error: unknown) =>
  error instanceof ApiError && (error.code === 'edge.token-refused' || error.code === 'edge.token-required')

/** Nobody answers there, or something that stands before it says so. */
export const isPlatformAway = (error: unknown) =>
  error instanceof ApiError && (error.code === 'client.no-response' || error.status >= 502)

/** Another proof helps, where this browser's clock is off: the answer tells what time it is. */
export const isProofRefused = (error: unknown) => error instanceof ApiError && error.code === 'edge.proof-refused'

/** Nobody is in a session at the edge with this browser, any more or yet. */
export const isSessionOver = (error: unknown) => error instanceof ApiError && error.code === 'edge.session-required'

type ErrorTexts = typeof import('./error-texts.ts')

let present: ErrorTexts | undefined
const listeners = new Set<() => void>()

/** Loads the texts of all errors, in both languages: a tenth of the page to log in, if it had to wait for them. */
export async function loadErrorTexts() {
  if (present) return
  present = await import('./error-texts.ts')
  for (const listener of listeners) listener()
}

/** Calls back once they are there; answers how to stop. */
export function subscribeErrorTexts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The texts of errors, where they are there already. */
export const getErrorTexts = () => present

/**
 * What an error says in this language; until the texts are there, what its server said in the language it was asked in.
 * Components use `useErrorText()` of `lib/i18n.ts`.
 */
export function errorText(language: Language, error: unknown, texts: ErrorTexts | undefined): string {
  if (!(error instanceof ApiError)) return texts?.phrase(language, 'internal') ?? ''
  const { code, params, message } = error
  if (isClientErrorCode(code)) return clientErrorText(language, code, params)
  return texts?.isErrorCode(code) ? texts.phrase(language, code, params) : message
}
