import { charactersIn, cutTokens, entitiesOf, OUTSIDE } from '@tessera/contract'

export interface Tagged {
  tokens: string[]
  tags: string[]
}

/** A span of a text: character offsets from 0, with an exclusive end. */
export interface Entity {
  start: number
  end: number
  label: string
}

/** Splits a text into tokens with BIO tags. Returns undefined if entities overlap, are empty or exceed the text. */
export function tagText(text: string, entities: Entity[]): Tagged | undefined {
  const tokens = cutTokens(text)
  const tags = tokens.map(() => OUTSIDE)
  const length = charactersIn(text)
  let next = 0
  for (const { start, end, label } of entities.toSorted((a, b) => a.start - b.start)) {
    if (start < 0 || end > length) return undefined
    while ((tokens[next]?.end ?? end) <= start) next += 1
    const first = next
    for (; (tokens[next]?.start ?? end) < end; next += 1) tags[next] = `${next === first ? 'B' : 'I'}-${label}`
    // The previous entity overlaps this span, or the span contains no token.
    if (next === first || (tokens[first - 1]?.end ?? 0) > start) return undefined
  }
  return { tokens: tokens.map((token) => token.text), tags }
}

/** Returns the types of the entities that the tags mark, with one element per entity. */
export const kindsOf = (tags: readonly string[]): string[] => entitiesOf(tags).map(({ type }) => type)

/** Returns whether a tag lacks its entity type, such as `B-`. */
export const isUntyped = (tag: string) => /^[BIESMLU]-$/.test(tag)

const firstLines = (start: string) =>
  start
    .split(/\r\n|\n|\r/)
    .slice(0, 50)
    .filter((line) => line.trim() !== '' && !isDocumentStart(line) && !isComment(line))

/**
 * Returns whether the lines of a text contain a tag first and then its token. Read as token and tag, the tokens would
 * be taken for tags.
 */
export function looksTagFirst(start: string): boolean {
  const lines = firstLines(start).map((line) => line.trim().split(/[ \t]+/))
  const isTag = (part: string | undefined) => /^(O|[BIESMLU]-\S*)$/.test(part ?? '')
  return (
    lines.some(([tag]) => tag !== OUTSIDE && isTag(tag)) &&
    lines.every((parts) => parts.length > 1 && isTag(parts[0]) && !isTag(parts.at(-1)))
  )
}

/** Returns whether each line of a text contains a token and, at its end, a tag. */
export function looksTagged(start: string): boolean {
  const lines = firstLines(start)
  return lines.length > 0 && lines.every((line) => /\S[ \t]+(O|[BIESMLU]-\S*)\s*$/.test(line))
}

/**
 * Matches comment lines that programs write above a sentence, such as `# sent_id = 1`. A token that looks like a
 * comment has a tag at the end of its line.
 */
export const isComment = (line: string) =>
  /^#(\s*[^\s=]+(\s[^=]*)?=|begin |end |\s*new(doc|par))/.test(line) && !/\s(O|[BIESMLU]-\S+)\s*$/.test(line)

export const isDocumentStart = (line: string) => line.startsWith('-DOCSTART-')
