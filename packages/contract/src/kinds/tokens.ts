import { z } from 'zod'

/**
 * Texts split into tokens, one text per row, as code points. Only the first `longest` tokens, and `letters` characters
 * of each, are read.
 */
export const TokensInput = z.object({
  kind: z.literal('tokens'),
  /** Name of the graph's input. */
  name: z.string(),
  column: z.string(),
  longest: z.number().int().positive().max(10_000),
  letters: z.number().int().positive().max(100),
})
export type TokensInput = z.infer<typeof TokensInput>

/** The columns of tokens and of their tags, in an upload of tokenised texts. */
export const TOKENS_COLUMN = 'tokens'
export const TAGS_COLUMN = 'tags'

/** An entity: a part of a text and its type. Places count characters from 0 as Python does, excluding the end. */
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

/** Chinese and Japanese are written without spaces: there a token is a character, elsewhere a word. */
const TOKEN =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[[\p{L}\p{M}\p{N}_]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]]+|\S/gv

/** Splits a text into tokens with their places. */
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

/**
 * Returns the number of characters as Python counts them, because Python wrote most files with entities: a character
 * outside the basic plane counts once.
 */
export function charactersIn(text: string): number {
  let count = 0
  for (const _character of text) count += 1
  return count
}

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uffef]/u

/**
 * Returns what separates two tokens: a space between words; nothing between Chinese characters or before punctuation
 * that ends a sentence.
 */
export function gapBetween(before: string, after: string): '' | ' ' {
  if (UNSPACED.test(before.slice(-1)) || UNSPACED.test(after.slice(0, 1))) return ''
  return /^[.,;:!?%)\]}’”']/.test(after) || /[([{‘“]$/.test(before) ? '' : ' '
}

/** Joins tokens to a readable text. Returns it with the places of the tokens. */
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

/** Returns the entities that tags mark, by places among the tokens. Tags without B and I mark one entity per run. */
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

/**
 * Returns the entities that a row has in its tags, with their places in the text of its tokens; undefined if either
 * cannot be read.
 */
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

/** Compares entities of one text: those predicted and present, those missed, and false alarms. */
export function matchEntities(there: readonly Entity[], predicted: readonly Entity[]) {
  const isIn = (entities: readonly Entity[]) => (one: Entity) => entities.some((other) => isSameEntity(other, one))
  return {
    found: there.filter(isIn(predicted)),
    missed: there.filter((one) => !isIn(predicted)(one)),
    falseAlarms: predicted.filter((one) => !isIn(there)(one)),
  }
}

/** Returns a row's list of texts, as the edge stores tokens and tags; undefined if the value is not one. */
export function listIn(value: unknown): string[] | undefined {
  if (typeof value !== 'string' || !value.startsWith('[')) return undefined
  try {
    const list: unknown = JSON.parse(value)
    return Array.isArray(list) && list.every((one) => typeof one === 'string') ? list : undefined
  } catch {
    return undefined
  }
}
