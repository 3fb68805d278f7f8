import { cn } from './phrases/cn.ts'
import { columnTypeWords } from './phrases/column-types.ts'
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

export const ERROR_CODES = Object.keys(en) as ErrorCode[]

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(en, code)
}

/** What others say of an error: a code we have no text for is `internal`, and its parameters say nothing then. */
export function knownError(code: string, params: ErrorParams): { code: ErrorCode; params: ErrorParams } {
  return isErrorCode(code) ? { code, params } : { code: 'internal', params: {} }
}

/** `{{name}}`, or `{{name|what one is|what # are}}`. */
const PLACEHOLDER = /\{\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}\}/g

/** The names of what a code's text asks for, sorted: all that an error may tell beside its code. */
export function placeholdersOf(code: ErrorCode): string[] {
  return [...new Set([...en[code].matchAll(PLACEHOLDER)].map(([, name]) => name as string))].sort()
}

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

/** The text of a code. An unknown code reads as `internal`. */
export function phrase(language: Language, code: string, params: ErrorParams = {}): string {
  const text = phrases[language][isErrorCode(code) ? code : 'internal']
  return fill(text, withTypeWords(language, params))
}

/** Parameters named `…Type` are types of columns; one that nobody knows stays as it is. */
function withTypeWords(language: Language, params: ErrorParams): ErrorParams {
  const words = new Map<unknown, string>(Object.entries(columnTypeWords[language]))
  const worded = Object.entries(params).map(([name, value]) => [
    name,
    name.endsWith('Type') ? (words.get(value) ?? value) : value,
  ])
  return Object.fromEntries(worded)
}

/** `Accept-Language: en…` is English, everything else Chinese, the product's default. */
export function languageOf(acceptLanguage: string | undefined): Language {
  return acceptLanguage?.trim().toLowerCase().startsWith('en') ? 'en' : 'cn'
}
