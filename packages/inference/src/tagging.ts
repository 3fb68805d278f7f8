import type { Entity, Token } from '@tessera/contract'

/** A tag of each kind's first token, and of a further one; 0 is outside any: as `engine/engine/targets/entities.py`. */
export const tagsOf = (classes: readonly string[]) => 1 + 2 * classes.length
export const OUTSIDE = 0
const kindOf = (tag: number) => (tag - 1) >> 1
const goesOn = (tag: number) => tag > 0 && tag % 2 === 0

/** An entity goes on only where it began. `before` is a tag, or how many there are: a text's beginning. */
const isAllowed = (before: number, tag: number) => !goesOn(tag) || before === tag || before === tag - 1

/**
 * The tags of the best way through a text (Viterbi 1967) by scores of its tokens' tags, one token after the other, and of
 * steps: from each tag, and last from a text's beginning, into each. Of two that are as good, the one whose last tag that
 * differs comes first, as in the engine.
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

/** What a step costs that no tags have. */
const NEVER = -1e9

function placeOfMost(values: number[]): number {
  let found = 0
  for (const [place, value] of values.entries()) if (value > (values[found] as number)) found = place
  return found
}

/** Where tags mark entities among their tokens, from the first one to the one behind the last. */
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

/** The entities that tags of these tokens mark. */
export const markedEntities = (
  tags: readonly number[],
  tokens: readonly Token[],
  classes: readonly string[],
): Entity[] =>
  markedSpans(tags).map(({ first, end, kind }) => ({
    ...{ start: (tokens[first] as Token).start, end: (tokens[end - 1] as Token).end },
    type: classes[kind] ?? '',
  }))
