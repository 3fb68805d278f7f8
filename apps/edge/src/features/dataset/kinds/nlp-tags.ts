/** Chinese and Japanese are written without spaces: there a character is a token, elsewhere a word. */
const TOKEN =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[[\p{L}\p{M}\p{N}_]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]]+|\S/gv
const TAG = /^([BIESMLU])-(.+)$/
export const OUTSIDE = 'O'

export interface Tagged {
  tokens: string[]
  tags: string[]
}

/** Part of a text, in characters from 0, its end left out. */
export interface Entity {
  start: number
  end: number
  label: string
}

/** A text cut into tokens with BIO tags; undefined where entities overlap, are empty or lie outside. */
export function tagText(text: string, entities: Entity[]): Tagged | undefined {
  const tokens = cut(text)
  const tags = tokens.map(() => OUTSIDE)
  const length = charactersIn(text)
  let next = 0
  for (const { start, end, label } of entities.toSorted((a, b) => a.start - b.start)) {
    if (start < 0 || end > length) return undefined
    while ((tokens[next]?.end ?? end) <= start) next += 1
    const first = next
    for (; (tokens[next]?.start ?? end) < end; next += 1) tags[next] = `${next === first ? 'B' : 'I'}-${label}`
    // The one before reaches this far, or there is nothing in between.
    if (next === first || (tokens[first - 1]?.end ?? 0) > start) return undefined
  }
  return { tokens: tokens.map((token) => token.text), tags }
}

function cut(text: string): { text: string; start: number; end: number }[] {
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

/** As Python counts them, which wrote most such files: a character outside the basic plane is one. */
function charactersIn(text: string): number {
  let count = 0
  for (const _character of text) count += 1
  return count
}

/** The kinds of the entities that tags mark, one for each entity. Tags without B and I mark one by every run. */
export function entitiesOf(tags: readonly string[]): string[] {
  const found: string[] = []
  let open = ''
  for (const tag of tags) {
    const [, place = 'I', kind = tag] = TAG.exec(tag) ?? []
    if (tag !== OUTSIDE && (kind !== open || 'BSU'.includes(place))) found.push(kind)
    open = tag === OUTSIDE || 'ESLU'.includes(place) ? '' : kind
  }
  return found
}

/** `B-` with nothing behind it: of which kind? */
export const isUntyped = (tag: string) => /^[BIESMLU]-$/.test(tag)

const firstLines = (start: string) =>
  start
    .split(/\r\n|\n|\r/)
    .slice(0, 50)
    .filter((line) => line.trim() !== '' && !isDocumentStart(line))

/** Whether a text is one token a line with its tag before it, which would take tokens for tags. */
export function looksTagFirst(start: string): boolean {
  const lines = firstLines(start).map((line) => line.trim().split(/[ \t]+/))
  const isTag = (part: string | undefined) => /^(O|[BIESMLU]-\S*)$/.test(part ?? '')
  return (
    lines.some(([tag]) => tag !== OUTSIDE && isTag(tag)) &&
    lines.every((parts) => parts.length > 1 && isTag(parts[0]) && !isTag(parts.at(-1)))
  )
}

/** Whether a text is one token a line with its tag behind it. */
export function looksTagged(start: string): boolean {
  const lines = firstLines(start)
  return lines.length > 0 && lines.every((line) => /\S[ \t]+(O|[BIESMLU]-\S*)\s*$/.test(line))
}

export const isDocumentStart = (line: string) => line.startsWith('-DOCSTART-')
