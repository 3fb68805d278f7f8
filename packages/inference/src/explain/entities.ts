import { type Explanation, fail, type TableRow, type TokensInput } from '@tessera/contract'
import type { ScoredText } from '../batches.ts'
import type { InferenceRuntime, ModelFile } from '../runtime.ts'
import { likeliestTags, markedSpans, OUTSIDE, tagsOf } from '../tagging.ts'
import { CLOSE } from './exact.ts'

/**
 * Number of tokens on each side that affect the scores of a token's tags, as in `engine/engine/learners/tagging.py`.
 */
const REACH = 2
/** A token that adds zero to every score. */
const NOTHING = ''

/** Returns how much is added to the score of a tag. */
type Added = (tag: number) => number

/** How much a token adds to the scores of tags, given the position of the token and that of a nearby token. */
type AddedBy = (place: number, to: number) => Added

type Span = ReturnType<typeof markedSpans>[number]

/**
 * Explains why each entity is marked. The score of a tag is a sum of a constant and, for each nearby token, of what the
 * token adds alone and together with the next token. So the effect of a token is the difference between two scores of
 * an otherwise empty text: with this token and the next one, and with only the next one. The probability of tags is
 * exp(scores and transitions) divided by a sum that is the same for all tags, so differences of scores are log odds.
 * Fails if the scores of the model are not such a sum.
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
    method: 'summed',
    unit: 'log-odds',
    class: null,
    against: null,
    columns: [],
    untold: [],
    entities: spans.map((span) => explainMark(text, tags, span, { addedBy, always })),
  }
}

/**
 * Returns a text with as many tokens as a score depends on. Only the given token, in the middle, and the next one are
 * not empty.
 */
function amongNothing(token: string, next: string): string[] {
  const tokens = new Array<string>(2 * REACH + 1).fill(NOTHING)
  tokens.splice(REACH, 2, token, next)
  return tokens
}

const scoreOf =
  ({ scores, classes }: ScoredText, place: number): Added =>
  (tag) =>
    scores[place * tagsOf(classes) + tag] ?? Number.NaN

/** Returns the positions of the tokens on which an entity's tags depend. */
function placesNear({ first, end }: Span, { tokens }: ScoredText): number[] {
  const [from, to] = [Math.max(0, first - REACH), Math.min(tokens.length, end + REACH)]
  return tokens.slice(from, to).map((_token, at) => from + at)
}

/** Explains why an entity is marked, compared with no entity at its position and all other tags unchanged. */
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
  const total = terms.reduce((all, term) => all + term, 0)
  if (!(Math.abs(total - gained((place) => scoreOf(text, place))) <= CLOSE * scale)) fail('inference.why-entities')
  return {
    start: text.tokens[first]?.start ?? 0,
    end: text.tokens[end - 1]?.end ?? 0,
    type: text.classes[kind] ?? '',
    pieces: effects.map(({ place, effect }, at) => ({ text: lettersOf(text, place, at + 1 < effects.length), effect })),
    neighbours: stepsOf(text, tags, span) - stepsOf(text, [...tags].fill(OUTSIDE, first, end), span),
    always: gained(() => always),
  }
}

/**
 * Returns the characters of a token, and the text between it and the next token if the next token is explained, too.
 */
function lettersOf({ text, tokens }: ScoredText, place: number, hasNext: boolean): string {
  const { start = 0, end } = tokens[place] ?? {}
  return Array.from(text)
    .slice(start, hasNext ? tokens[place + 1]?.start : end)
    .join('')
}

/**
 * Returns the sum of the scores of the transitions into an entity's tags, and from its last tag to the following tag.
 */
function stepsOf({ steps, classes }: ScoredText, tags: readonly number[], { first, end }: Span): number {
  const count = tagsOf(classes)
  return tags.slice(first, end + 1).reduce((sum, tag, at) => {
    const before = first + at === 0 ? count : (tags[first + at - 1] as number)
    return sum + (steps[before * count + tag] as number)
  }, 0)
}
