import { z } from 'zod'

/**
 * The input of a model for texts that are split into tokens, one text per row, as code points. The model reads only the
 * first `longest` tokens of a text, and the first `letters` characters of each token.
 */
export const TokensInput = z.object({
  kind: z.literal('tokens'),
  /** Name of the input of the model's ONNX graph. */
  name: z.string(),
  column: z.string(),
  longest: z.number().int().positive().max(10_000),
  letters: z.number().int().positive().max(100),
})
export type TokensInput = z.infer<typeof TokensInput>

/**
 * An entity: a part of a text, and its type. Positions count characters from 0, as Python does, and the end is
 * exclusive.
 */
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

/** Matches a token: a character in Chinese and Japanese, which are written without spaces, and otherwise a word. */
const TOKEN =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[[\p{L}\p{M}\p{N}_]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]]+|\S/gv

/** Splits a text into tokens with their positions. */
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
 * Returns the number of characters in the way Python counts them, because most files with entities are written by
 * Python: a character outside the basic multilingual plane counts once.
 */
export function charactersIn(text: string): number {
  let count = 0
  for (const _character of text) count += 1
  return count
}

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uffef]/u

/**
 * Returns the text between two tokens: a space between words; nothing between Chinese characters and before punctuation
 * that ends a sentence.
 */
export function gapBetween(before: string, after: string): '' | ' ' {
  if (UNSPACED.test(before.slice(-1)) || UNSPACED.test(after.slice(0, 1))) return ''
  return /^[.,;:!?%)\]}’”']/.test(after) || /[([{‘“]$/.test(before) ? '' : ' '
}

/** Joins tokens to a readable text. Returns the text with the positions of the tokens in it. */
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

/**
 * Returns the entities that tags mark, by the positions of their tokens. Without the prefixes B and I, consecutive
 * equal tags mark one entity.
 */
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
 * Returns the entities that a row's tags mark, with their positions in the text of the row's tokens; undefined if
 * tokens or tags cannot be read.
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

/**
 * Compares the entities of one text: those that are both present and predicted, those that were missed, and the false
 * alarms.
 */
export function matchEntities(there: readonly Entity[], predicted: readonly Entity[]) {
  const isIn = (entities: readonly Entity[]) => (one: Entity) => entities.some((other) => isSameEntity(other, one))
  return {
    found: there.filter(isIn(predicted)),
    missed: there.filter((one) => !isIn(predicted)(one)),
    falseAlarms: predicted.filter((one) => !isIn(there)(one)),
  }
}

/**
 * Returns a row's list of texts in the form in which the edge stores tokens and tags; undefined if the value is not
 * such a list.
 */
export function listIn(value: unknown): string[] | undefined {
  if (typeof value !== 'string' || !value.startsWith('[')) return undefined
  try {
    const list: unknown = JSON.parse(value)
    return Array.isArray(list) && list.every((one) => typeof one === 'string') ? list : undefined
  } catch {
    return undefined
  }
}
