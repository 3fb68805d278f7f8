import { expect, test } from 'vitest'
import { likeliestTags, markedEntities } from './tagging.ts'

const TAGS = 5

/** Returns pseudo-random numbers that depend only on the seed. */
function numbers(count: number, seed: number): Float64Array {
  return Float64Array.from({ length: count }, (_one, at) => Math.sin((at + 1) * 12.9898 + seed * 78.233) * 3)
}

/** Returns every sequence of tags in which entities are continued only after they began. */
function waysThrough(tokens: number): number[][] {
  if (tokens === 0) return [[]]
  return waysThrough(tokens - 1).flatMap((way) =>
    Array.from({ length: TAGS }, (_one, tag) => [...way, tag]).filter((longer) => {
      const [before, tag] = [longer.at(-2), longer.at(-1) as number]
      return tag === 0 || tag % 2 === 1 || before === tag || before === tag - 1
    }),
  )
}

test.each([1, 2, 3, 4, 5, 6])(
  'finds the best of all tag sequences for %i tokens',
  { meta: { spec: 'screens.inference-result-entities' } },
  (seed) => {
    const tokens = 1 + (seed % 5)
    const [scores, steps] = [numbers(tokens * TAGS, seed), numbers((TAGS + 1) * TAGS, seed + 10)]
    const scoreOf = (way: number[]) =>
      way.reduce((sum, tag, place) => {
        const before = place === 0 ? TAGS : (way[place - 1] as number)
        return sum + (scores[place * TAGS + tag] as number) + (steps[before * TAGS + tag] as number)
      }, 0)
    const ways = waysThrough(tokens)
    const best = ways.reduce((one, other) => (scoreOf(other) > scoreOf(one) ? other : one))
    expect(likeliestTags(scores, steps, TAGS)).toEqual(best)
  },
)

test('returns no tags for a text without tokens', () => {
  expect(likeliestTags(new Float64Array(), numbers(30, 1), TAGS)).toEqual([])
})

test('converts tags to entities at the positions of their tokens', () => {
  const tokens = ['Ann', 'Lee', 'Bob', 'took', 'Ibu'].map((text, at) => ({ text, start: at * 5, end: at * 5 + 4 }))
  expect(markedEntities([1, 2, 1, 0, 3], tokens, ['WHO', 'DRUG'])).toEqual([
    { start: 0, end: 9, type: 'WHO' },
    { start: 10, end: 14, type: 'WHO' },
    { start: 20, end: 24, type: 'DRUG' },
  ])
})
