import { type ErrorCode, type ErrorParams, fail, type RejectReason } from '@tessera/contract'
import { isJsonObject } from '../../lib/json-items.ts'
import { labelList, type StagedLabels } from '../label-lists.ts'
import { ROW_ID } from '../reader.ts'
import type { Place } from '../rejects.ts'
import type { Cell } from '../staging.ts'
import { checkFieldNames, type Fault } from '../table-rows.ts'
import { textColumns } from './columns.ts'
import { entitiesIn } from './entities.ts'
import { type Counting, placedEntities } from './offsets.ts'
import { isUntyped, kindsOf, tagText } from './tags.ts'

export const TEXT_CHARACTERS = 1_000_000
/** Maximum number of characters of an entity that an error message shows. */
const SHOWN_CHARACTERS = 40
/** Maximum total length of the stored tokens and tags of a text. */
const TAGGED_CHARACTERS = 2_000_000

const JSON_FILE = /\.(json|jsonl|ndjson)$/i

type Fields = Record<string, unknown>
type Row = { id: string | null; cells: Cell[]; kinds: string | null }

/** The format of the texts in an archive, and how one text is read. */
export interface TextShape {
  isTagged: boolean
  columns: string[]
  labelColumns: string[]
  /** How labels are stored in the staging file. Empty for tags. */
  staged: StagedLabels[]
  read: (fields: Fields, counting: Counting) => Row | { fault: Fault }
}

const fault = (reason: RejectReason, code: ErrorCode, params: ErrorParams = {}): { fault: Fault } => ({
  fault: { reason, code, params },
})
const listed = (field: string) => fault('json', 'dataset.label-list', { field })
const wrongType = (field: string) => fault('json', 'dataset.field-type', { field })

/** Determines the format from the fields of the first text. */
export function shapeOf(first: Fields, place: Place): TextShape {
  if ('tokens' in first) return tagged(['id', 'tokens', 'tags'], readTokens)
  if ('entities' in first) return tagged(['id', 'text', 'entities'], readEntities('entities'))
  const spans = ['label', 'labels'].find((name) => isSpans(first[name]))
  if (spans !== undefined) return tagged(['id', 'text', spans], readEntities(spans))
  const names = Object.keys(first)
  const known = new Set(names)
  const columns = textColumns(names)
  if ('problem' in columns) {
    const { problem, column } = columns
    if (problem === 'no-text' && JSON_FILE.test(place.file)) fail('dataset.json-no-text', { file: place.file })
    const code = { 'no-text': 'column-needed', 'two-texts': 'column-twice', unknown: 'column-not-of-kind' } as const
    fail(`dataset.${code[problem]}`, { file: place.file, column })
  }
  const { text, labels, id } = columns
  checkFieldNames([ROW_ID, 'text', ...labels], place.file)
  const staged = labels.map((name) => ({ name, isLists: Array.isArray(first[name]) }))
  return {
    isTagged: false,
    columns: ['text', ...labels],
    labelColumns: labels,
    staged,
    read(fields) {
      const unknown = Object.keys(fields).find((name) => !known.has(name))
      if (unknown !== undefined) return fault('json', 'dataset.field-unknown', { field: unknown })
      const content = fields[text] ?? ''
      if (typeof content !== 'string') return wrongType(text)
      if (content.trim() === '') return fault('no-text', 'dataset.no-text')
      if (content.length > TEXT_CHARACTERS) return tooLong(TEXT_CHARACTERS)
      const cells: Cell[] = [content]
      for (const { name: label, isLists } of staged) {
        const value = isLists ? listOf(fields[label]) : scalar(onlyOne(fields[label]))
        if (value === undefined) return isPlainList(fields[label]) ? listed(label) : wrongType(label)
        if (value === null) return fault('no-label', 'dataset.no-label', { column: label })
        if (value.length > TEXT_CHARACTERS) return tooLong(TEXT_CHARACTERS)
        cells.push(value)
      }
      return { id: id === null ? null : (scalar(fields[id]) ?? null), cells, kinds: null }
    },
  }
}

function tagged(
  names: string[],
  read: (fields: Fields, counting: Counting) => { tokens: string[]; tags: string[] } | { fault: Fault },
): TextShape {
  return {
    isTagged: true,
    columns: ['tokens', 'tags'],
    labelColumns: ['tags'],
    staged: [],
    read(fields, counting) {
      const unknown = Object.keys(fields).find((name) => !names.includes(name))
      if (unknown !== undefined) return fault('json', 'dataset.field-unknown', { field: unknown })
      const found = read(fields, counting)
      if ('fault' in found) return found
      const cells = [JSON.stringify(found.tokens), JSON.stringify(found.tags)] as const
      const kinds = JSON.stringify(kindsOf(found.tags))
      if (cells[0].length + cells[1].length + kinds.length > TAGGED_CHARACTERS) return tooLong(TAGGED_CHARACTERS)
      return { id: scalar(fields.id) ?? null, cells: [...cells], kinds }
    },
  }
}

function readTokens({ tokens, tags }: Fields) {
  if (!isTexts(tokens)) return wrongType('tokens')
  if (!isTexts(tags)) return wrongType('tags')
  if (tokens.length === 0) return fault('no-text', 'dataset.no-text')
  const untyped = tags.find(isUntyped)
  if (untyped !== undefined) return fault('tags-length', 'dataset.tag-untyped', { tag: untyped })
  if (tokens.length === tags.length) return { tokens, tags }
  return fault('tags-length', 'dataset.tags-length', { tokens: tokens.length, tags: tags.length })
}

const readEntities = (field: string) => (fields: Fields, counting: Counting) => {
  const { text } = fields
  const entities = fields[field]
  if (typeof text !== 'string') return text == null ? fault('no-text', 'dataset.no-text') : wrongType('text')
  if (text.trim() === '') return fault('no-text', 'dataset.no-text')
  if (text.length > TEXT_CHARACTERS) return tooLong(TEXT_CHARACTERS)
  const marked = entitiesIn(entities)
  if (!marked) return fault('json', 'dataset.entities-form', { field })
  const placed = placedEntities(text, marked, counting)
  if ('found' in placed) {
    const [entity, found] = [placed.entity, placed.found].map((part) => part.slice(0, SHOWN_CHARACTERS)) as [
      string,
      string,
    ]
    return fault('entity-place', 'dataset.entity-text', { entity, found })
  }
  return tagText(text, placed.entities) ?? fault('entity-place', 'dataset.entity-range')
}

/**
 * An empty list also counts as a list of entities. If a class is missing instead, the text is refused in either case.
 */
const isSpans = (value: unknown) => entitiesIn(value) !== undefined

const isPlainList = (value: unknown) => Array.isArray(value) && value.every((one) => scalar(one) !== undefined)

/**
 * Returns the stored form of any number of labels. A single value becomes a list with one element; null means that
 * there is no label.
 */
function listOf(value: unknown): string | null | undefined {
  const names = Array.isArray(value) ? value.map(scalar) : [scalar(value)]
  if (names.includes(undefined)) return undefined
  const known = names.filter((name) => typeof name === 'string')
  return Array.isArray(value) || known.length > 0 ? labelList(known) : null
}
/** Returns the only element of a list, because labelling programs write a list even for a single value. */
const onlyOne = (value: unknown) => (Array.isArray(value) && value.length < 2 ? value[0] : value)

const tooLong = (limit: number) => fault('too-long', 'dataset.row-long', { limit })

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/**
 * Returns whether the labels of a text suffice to decide if all labels are lists of class names or lists of entities.
 * Empty labels do not suffice.
 */
export const isTelling = (fields: Fields): boolean => ['label', 'labels'].every((name) => !isEmpty(fields[name]))
const isEmpty = (value: unknown) =>
  value === null ||
  (Array.isArray(value) && value.length === 0) ||
  (isJsonObject(value) && Object.keys(value).length === 0)

/** Returns a single value as text, null if it is empty, or undefined if it is not a single value. */
function scalar(value: unknown): string | null | undefined {
  if (value === null || value === undefined) return null
  if (typeof value === 'object') return undefined
  return String(value).trim() || null
}
