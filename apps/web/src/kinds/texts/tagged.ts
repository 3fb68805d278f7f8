import type { TableRow } from '@tessera/contract'
import { z } from 'zod'

/** A run of tokens: one entity with its type, or what stands between two. */
export interface Span {
  text: string
  entity: string | null
  /** What sets it apart from the next. */
  gap: string
}

/** Tokens with their tags (`B-PER`, `I-PER`, `O`; a bare `PER` as well) as runs of text. */
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

const HAN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uffef]/u

/** Words are set apart by a space; characters of Chinese and what closes a sentence are not. */
function gapBetween(before: string, after: string): string {
  if (HAN.test(before.slice(-1)) || HAN.test(after.slice(0, 1))) return ''
  return /^[.,;:!?%)\]}’”']/.test(after) || /[([{‘“]$/.test(before) ? '' : ' '
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
