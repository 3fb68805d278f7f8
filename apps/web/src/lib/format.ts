import { durationText } from '@tessera/contract'
import { useMemo } from 'react'
import { getLanguage, type Language, localeOf, useLanguage } from './i18n.ts'

/** Omits the sign of a value that rounds to 0. */
const NO_MINUS_ZERO = 'negative'

/** Formats a fraction as a percentage with two decimals. A value above 1 already is a percentage. */
export function formatPercent(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–'
  return `${(value > 1 ? value : value * 100).toFixed(2)}%`
}

/** Formats a number with grouped digits and at most four decimals. */
export function formatNumber(value: number | null | undefined, maximumFractionDigits = 4): string {
  if (value === null || value === undefined) return '–'
  return value.toLocaleString('en-US', { maximumFractionDigits, signDisplay: NO_MINUS_ZERO })
}

/** Formats a number with three significant digits: 0.0123, 1.00, 12,300, 3.40 × 10³⁵. */
export function formatSignificant(value: number): string {
  const size = Math.abs(value)
  if (size !== 0 && (size < 1e-4 || size >= 1e6)) {
    const [digits = '', exponent] = value.toExponential(2).split('e')
    return `${withMinus(digits)} × ${formatPower(Number(exponent))}`
  }
  return withMinus(value.toLocaleString('en-US', { minimumSignificantDigits: 3, maximumSignificantDigits: 3 }))
}

/** Formats a number with three significant digits and a sign for both directions. */
export const formatSigned = (value: number): string => `${value > 0 ? '+' : ''}${formatSignificant(value)}`

/** Formats a value with the decimals that its standard deviation justifies: 54.37 for a deviation of 9.04. */
export function formatMeasured(value: number, deviation: number): string {
  if (deviation === 0) return withMinus(formatNumber(value))
  const decimals = decimalsFor(deviation)
  if (decimals === undefined) return formatSignificant(value)
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return withMinus(value.toLocaleString('en-US', { ...digits, signDisplay: NO_MINUS_ZERO }))
}

/** Formats a maximum error with the same decimals as `formatMeasured`, rounded up so that it stays an upper bound. */
export function formatError(error: number, deviation: number): string {
  const decimals = decimalsFor(deviation)
  if (decimals === undefined) return formatSignificant(error)
  const unit = 10 ** -decimals
  return formatMeasured(Math.ceil(error / unit) * unit, deviation)
}

/**
 * Returns the number of decimals for a standard deviation, or undefined if it is too small or too large for plain
 * digits.
 */
function decimalsFor(deviation: number): number | undefined {
  if (!(deviation >= 1e-4 && deviation < 1e9)) return undefined
  return Math.max(0, 2 - Math.floor(Math.log10(deviation)))
}

/** Formats a power of ten: 10⁻⁵. */
const formatPower = (exponent: number): string =>
  `10${[...String(exponent)].map((digit) => RAISED[digit] ?? digit).join('')}`

const RAISED: Record<string, string> = {
  '-': '⁻',
  0: '⁰',
  1: '¹',
  2: '²',
  3: '³',
  4: '⁴',
  5: '⁵',
  6: '⁶',
  7: '⁷',
  8: '⁸',
  9: '⁹',
}

const withMinus = (text: string) => text.replace('-', '−')

/**
 * Formats the exponential of a logarithm, such as the odds ratio for log odds. Beyond the range of numbers, returns a
 * bound.
 */
export function formatRatio(log: number): string {
  if (log > MAX_LOG) return `> ${formatPower(300)}`
  if (log < -MAX_LOG) return `< ${formatPower(-300)}`
  return formatSignificant(Math.exp(log))
}

const MAX_LOG = 300 * Math.LN10

/** Formats a p value. Values below 0.001 are shown as "< 0.001", as in publications. */
export const formatChance = (p: number): string => (p < 0.001 ? '< 0.001' : formatSignificant(p))

/** Formats bytes as B, KB, MB … with one decimal. */
export function formatSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), units.length - 1)
  const value = bytes / 1024 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`
}

/** Formats date and time in the user's language. */
export function formatDateTime(date: Date | null, language: Language = getLanguage()): string {
  if (!date) return '–'
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'short' }).format(date)
}

/** Formats date and time with seconds, for events in quick succession. */
export const formatMoment = (date: Date, language: Language = getLanguage()): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'medium' }).format(date)

/** Formats the date only. */
export function formatDate(date: Date | null, language: Language = getLanguage()): string {
  if (!date) return '–'
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium' }).format(date)
}

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** Formats a recent time as "5 minutes ago". */
export function formatAgo(date: Date, now = new Date(), language: Language = getLanguage()): string {
  const relative = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' })
  const ago = date.getTime() - now.getTime()
  const step = STEPS.find(([, ms]) => Math.abs(ago) >= ms)
  if (step) return relative.format(Math.trunc(ago / step[1]), step[0])
  // Intl's texts for the current minute, "this minute" and 此刻, do not read well as an age.
  return language === 'cn' ? '刚刚' : 'just now'
}

/** Returns all formatters above, with dates in the current language: `const f = useFormat()`. */
export function useFormat() {
  const [language] = useLanguage()
  return useMemo(
    () => ({
      percent: formatPercent,
      duration: durationText,
      number: formatNumber,
      size: formatSize,
      dateTime: (date: Date | null) => formatDateTime(date, language),
      moment: (date: Date) => formatMoment(date, language),
      list: (words: string[]) => new Intl.ListFormat(localeOf(language)).format(words),
      date: (date: Date | null) => formatDate(date, language),
      ago: (date: Date) => formatAgo(date, new Date(), language),
    }),
    [language],
  )
}
