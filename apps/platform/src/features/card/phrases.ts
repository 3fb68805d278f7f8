import { type ContentType, fill, type Language, rowsPhrases } from '@tessera/contract'
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
  const called = { many: words[`many.${kind}`], one: words[`one.${kind}`] }
  return (key, params = {}) =>
    fill(phrases[key], {
      ...called,
      counted: fill(words[`count.${kind}`], { count: inWords(params.rows) }),
      ...Object.fromEntries(Object.entries(params).map(([name, value]) => [name, inWords(value)])),
    })
}

const inWords = <T>(value: T) => (typeof value === 'number' ? figure(value) : value)

/** Formats a number with grouped digits and at most four decimals, as the console does. */
export const figure = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 4 })
