import { areOpposite } from './opposites.ts'
import { meaningOf } from './synonyms.ts'

/** A column's name taken apart, so that it can be compared with another that was written in another way. */
export interface TakenApart {
  words: string[]
  /** All words together. */
  compact: string
  /** Its numbers, in order: `x1` is never `x2`. */
  digits: string
  meaning: number | undefined
  unit: string
}

/** Whose it is says nothing of what it is. */
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

export function takeApart(name: string): TakenApart {
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

/** Full-width characters, letter case, camelCase, underscores, points and spaces make no difference. */
function wordsOf(name: string): string[] {
  return name
    .normalize('NFKC')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** `glucose (mg/dL)`: of two units the numbers are not the same. */
function findUnit(words: string[]): { name: string; words: string[] } {
  for (const count of [2, 1]) {
    const name = words.slice(-count).join('')
    if (words.length > count && UNITS.includes(name)) return { name, words: words.slice(0, -count) }
  }
  return { name: '', words }
}

/** How much speaks for two names meaning the same; 0 is too little to say so. */
export type Evidence = 0 | 1 | 2 | 3

/** 3 the same but for its writing; 2 the same meaning, or the same words in another order; 1 shortened, mistyped, or in a unit that only one names. */
export function weighNames(one: TakenApart, other: TakenApart): Evidence {
  if (one.unit && other.unit && one.unit !== other.unit) return 0
  const evidence = weighWords(one, other)
  if (one.unit === other.unit) return evidence
  // The other may well be in another unit: more than that must not be doubtful.
  return evidence > 1 ? 1 : 0
}

function weighWords(one: TakenApart, other: TakenApart): Evidence {
  if (one.compact === other.compact) return 3
  if (one.meaning !== undefined && one.meaning === other.meaning) return 2
  if (one.words.length > 1 && one.words.toSorted().join(' ') === other.words.toSorted().join(' ')) return 2
  // What is known to mean something else is not mistyped.
  if (one.digits !== other.digits || (one.meaning !== undefined && other.meaning !== undefined)) return 0
  return isShortened(one.words, other.words) || isMistyped(one.words, other.words) ? 1 : 0
}

/** One of several, `lesion` and `lesions`; or word by word the same or shortened, `mean_rad` and `mean radius`. */
function isShortened(one: string[], other: string[]): boolean {
  if (one.length !== other.length) return false
  const pairs = one.map((word, index) => [word, other[index] ?? ''].toSorted((a, b) => a.length - b.length))
  if (pairs.every(([short, long]) => short === long || `${short}s` === long)) return true
  // Another word must agree wholly: `card` is no `cardiac`.
  const agrees = pairs.some(([short = '', long]) => short === long && short.length >= 3)
  return agrees && pairs.every(([short = '', long = '']) => short === long || isBeginning(short, long))
}

const SIGN_OF_ITS_OWN = /[\p{Script=Han}\p{N}]/u

/** In Chinese a phrase has no spaces, and what it goes on with makes another thing of it. */
const isBeginning = (short: string, long: string) =>
  short.length >= 3 && long.startsWith(short) && !SIGN_OF_ITS_OWN.test(long.slice(short.length))

/** Word by word the same but for one slip in all, in a long word and not at its beginning. */
function isMistyped(one: string[], other: string[]): boolean {
  if (one.length !== other.length) return false
  const pairs = one.map((word, index) => [word, other[index] ?? ''] as const).filter(([a, b]) => a !== b)
  const [[a, b] = ['', '']] = pairs
  const isNear = pairs.length === 1 && a[0] === b[0] && Math.min(a.length, b.length) >= 8 && distance(a, b) === 1
  return isNear && !SIGN_OF_ITS_OWN.test(differing(a, b)) && !areOpposite(a, b)
}

/** What two words do not begin or end with alike. */
function differing(one: string, other: string): string {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start += 1
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  return one.slice(start, one.length - end) + other.slice(start, other.length - end)
}

/** Letters to change, add or leave out. */
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
