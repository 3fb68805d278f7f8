import { fill, type Language } from '@tessera/contract'
import { cn } from './phrases.cn.ts'
import { en } from './phrases.en.ts'

export type Say = (key: keyof typeof en, params?: Record<string, string | number>) => string

export function sayIn(language: Language): Say {
  const phrases = { en, cn }[language]
  return (key, params = {}) =>
    fill(
      phrases[key],
      Object.fromEntries(
        Object.entries(params).map(([name, value]) => [name, typeof value === 'number' ? figure(value) : value]),
      ),
    )
}

/** Grouped digits, at most four decimals, as the console writes them. */
export const figure = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 4 })
