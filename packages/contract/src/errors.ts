import type { en } from './phrases/en.ts'

/** An error's code is the key of its text: a code without a text in both languages does not compile. */
export type ErrorCode = keyof typeof en

export type ErrorParams = Record<string, string | number>

export const LANGUAGES = ['cn', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

export class AppError extends Error {
  readonly code: ErrorCode
  readonly params: ErrorParams

  constructor(code: ErrorCode, params: ErrorParams = {}) {
    super(code)
    this.name = 'AppError'
    this.code = code
    this.params = params
  }
}

/** Ends the request with a business error in the user's language. */
export function fail(code: ErrorCode, params: ErrorParams = {}): never {
  throw new AppError(code, params)
}

/** `{{name}}`, or `{{name|what one is|what # are}}`. */
export const PLACEHOLDER = /\{\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}\}/g

/**
 * Puts the parameters where a text says `{{name}}`. `{{rows|# row is|# rows are}}` chooses the words by the number, which stands
 * at each `#`: English needs it. What is not given stands there as `missing` has it: not at all.
 */
export function fill(
  text: string,
  params: Record<string, string | number | undefined>,
  missing: (placeholder: string) => string = () => '',
): string {
  return text.replace(PLACEHOLDER, (placeholder, name: string, one?: string, other?: string) => {
    const value = params[name]
    if (value === undefined) return missing(placeholder)
    const words = String(value) === '1' ? one : other
    return words === undefined ? String(value) : words.replaceAll('#', String(value))
  })
}

/** `Accept-Language: en…` is English, everything else Chinese, the product's default. */
export function languageOf(acceptLanguage: string | undefined): Language {
  return acceptLanguage?.trim().toLowerCase().startsWith('en') ? 'en' : 'cn'
}
