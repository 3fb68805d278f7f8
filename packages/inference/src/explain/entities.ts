import { type Explanation, fail, type TableRow, type TokensInput } from '@tessera/contract'
import type { ScoredText } from '../batches.ts'
import type { InferenceRuntime, ModelFile } from '../runtime.ts'
import { likeliestTags, markedSpans, OUTSIDE, tagsOf } from '../tagging.ts'
import { CLOSE } from './exact.ts'

/** Tokens on either side that the scores of a token's tags depend on: as `engine/engine/learners/tagging.py`. */
const REACH = 2
/** A token that adds nothing. */
const NOTHING = ''

/** What is added to a tag's score. */
type Added = (tag: number) => number

/** By the place of a token and that of one within its reach, what the former adds to the scores of the latter's tags. */
type AddedBy = (place: number, to: number) => Added

type Span = ReturnType<typeof markedSpans>[number]

/**
 * What each entity is marked for. A tag's score adds up what it always has and what each token round it adds, by itself and
 * with the next one: so that is what is missing where only the next one is there, and nothing else of the text. Tags have
 * the chance exp(scores and steps) over a sum that is the same for all, so differences of the former are log odds. Fails
 * of a model that does not add up so.
 */
export async function explainEntities(
  runtime: InferenceRuntime,
  file: ModelFile,
  input: TokensInput,
  row: TableRow,
): Promise<Explanation> {
  const [text] = (await runtime.score(file, [row])) as [ScoredText]
  const tags = likeliestTags(text.scores, text.steps, tagsOf(text.classes))
  const spans = markedSpans(tags)
  const near = [...new Set(spans.flatMap((span) => placesNear(span, text)))]
  const alone = near.flatMap((place) => {
    const [token, next] = [text.tokens[place]?.text ?? NOTHING, text.tokens[place + 1]?.text ?? NOTHING]
    return [amongNothing(token, next), amongNothing(NOTHING, next)]
  })
  const [nothing, ...scored] = (await runtime.score(
    file,
    [amongNothing(NOTHING, NOTHING), ...alone].map((tokens) => ({ [input.column]: JSON.stringify(tokens) })),
  )) as [ScoredText, ...ScoredText[]]
  const addedBy: AddedBy = (place, to) => {
    const [there, gone] = scored.slice(2 * near.indexOf(place)) as [ScoredText, ScoredText]
    const at = REACH + to - place
    return (tag) => scoreOf(there, at)(tag) - scoreOf(gone, at)(tag)
  }
  const always = scoreOf(nothing, REACH)
  return {
    ...{ method: 'summed', unit: 'log-odds', class: null, against: null, columns: [], untold: [] },
    entities: spans.map((span) => explainMark(text, tags, span, { addedBy, always })),
  }
}

/** A text of as many tokens as such a score depends on: this one in its middle, the next one behind it. */
function amongNothing(token: string, next: string): string[] {
  const tokens = new Array<string>(2 * REACH + 1).fill(NOTHING)
  tokens.splice(REACH, 2, token, next)
  return tokens
}

const scoreOf =
  ({ scores, classes }: ScoredText, place: number): Added =>
  (tag) =>
    scores[place * tagsOf(classes) + tag] ?? Number.NaN

/** The tokens that an entity's tags depend on. */
function placesNear({ first, end }: Span, { tokens }: ScoredText): number[] {
  const [from, to] = [Math.max(0, first - REACH), Math.min(tokens.length, end + REACH)]
  return tokens.slice(from, to).map((_token, at) => from + at)
}

/** Of an entity's mark against none there, all others as they are. */
function explainMark(
  text: ScoredText,
  tags: number[],
  span: Span,
  { addedBy, always }: { addedBy: AddedBy; always: Added },
) {
  const { first, end, kind } = span
  const own = tags.slice(first, end).map((tag, at) => ({ place: first + at, tag }))
  const gained = (of: (place: number) => Added) =>
    own.reduce((sum, { place, tag }) => sum + of(place)(tag) - of(place)(OUTSIDE), 0)
  const effects = placesNear(span, text).map((place) => ({
    place,
    effect: gained((to) => (Math.abs(to - place) > REACH ? () => 0 : addedBy(place, to))),
  }))
  const terms = [...effects.map(({ effect }) => effect), gained(() => always)]
  const scale = terms.reduce((all, term) => all + Math.abs(term), 1)
  const said = terms.reduce((all, term) => all + term, 0)
  if (!(Math.abs(said - gained((place) => scoreOf(text, place))) <= CLOSE * scale)) fail('inference.why-entities')
  return {
    ...{ start: text.tokens[first]?.start ?? 0, end: text.tokens[end - 1]?.end ?? 0, type: text.classes[kind] ?? '' },
    pieces: effects.map(({ place, effect }, at) => ({ text: lettersOf(text, place, at + 1 < effects.length), effect })),
    neighbours: stepsOf(text, tags, span) - stepsOf(text, [...tags].fill(OUTSIDE, first, end), span),
    always: gained(() => always),
  }
}

/** A token's characters, and what stands between it and the next one where that is told of too. */
function lettersOf({ text, tokens }: ScoredText, place: number, hasNext: boolean): string {
  const { start = 0, end } = tokens[place] ?? {}
  return Array.from(text)
    .slice(start, hasNext ? tokens[place + 1]?.start : end)
    .join('')
}

/** Of the steps into an entity's tags, and from its last one into what stands behind it. */
function stepsOf({ steps, classes }: ScoredText, tags: readonly number[], { first, end }: Span): number {
  const count = tagsOf(classes)
  return tags.slice(first, end + 1).reduce((sum, tag, at) => {
    const before = first + at === 0 ? count : (tags[first + at - 1] as number)
    return sum + (steps[before * count + tag] as number)
  }, 0)
}
