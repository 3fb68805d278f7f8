import type { ReadingNote } from '@tessera/contract'
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
  ' ': 'character.space',
  '.': 'character.point',
  point: 'character.point',
  '|': 'character.bar',
  '\u0001': 'character.control',
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

const offsets = {
  characters: 'offsets.characters',
  'utf-16': 'offsets.utf-16',
  'utf-8': 'offsets.utf-8',
  inclusive: 'offsets.inclusive',
  'from-1': 'offsets.from-1',
} as const

const readings = {
  missing: 'read-as.missing',
  numbers: 'read-as.numbers',
  'numbers-only': 'read-as.numbers-only',
  dates: 'read-as.dates',
  'dates-day-first': 'read-as.dates',
  'dates-month-first': 'read-as.dates',
  'left-out': 'read-as.left-out',
} as const

/** Notes about a file that contain a count and the first name. */
const counted = {
  'classes-merged': true,
  copies: true,
  crowds: true,
  'categories-merged': true,
  'coco-sizes': true,
  'first-pages': true,
  'entities-unchecked': true,
} as const

/** Notes about a column, whose texts use all fields of the note. */
const ofColumns = {
  missing: true,
  'missing-words': true,
  index: true,
  formulas: true,
  'in-utc': true,
  rounded: true,
  thousands: true,
} as const

/**
 * Returns a function for the text of a note. Writes out the names of characters, because a single comma is easily
 * overlooked. Encodings and sheets keep their names.
 */
export function useNoteText() {
  const t = usePhrases(uploadPhrases)
  return ({ name, value, column = '', line = 0, count = 0, becomes = '' }: ReadingNote) => {
    const about = { column, value, line, count, becomes }
    if (isIn(ofColumns, name)) {
      return t(`note.${name}.text`, about)
    }
    if (name === 'not-number' || name === 'not-date') return t(`note.${name}.${line === 0 ? 'text' : 'line'}`, about)
    if (name === 'no-header') return t('note.no-header.text', about)
    if (name === 'hidden-rows' || name === 'hidden-columns') return t(`note.${name}.value`, about)
    if (name === 'read-as') return isIn(readings, value) ? t(readings[value], about) : value
    if (name === 'layout') return isIn(layouts, value) ? t(layouts[value]) : value
    if (name === 'above-header') return t('note.lines', { count: Number(value) })
    if (name === 'merged') return t('note.merged.value', { count: Number(value) })
    if (name === 'entity-offsets') {
      const parts = value.split(' ').map((part) => (isIn(offsets, part) ? t(offsets[part]) : part))
      return t('note.entity-offsets.text', { how: parts.join(t('note.entity-offsets.and')) })
    }
    if (isIn(counted, name)) return t(`note.${name}.text`, { count, value })
    if (name === 'ids') return isIn(ids, value) ? t(ids[value]) : value
    return (name === 'separator' || name === 'decimal') && isIn(characters, value) ? t(characters[value]) : value
  }
}

const isIn = <T extends object>(table: T, key: PropertyKey): key is keyof T => key in table
