import type { en } from './error-phrases/en.ts'

/**
 * Type of error codes. An error code is the key of its text; a code without a text in each language does not compile.
 */
export type ErrorCode = keyof typeof en

export type ErrorParams = Record<string, string | number>

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

/** Ends the request with an AppError, whose text is shown in the user's language. */
export function fail(code: ErrorCode, params: ErrorParams = {}): never {
  throw new AppError(code, params)
}

/** Matches a placeholder: `{{name}}`, or `{{name|singular|plural}}`. */
export const PLACEHOLDER = /\{\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}\}/g

/**
 * Fills the parameters into a text with `{{name}}`. `{{rows|# row is|# rows are}}` selects the singular or plural
 * according to the number, which replaces each `#`. `missing` returns the text for a parameter that is not given; by
 * default, such a placeholder is removed.
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
