import { type ErrorCode, type ErrorParams, fill, type Language, PLACEHOLDER } from './errors.ts'
import { cn } from './phrases/cn.ts'
import { columnTypeWords } from './phrases/column-types.ts'
import { en } from './phrases/en.ts'

const phrases = { cn, en } satisfies Record<Language, Record<ErrorCode, string>>

export const ERROR_CODES = Object.keys(en) as ErrorCode[]

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(en, code)
}

/** What others say of an error: a code we have no text for is `internal`, and its parameters say nothing then. */
export function knownError(code: string, params: ErrorParams): { code: ErrorCode; params: ErrorParams } {
  return isErrorCode(code) ? { code, params } : { code: 'internal', params: {} }
}

/** The names of what a code's text asks for, sorted: all that an error may tell beside its code. */
export function placeholdersOf(code: ErrorCode): string[] {
  return [...new Set([...en[code].matchAll(PLACEHOLDER)].map(([, name]) => name as string))].sort()
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
