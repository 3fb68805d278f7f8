import { durationText } from '@tessera/contract'
import { useMemo } from 'react'
import { getLanguage, type Language, localeOf, useLanguage } from './i18n.ts'

/** A fraction as percent with two decimals; values above 1 are percent already. */
export function formatPercent(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–'
  return `${(value > 1 ? value : value * 100).toFixed(2)}%`
}

/** Grouped digits, at most four decimals. */
export function formatNumber(value: number | null | undefined, maximumFractionDigits = 4): string {
  if (value === null || value === undefined) return '–'
  return value.toLocaleString('en-US', { maximumFractionDigits })
}

/** Three significant digits at any size: 0.0123, 1.00, 12,300, 3.40 × 10³⁵. */
export function formatSignificant(value: number): string {
  const size = Math.abs(value)
  if (size !== 0 && (size < 1e-4 || size >= 1e6)) {
    const [digits = '', exponent] = value.toExponential(2).split('e')
    return `${withMinus(digits)} × ${formatPower(Number(exponent))}`
  }
  return withMinus(value.toLocaleString('en-US', { minimumSignificantDigits: 3, maximumSignificantDigits: 3 }))
}

/** The same with a sign whichever side of 0 it lies on. */
export const formatSigned = (value: number): string => `${value > 0 ? '+' : ''}${formatSignificant(value)}`

/** To three digits of how far the values lie apart: a mean of 54.37 where they deviate by 9.04. */
export function formatMeasured(value: number, deviation: number): string {
  if (deviation === 0) return withMinus(formatNumber(value))
  const decimals = decimalsFor(deviation)
  if (decimals === undefined) return formatSignificant(value)
  return withMinus(value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals }))
}

/** How far off at most, to the same place as `formatMeasured`: rounded up, so that it stays true. */
export function formatError(error: number, deviation: number): string {
  const decimals = decimalsFor(deviation)
  if (decimals === undefined) return formatSignificant(error)
  const unit = 10 ** -decimals
  return formatMeasured(Math.ceil(error / unit) * unit, deviation)
}

/** Undefined where the values are too close or too far apart for plain digits to be read. */
function decimalsFor(deviation: number): number | undefined {
  if (!(deviation >= 1e-4 && deviation < 1e9)) return undefined
  return Math.max(0, 2 - Math.floor(Math.log10(deviation)))
}

/** A power of ten: 10⁻⁵. */
const formatPower = (exponent: number): string =>
  `10${[...String(exponent)].map((digit) => RAISED[digit] ?? digit).join('')}`

const RAISED: Record<string, string> = {
  ...{ '-': '⁻', 0: '⁰', 1: '¹', 2: '²', 3: '³', 4: '⁴' },
  ...{ 5: '⁵', 6: '⁶', 7: '⁷', 8: '⁸', 9: '⁹' },
}

const withMinus = (text: string) => text.replace('-', '−')

/** e to the power of it: the odds ratio of a log odds. Beyond what numbers hold it says so. */
export function formatRatio(log: number): string {
  if (log > LARGEST_LOG) return `> ${formatPower(300)}`
  if (log < -LARGEST_LOG) return `< ${formatPower(-300)}`
  return formatSignificant(Math.exp(log))
}

const LARGEST_LOG = 300 * Math.LN10

/** As papers write it: what is smaller than a thousandth is that. */
export const formatChance = (p: number): string => (p < 0.001 ? '< 0.001' : formatSignificant(p))

/** Bytes as B, KB, MB …, one decimal. */
export function formatSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), units.length - 1)
  const value = bytes / 1024 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`
}

/** Date and time in the user's language. */
export function formatDateTime(date: Date | null, language: Language = getLanguage()): string {
  if (!date) return '–'
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'short' }).format(date)
}

/** To the second, for events that follow each other closely. */
export const formatMoment = (date: Date, language: Language = getLanguage()): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'medium' }).format(date)

/** The day only. */
export function formatDate(date: Date | null, language: Language = getLanguage()): string {
  if (!date) return '–'
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium' }).format(date)
}

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** "5 minutes ago", for things that happened lately. */
export function formatAgo(date: Date, now = new Date(), language: Language = getLanguage()): string {
  const relative = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' })
  const ago = date.getTime() - now.getTime()
  const step = STEPS.find(([, ms]) => Math.abs(ago) >= ms)
  if (step) return relative.format(Math.trunc(ago / step[1]), step[0])
  // Intl's Chinese word for this minute, 此刻, does not read as an age.
  return language === 'cn' ? '刚刚' : relative.format(0, 'minute')
}

/** `const f = useFormat()`: the formatters above, dates following the language switch. */
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
