import type { Entity, Token } from '@tessera/contract'

/**
 * Number of tags: for each class one for the first token and one for further tokens, plus 0 for tokens outside any
 * entity, as in `engine/engine/targets/entities.py`.
 */
export const tagsOf = (classes: readonly string[]) => 1 + 2 * classes.length
export const OUTSIDE = 0
const kindOf = (tag: number) => (tag - 1) >> 1
const goesOn = (tag: number) => tag > 0 && tag % 2 === 0

/**
 * Returns whether a tag may follow: an entity continues only where it began. `before` is a tag, or the number of tags
 * for the beginning of a text.
 */
const isAllowed = (before: number, tag: number) => !goesOn(tag) || before === tag || before === tag - 1

/**
 * Returns the best sequence of tags for a text (Viterbi 1967), by the scores of each token's tags and by the transition
 * scores (`steps`) from each tag, and from the beginning of the text (the last row), into each tag. Between two equally
 * good sequences, the engine's rule applies: at the last place where they differ, the lower tag wins.
 */
export function likeliestTags(scores: Float64Array, steps: Float64Array, tags: number): number[] {
  const tokens = scores.length / tags
  if (tokens === 0) return []
  const step = (before: number, tag: number) =>
    isAllowed(before, tag) ? (steps[before * tags + tag] as number) : NEVER
  const every = Array.from({ length: tags }, (_one, tag) => tag)
  let best = every.map((tag) => (scores[tag] as number) + step(tags, tag))
  const pointers: number[][] = []
  for (let place = 1; place < tokens; place += 1) {
    const from = every.map((tag) => placeOfMost(every.map((before) => (best[before] as number) + step(before, tag))))
    best = every.map((tag) => {
      const before = from[tag] as number
      return (best[before] as number) + step(before, tag) + (scores[place * tags + tag] as number)
    })
    pointers.push(from)
  }
  const found = [placeOfMost(best)]
  for (const from of pointers.toReversed()) found.push(from[found.at(-1) as number] as number)
  return found.toReversed()
}

/** The score of an impossible transition. */
const NEVER = -1e9

function placeOfMost(values: number[]): number {
  let found = 0
  for (const [place, value] of values.entries()) if (value > (values[found] as number)) found = place
  return found
}

/** Returns the entities that tags mark, each from its first token to the one after its last. */
export function markedSpans(tags: readonly number[]): { first: number; end: number; kind: number }[] {
  const found: ReturnType<typeof markedSpans> = []
  let isOpen = false
  for (const [place, tag] of tags.entries()) {
    const last = found.at(-1)
    if (isOpen && goesOn(tag) && last?.kind === kindOf(tag)) last.end = place + 1
    else if (tag > 0) found.push({ first: place, end: place + 1, kind: kindOf(tag) })
    isOpen = tag > 0
  }
  return found
}

/** Returns the entities that the tags of these tokens mark. */
export const markedEntities = (
  tags: readonly number[],
  tokens: readonly Token[],
  classes: readonly string[],
): Entity[] =>
  markedSpans(tags).map(({ first, end, kind }) => ({
    start: (tokens[first] as Token).start,
    end: (tokens[end - 1] as Token).end,
    type: classes[kind] ?? '',
  }))
