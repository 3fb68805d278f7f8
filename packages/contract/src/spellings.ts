/** Pairs of words for yes and no, in the languages and codes that tables commonly use. */
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
/** Families of words for the same values. A column contains words of a single family. */
const FAMILIES: readonly ReadonlyMap<string, boolean | string>[] = [TRUTHS, SEXES]
const EMPTY_WIDTH = /[\u200b-\u200d\u2060\ufeff\u00ad]/g

/** Returns a word without the differences between spellings of one name: case, spaces and full-width characters. */
export const foldWord = (word: string): string =>
  word.normalize('NFKC').replace(EMPTY_WIDTH, '').replace(/\s+/g, '').toLowerCase()

/** Returns whether a folded word means yes or no; undefined if it means neither. */
export const truthOf = (word: string): boolean | undefined => TRUTHS.get(foldWord(word))

/** Returns whether a column with these words has a "yes" of which this word is the matching "no": 有 for 无, + for -. */
export const hasYesFor = (word: string, words: readonly string[]): boolean =>
  YES_NO.some(([yes, no]) => no === foldWord(word) && words.some((other) => foldWord(other) === yes))

/**
 * Returns whether the values of a column belong to this family of words. Other values such as "unknown" are allowed,
 * but no numbers or single letters: `1` and `2` are numbers, and `n` and `m` are codes.
 */
function areOf(family: ReadonlyMap<string, unknown>, words: readonly string[]): boolean {
  const others = words.map(foldWord).filter((word) => !family.has(word))
  return others.length < words.length && others.every((word) => !/^([a-z]|[\d.,]+)$/.test(word))
}

/**
 * Returns a function that maps a word to its meaning. `lists` are the values of a column at each party. All spellings
 * of one name have the same meaning.
 */
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

/**
 * Returns the groups of values that are spellings of one name, over the parties' lists of a column's values. Each group
 * has at least two spellings.
 */
export function listSpellings(lists: readonly (readonly string[])[]): string[][] {
  const words = [...new Set(lists.flat())]
  const groups = Map.groupBy(words, meaningsOf(lists))
  return [...groups.values()].filter((group) => group.length > 1).map((group) => group.toSorted())
}

/**
 * Returns the recommended spelling of each group. The recommendation is the same for all parties, so that two parties
 * do not swap their spellings. It is the spelling that most parties use. Among equally frequent ones it is the last by
 * code point, which prefers lower case to upper case and words to digits.
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
 * Returns, for each own value that is a different spelling of a name, the proposed name: the `preferred` spelling,
 * otherwise that of the other parties, or the own spelling with the most rows if the other parties do not use the name.
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
