import type { ReadingReport } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { phrases } from './phrases.ts'

const signs = {
  ',': 'sign.comma',
  comma: 'sign.comma',
  ';': 'sign.semicolon',
  semicolon: 'sign.semicolon',
  '\t': 'sign.tab',
  '\\t': 'sign.tab',
  tab: 'sign.tab',
  '.': 'sign.point',
  point: 'sign.point',
  '|': 'sign.bar',
} as const

/** Signs by their names, for a comma alone is easily overlooked; names of encodings and sheets as they are. */
export function useNoteText() {
  const t = usePhrases(phrases)
  return ({ name, value }: ReadingReport['notes'][number]) =>
    (name === 'separator' || name === 'decimal') && value in signs ? t(signs[value as keyof typeof signs]) : value
}
