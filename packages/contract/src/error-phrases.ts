import { cn } from './error-phrases/cn.ts'
import { en } from './error-phrases/en.ts'
import { paramWords } from './error-phrases/param-words.ts'
import { type ErrorCode, type ErrorParams, fill, PLACEHOLDER } from './errors.ts'
import type { Language } from './language.ts'

const phrases = { cn, en } satisfies Record<Language, Record<ErrorCode, string>>

export const ERROR_CODES = Object.keys(en) as ErrorCode[]

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(en, code)
}

/**
 * Returns an error that came from another server. A code without a text becomes `internal`, and its parameters are
 * dropped.
 */
export function knownError(code: string, params: ErrorParams): { code: ErrorCode; params: ErrorParams } {
  return isErrorCode(code) ? { code, params } : { code: 'internal', params: {} }
}

/**
 * Returns the placeholders in the text of an error code, sorted by name. An error may report only these values besides
 * its code.
 */
export function placeholdersOf(code: ErrorCode): string[] {
  return [...new Set([...en[code].matchAll(PLACEHOLDER)].map(([, name]) => name as string))].sort()
}

/** Returns the text of a code. An unknown code reads as `internal`. */
export function phrase(language: Language, code: string, params: ErrorParams = {}): string {
  const text = phrases[language][isErrorCode(code) ? code : 'internal']
  const filled = fill(text, withWords(language, params))
  // Texts that name an element are for documents that consist of one line; most texts name only a line.
  const isNamed = params.entry === undefined || text.includes('{{entry}}')
  return isNamed ? filled : `${params.entry}${language === 'cn' ? '：' : ': '}${filled}`
}

/**
 * Translates parameters named `…Type`, `…Check`, `…Problem` or `…Kind`, which are words of a list. An unknown word
 * stays as it is.
 */
function withWords(language: Language, params: ErrorParams): ErrorParams {
  const { or, ...lists } = paramWords[language]
  const worded = Object.entries(params).map(([name, value]) => {
    const words = Object.entries(lists).find(([end]) => name.endsWith(end))?.[1]
    if (words === undefined || typeof value !== 'string') return [name, value]
    const known = new Map(Object.entries(words))
    return [
      name,
      value
        .split(',')
        .map((one) => known.get(one) ?? one)
        .join(or),
    ]
  })
  return Object.fromEntries(worded)
}
