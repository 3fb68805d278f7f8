import { type ErrorParams, isErrorCode, type Language, phrase } from '@tessera/contract'
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

/** What an error says in this language. Components use `useErrorText()` of `lib/i18n.ts`. */
export function errorText(language: Language, error: unknown): string {
  if (!(error instanceof ApiError)) return phrase(language, 'internal')
  if (isClientErrorCode(error.code)) return clientErrorText(language, error.code, error.params)
  if (isErrorCode(error.code)) return phrase(language, error.code, error.params)
  return error.message
}
