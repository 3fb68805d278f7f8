import type { Entity, Token } from '@tessera/contract'

/**
 * Returns the number of tags: for each class, one for the first token of an entity and one for the others, and the tag
 * 0 for tokens outside any entity, as in `engine/engine/targets/entities.py`.
 */
export const tagsOf = (classes: readonly string[]) => 1 + 2 * classes.length
export const OUTSIDE = 0
const kindOf = (tag: number) => (tag - 1) >> 1
const goesOn = (tag: number) => tag > 0 && tag % 2 === 0

/**
 * Returns whether a tag may follow another: a tag that continues an entity may only follow a tag of the same entity.
 * `before` is a tag, or the number of tags for the beginning of a text.
 */
const isAllowed = (before: number, tag: number) => !goesOn(tag) || before === tag || before === tag - 1

/**
 * Returns the best sequence of tags for a text (Viterbi 1967). It uses the scores of each token's tags, and the scores
 * (`steps`) of the transitions from each tag, and from the beginning of the text (the last row), to each tag. Of two
 * equally good sequences, the engine's rule selects one: at the last position where they differ, the lower tag is used.
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

/** Score of a transition that is not allowed. */
const NEVER = -1e9

function placeOfMost(values: number[]): number {
  let found = 0
  for (const [place, value] of values.entries()) if (value > (values[found] as number)) found = place
  return found
}

/** Returns the entities that tags mark, each as its first token and the token after its last one. */
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
