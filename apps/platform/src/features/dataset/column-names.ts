import { areOpposite } from './opposites.ts'
import { meaningOf } from './synonyms.ts'

/** A column's name, split into the parts by which it is compared with names that are written differently. */
export interface TakenApart {
  words: string[]
  /** All words of the column's name, joined without separators. */
  compact: string
  /** The numbers in the name, in their order: `x1` never equals `x2`. */
  digits: string
  meaning: number | undefined
  unit: string
}

/** Words that name the owner of a value. They do not change what a column means. */
const OWNERS = new Set(['patient', 'pt', 'subject', 'customer', 'client', 'person'])
const OWNER_CN = /^(患者|病人|受试者|客户|用户)(?=.{2})/
const UNITS = [
  'cm',
  'kg',
  'lb',
  'lbs',
  'inch',
  'mmhg',
  'bpm',
  'mgdl',
  'mmoll',
  'umoll',
  'gl',
  'gdl',
  'usd',
  'cny',
  'rmb',
]

export function storeDifferingColumns(name: string): TakenApart {
  const all = wordsOf(name)
  const unit = findUnit(all)
  const words = unit.words.filter((word) => !OWNERS.has(word)).map((word) => word.replace(OWNER_CN, ''))
  const kept = words.length > 0 ? words : all
  const compact = kept.join('')
  return {
    words: kept,
    compact,
    digits: (compact.match(/\d+/g) ?? []).join(' '),
    meaning: meaningOf(compact),
    unit: unit.name,
  }
}

/** Splits a name into words. Full-width characters, case, camelCase, underscores, points and spaces do not matter. */
function wordsOf(name: string): string[] {
  return name
    .normalize('NFKC')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** Finds the unit in a name, as in `glucose (mg/dL)`. Numbers in two units are not comparable. */
function findUnit(words: string[]): { name: string; words: string[] } {
  for (const count of [2, 1]) {
    const name = words.slice(-count).join('')
    if (words.length > count && UNITS.includes(name)) return { name, words: words.slice(0, -count) }
  }
  return { name: '', words }
}

/** Strength of the evidence that two names mean the same. 0 is insufficient. */
export type Evidence = 0 | 1 | 2 | 3

/**
 * Compares two names and returns the evidence: 3 if they are equal except for spelling; 2 for the same meaning, or the
 * same words in another order; 1 for a shortened or mistyped name, or a unit in one name only.
 */
export function weighNames(one: TakenApart, other: TakenApart): Evidence {
  if (one.unit && other.unit && one.unit !== other.unit) return 0
  const evidence = weighWords(one, other)
  if (one.unit === other.unit) return evidence
  // If only one name has a unit, the other column may use another unit, so the names must be equal otherwise.
  return evidence > 1 ? 1 : 0
}

function weighWords(one: TakenApart, other: TakenApart): Evidence {
  if (one.compact === other.compact) return 3
  if (one.meaning !== undefined && one.meaning === other.meaning) return 2
  if (one.words.length > 1 && one.words.toSorted().join(' ') === other.words.toSorted().join(' ')) return 2
  // Names with different known meanings are not typing errors of each other.
  if (one.digits !== other.digits || (one.meaning !== undefined && other.meaning !== undefined)) return 0
  return isShortened(one.words, other.words) || isMistyped(one.words, other.words) ? 1 : 0
}

/**
 * Returns whether two names are singular and plural (`lesion`, `lesions`), or each word of one equals or shortens a
 * word of the other (`mean_rad`, `mean radius`).
 */
function isShortened(one: string[], other: string[]): boolean {
  if (one.length !== other.length) return false
  const pairs = one.map((word, index) => [word, other[index] ?? ''].toSorted((a, b) => a.length - b.length))
  if (pairs.every(([short, long]) => short === long || `${short}s` === long)) return true
  // At least one pair of words must be equal: `card` is not a short form of `cardiac`.
  const agrees = pairs.some(([short = '', long]) => short === long && short.length >= 3)
  return agrees && pairs.every(([short = '', long = '']) => short === long || isBeginning(short, long))
}

const SIGN_OF_ITS_OWN = /[\p{Script=Han}\p{N}]/u

/**
 * Returns whether one word begins with the other. Chinese words are excluded: a Chinese phrase has no spaces, and more
 * characters change its meaning.
 */
const isBeginning = (short: string, long: string) =>
  short.length >= 3 && long.startsWith(short) && !SIGN_OF_ITS_OWN.test(long.slice(short.length))

/** Returns whether two names are equal except for one typing error, in a long word and not at its start. */
function isMistyped(one: string[], other: string[]): boolean {
  if (one.length !== other.length) return false
  const pairs = one.map((word, index) => [word, other[index] ?? ''] as const).filter(([a, b]) => a !== b)
  const [[a, b] = ['', '']] = pairs
  const isNear = pairs.length === 1 && a[0] === b[0] && Math.min(a.length, b.length) >= 8 && distance(a, b) === 1
  return isNear && !SIGN_OF_ITS_OWN.test(differing(a, b)) && !areOpposite(a, b)
}

/** Returns the parts in which two words differ. */
function differing(one: string, other: string): string {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start += 1
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  return one.slice(start, one.length - end) + other.slice(start, other.length - end)
}

/** Returns the number of letters to change, add or delete (edit distance). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_none, index) => index)
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1]
    for (let j = 0; j < other.length; j++) {
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (other[j] === letter ? 0 : 1)))
    }
    row = next
  }
  return row[other.length] ?? 0
}
