import type { Entity, Token } from '@tessera/contract'

/** A tag of each kind's first token, and of a further one; 0 is outside any: as `engine/engine/targets/entities.py`. */
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

/** The entities that tags of these tokens mark. */
export function markedEntities(
  tags: readonly number[],
  tokens: readonly Token[],
  classes: readonly string[],
): Entity[] {
  const found: (Entity & { kind: number })[] = []
  let isOpen = false
  for (const [place, tag] of tags.entries()) {
    const { start, end } = tokens[place] as Token
    const last = found.at(-1)
    if (isOpen && goesOn(tag) && last?.kind === kindOf(tag)) last.end = end
    else if (tag > 0) found.push({ start, end, type: classes[kindOf(tag)] ?? '', kind: kindOf(tag) })
    isOpen = tag > 0
  }
  return found.map(({ start, end, type }) => ({ start, end, type }))
}
