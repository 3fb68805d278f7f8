/** Pairs of words that say yes and no, in the languages and codes that tables commonly use. */
const YES_NO: readonly (readonly [yes: string, no: string])[] = [
  ['true', 'false'],
  ['t', 'f'],
  ['yes', 'no'],
  ['y', 'n'],
  ['1', '0'],
  ['on', 'off'],
  ['是', '否'],
  ['有', '无'],
  ['真', '假'],
  ['对', '错'],
  ['阳性', '阴性'],
  ['positive', 'negative'],
  ['pos', 'neg'],
  ['+', '-'],
  ['ja', 'nein'],
  ['oui', 'non'],
  ['sí', 'no'],
  ['si', 'no'],
]
const TRUTHS = new Map(YES_NO.flatMap(([yes, no]) => [[yes, true] as const, [no, false] as const]))
const SEXES = new Map([
  ...['male', 'm', 'man', '男', '男性'].map((word) => [word, 'male'] as const),
  ...['female', 'f', 'woman', '女', '女性'].map((word) => [word, 'female'] as const),
])
/** Words of one meaning, of which a column holds those of one family. */
const FAMILIES: readonly ReadonlyMap<string, boolean | string>[] = [TRUTHS, SEXES]
const EMPTY_WIDTH = /[\u200b-\u200d\u2060\ufeff\u00ad]/g

/** A word without what spellings of one name differ in: capitals, blanks, full-width letters. */
export const foldWord = (word: string): string =>
  word.normalize('NFKC').replace(EMPTY_WIDTH, '').replace(/\s+/g, '').toLowerCase()

/** What a folded word says as an answer to yes or no; undefined where it is no such answer. */
export const truthOf = (word: string): boolean | undefined => TRUTHS.get(foldWord(word))

/** Whether one of the words says yes where this one says no: 有 beside 无, + beside -. */
export const hasYesFor = (word: string, words: readonly string[]): boolean =>
  YES_NO.some(([yes, no]) => no === foldWord(word) && words.some((other) => foldWord(other) === yes))

/** Whether these values are of the family, perhaps beside one that says "unknown". `1` beside `2` is a number, `n` beside `m` a code. */
function areOf(family: ReadonlyMap<string, unknown>, words: readonly string[]): boolean {
  const others = words.map(foldWord).filter((word) => !family.has(word))
  return others.length < words.length && others.every((word) => !/^([a-z]|[\d.,]+)$/.test(word))
}

/** What a word means among the lists of a column's values: the same for all spellings of one name. */
export function meaningsOf(lists: readonly (readonly string[])[]): (word: string) => string {
  const meanings = new Map<string, string>()
  for (const family of FAMILIES) {
    for (const word of lists.filter((words) => areOf(family, words)).flat()) {
      const meaning = family.get(foldWord(word))
      if (meaning !== undefined) meanings.set(foldWord(word), `\0${meaning}`)
    }
  }
  return (word) => meanings.get(foldWord(word)) ?? foldWord(word)
}

/** The values of a column, as its holders write them, that are spellings of one name; each group has at least two. */
export function listSpellings(lists: readonly (readonly string[])[]): string[][] {
  const words = [...new Set(lists.flat())]
  const groups = Map.groupBy(words, meaningsOf(lists))
  return [...groups.values()].filter((group) => group.length > 1).map((group) => group.toSorted())
}

/**
 * Of each group of spellings the one that all parties are advised to use, so that two parties do not swap theirs: that of
 * the most parties; of equally many the last by code points, which is lower case rather than capitals and a word rather
 * than a digit.
 */
export function preferredSpellings(lists: readonly (readonly string[])[]): string[] {
  const partiesOf = (name: string) => lists.filter((words) => words.includes(name)).length
  return listSpellings(lists).map((group) =>
    group.reduce((best, name) => (partiesOf(name) >= partiesOf(best) ? name : best)),
  )
}

export interface OwnWord {
  name: string
  rows: number
}

/**
 * For each own value the name that it could take, where it is another spelling of one: the `preferred` one, else that of the
 * other parties, or where they have none of the group, the own spelling of the most rows.
 */
export function proposeSpellings(
  own: readonly OwnWord[],
  theirs: readonly string[],
  preferred: readonly string[] = [],
): Map<string, string> {
  const meaning = meaningsOf([own.map(({ name }) => name), theirs])
  const others = Map.groupBy(theirs, meaning)
  const groups = Map.groupBy(own, ({ name }) => meaning(name))
  const proposals = new Map<string, string>()
  for (const [key, words] of groups) {
    const known = others.get(key) ?? []
    const byRows = words.toSorted((one, other) => other.rows - one.rows)
    const all = [...byRows.map(({ name }) => name), ...known]
    const adopted = all.find((name) => preferred.includes(name)) ?? all.find((name) => known.includes(name))
    const best = (adopted ?? all[0]) as string
    for (const { name } of words) if (name !== best) proposals.set(name, best)
  }
  return proposals
}
