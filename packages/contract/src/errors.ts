import { cn } from './phrases/cn.ts'
import { en } from './phrases/en.ts'

/** An error's code is the key of its text: a code without a text in both languages does not compile. */
export type ErrorCode = keyof typeof en

export type ErrorParams = Record<string, string | number>

export const LANGUAGES = ['cn', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

const phrases = { cn, en } satisfies Record<Language, Record<ErrorCode, string>>

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

export function isErrorCode(code: string): code is ErrorCode {
  return code in en
}

/** The text of a code; placeholders are written `{{name}}`. An unknown code reads as `internal`. */
export function phrase(language: Language, code: string, params: ErrorParams = {}): string {
  const text = phrases[language][isErrorCode(code) ? code : 'internal']
  return text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(params[name] ?? ''))
}

/** `Accept-Language: en…` is English, everything else Chinese, the product's default. */
export function languageOf(acceptLanguage: string | undefined): Language {
  return acceptLanguage?.trim().toLowerCase().startsWith('en') ? 'en' : 'cn'
}
