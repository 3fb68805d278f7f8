import { z } from 'zod'

/** Texts cut into tokens, a text a row: code points go in, behind `longest` tokens and `letters` characters of each nothing is read. */
export const TokensInput = z.object({
  kind: z.literal('tokens'),
  /** Of the graph's input. */
  name: z.string(),
  column: z.string(),
  longest: z.number().int().positive().max(10_000),
  letters: z.number().int().positive().max(100),
})
export type TokensInput = z.infer<typeof TokensInput>

/** Of an upload of texts that are cut into tokens: the column of these, and of their tags. */
export const TOKENS_COLUMN = 'tokens'
export const TAGS_COLUMN = 'tags'

/** Part of a text, in characters from 0 as Python counts them, its end left out: what it is an entity of. */
export const Entity = z.object({
  start: z.number().int().nonnegative(),
  end: z.number().int().positive(),
  type: z.string(),
})
export type Entity = z.infer<typeof Entity>

export interface Token {
  text: string
  start: number
  end: number
}

/** Chinese and Japanese are written without spaces: there a character is a token, elsewhere a word. */
const TOKEN =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[[\p{L}\p{M}\p{N}_]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]]+|\S/gv

/** A text's tokens, where they stand in it. */
export function cutTokens(text: string): Token[] {
  let read = 0
  let characters = 0
  return [...text.matchAll(TOKEN)].map(({ 0: token, index }) => {
    characters += charactersIn(text.slice(read, index))
    const start = characters
    characters += charactersIn(token)
    read = index + token.length
    return { text: token, start, end: characters }
  })
}

/** As Python counts them, which wrote most files with entities: a character outside the basic plane is one. */
export function charactersIn(text: string): number {
  let count = 0
  for (const _character of text) count += 1
  return count
}

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uffef]/u

/** What stands between two tokens: words are set apart by a space; characters of Chinese and what closes a sentence are not. */
export function gapBetween(before: string, after: string): '' | ' ' {
  if (UNSPACED.test(before.slice(-1)) || UNSPACED.test(after.slice(0, 1))) return ''
  return /^[.,;:!?%)\]}’”']/.test(after) || /[([{‘“]$/.test(before) ? '' : ' '
}

/** A text that reads as its tokens did, and where these stand in it. */
export function joinTokens(tokens: readonly string[]): { text: string; tokens: Token[] } {
  let text = ''
  let characters = 0
  let before: string | undefined
  const placed = tokens.map((token) => {
    const gap = before === undefined ? '' : gapBetween(before, token)
    text += gap
    characters += gap.length
    const start = characters
    text += token
    characters += charactersIn(token)
    before = token
    return { text: token, start, end: characters }
  })
  return { text, tokens: placed }
}

const TAG = /^([BIESMLU])-(.+)$/s
export const OUTSIDE = 'O'

/** The entities that tags mark, by places among the tokens. Tags without B and I mark one by every run. */
export function entitiesOf(tags: readonly string[]): { first: number; end: number; type: string }[] {
  const found: { first: number; end: number; type: string }[] = []
  let open: (typeof found)[number] | undefined
  for (const [place, tag] of tags.entries()) {
    const [, where = 'I', type = tag] = TAG.exec(tag) ?? []
    if (tag === OUTSIDE) {
      open = undefined
      continue
    }
    if (!open || type !== open.type || 'BSU'.includes(where)) {
      open = { first: place, end: place, type }
      found.push(open)
    }
    open.end = place + 1
    if ('ESLU'.includes(where)) open = undefined
  }
  return found
}

/** The entities that a row has in its tags, where they stand in the text that its tokens make; undefined where it has none of either. */
export function markedIn(tokens: unknown, tags: unknown): { text: string; entities: Entity[] } | undefined {
  const [words, marks] = [listIn(tokens), listIn(tags)]
  if (!words || words.length !== marks?.length) return undefined
  const joined = joinTokens(words)
  const entities = entitiesOf(marks).map(({ first, end, type }) => {
    return { start: joined.tokens[first]?.start ?? 0, end: joined.tokens[end - 1]?.end ?? 0, type }
  })
  return { text: joined.text, entities }
}

export const isSameEntity = (one: Entity, other: Entity) =>
  one.start === other.start && one.end === other.end && one.type === other.type

/** The entities of one text: those that are said and there, those only there, and those only said. */
export function matchEntities(there: readonly Entity[], said: readonly Entity[]) {
  const isIn = (entities: readonly Entity[]) => (one: Entity) => entities.some((other) => isSameEntity(other, one))
  return {
    found: there.filter(isIn(said)),
    missed: there.filter((one) => !isIn(said)(one)),
    falseAlarms: said.filter((one) => !isIn(there)(one)),
  }
}

/** A row's list of texts, as the edge keeps tokens and tags; undefined where it is none. */
export function listIn(value: unknown): string[] | undefined {
  if (typeof value !== 'string' || !value.startsWith('[')) return undefined
  try {
    const list: unknown = JSON.parse(value)
    return Array.isArray(list) && list.every((one) => typeof one === 'string') ? list : undefined
  } catch {
    return undefined
  }
}
