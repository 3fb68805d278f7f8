import { type Entity, gapBetween, type TableRow } from '@tessera/contract'
import { z } from 'zod'

/** A part of a text: an entity with its type, or the text between two entities. */
export interface Span {
  text: string
  entity: string | null
  /** The text between this part and the next. */
  gap: string
  /** Index of the entity within the text. */
  place?: number
}

/** Returns the parts of a text from its tokens and their tags (`B-PER`, `I-PER`, `O`, or just `PER`). */
export function spansOf(tokens: string[], tags: string[]): Span[] {
  const spans: (Span & { last: string })[] = []
  tokens.forEach((token, index) => {
    const { entity, begins } = readTag(tags[index] ?? 'O')
    const before = spans.at(-1)
    if (before && before.entity === entity && !begins) {
      before.text += gapBetween(before.last, token) + token
      before.last = token
    } else {
      if (before) before.gap = gapBetween(before.last, token)
      spans.push({ text: token, entity, gap: '', last: token })
    }
  })
  return spans.map(({ last: _last, ...span }) => span)
}

function readTag(tag: string): { entity: string | null; begins: boolean } {
  const [, position, entity] = /^([BIESLUM])[-_](.+)$/.exec(tag) ?? []
  if (entity) return { entity, begins: position === 'B' || position === 'S' || position === 'U' }
  return { entity: tag === 'O' || tag === '' ? null : tag, begins: false }
}

/** Returns the parts of a text from its entities, in order. Positions count code points, as in Python. */
export function spansOfEntities(text: string, entities: readonly Entity[]): Span[] {
  const letters = Array.from(text)
  const part = (start: number, end: number) => letters.slice(start, end).join('')
  const spans: Span[] = []
  let read = 0
  for (const [place, { start, end, type }] of entities.entries()) {
    if (start > read) spans.push({ text: part(read, start), entity: null, gap: '' })
    spans.push({ text: part(start, end), entity: type, gap: '', place })
    read = end
  }
  return read < letters.length ? [...spans, { text: part(read, letters.length), entity: null, gap: '' }] : spans
}

const Words = z.array(z.coerce.string())

export function wordsOf(cell: TableRow[string] | undefined): string[] | null {
  if (typeof cell !== 'string') return null
  try {
    return Words.parse(JSON.parse(cell))
  } catch {
    return null
  }
}
