import type { ReadingReport } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { uploadPhrases } from './phrases.ts'

const characters = {
  ',': 'character.comma',
  comma: 'character.comma',
  ';': 'character.semicolon',
  semicolon: 'character.semicolon',
  '\t': 'character.tab',
  '\\t': 'character.tab',
  tab: 'character.tab',
  '.': 'character.point',
  point: 'character.point',
  '|': 'character.bar',
} as const

const layouts = {
  'class-folders': 'layout.class-folders',
  'label-table': 'layout.label-table',
  yolo: 'layout.yolo',
  coco: 'layout.coco',
} as const

const ids = {
  repeated: 'ids.repeated',
  missing: 'ids.missing',
  'repeated-left-out': 'ids.repeated-left-out',
  'missing-left-out': 'ids.missing-left-out',
} as const

/** Characters by their names, for a comma alone is easily overlooked; names of encodings and sheets as they are. */
export function useNoteText() {
  const t = usePhrases(uploadPhrases)
  return ({ name, value, column = '', line }: ReadingReport['notes'][number]) => {
    if (name === 'missing') return t('note.missing.text', { column, value })
    if (name === 'not-number') {
      return t(line === undefined ? 'note.not-number.text' : 'note.not-number.line', { column, value, line: line ?? 0 })
    }
    if (name === 'layout') return isIn(layouts, value) ? t(layouts[value]) : value
    if (name === 'above-header') return t('note.lines', { count: Number(value) })
    if (name === 'merged') return t('note.merged.value', { count: Number(value) })
    if (name === 'ids') return isIn(ids, value) ? t(ids[value]) : value
    return (name === 'separator' || name === 'decimal') && isIn(characters, value) ? t(characters[value]) : value
  }
}

const isIn = <T extends object>(table: T, key: PropertyKey): key is keyof T => key in table
