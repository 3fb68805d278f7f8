import { type ContentType, fill, type Language, rowsPhrases, rowWordOf } from '@tessera/contract'
import { cn } from './phrases.cn.ts'
import { en } from './phrases.en.ts'

export type Say = (key: keyof typeof en, params?: Record<string, string | number>) => string

/**
 * Returns the texts of the card for one kind of data. Every text may use `many`, `one` and `counted` (the parameter
 * `rows` with its noun), which name the rows of this kind.
 */
export function sayIn(language: Language, kind: ContentType): Say {
  const phrases = { en, cn }[language]
  const words = rowsPhrases[language]
  const word = rowWordOf(kind)
  const called = { many: words[`many.${word}`], one: words[`one.${word}`] }
  return (key, params = {}) =>
    fill(phrases[key], {
      ...called,
      counted: fill(words[`count.${word}`], { count: inWords(params.rows) }),
      ...Object.fromEntries(Object.entries(params).map(([name, value]) => [name, inWords(value)])),
    })
}

const inWords = <T>(value: T) => (typeof value === 'number' ? figure(value) : value)

/** Formats a number with grouped digits and at most four decimals, as the console does. */
export const figure = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 4 })
