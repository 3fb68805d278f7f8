import { posix } from 'node:path'
import type { Archive } from './zip.ts'

/** What the library that reads workbooks does not tell of a sheet. */
export interface SheetPart {
  isHidden: boolean
  /** Where its cells lie in the workbook. */
  path: string
  /** Whether the workbook counts days from 1904, as those from older versions for the Mac do. */
  isFrom1904: boolean
  /** Whether it says so with a word, which the reader of workbooks does not know: its days are then too early. */
  isUnread1904: boolean
}

const MOST_BYTES = 4 * 1024 * 1024
const SHEET = /<(?:\w+:)?sheet\s[^>]*>/g
const RELATION = /<(?:\w+:)?Relationship\s[^>]*>/g
const CELL = /<(?:\w{1,20}:)?c\s[^<>]*>/g
const PLACE_PARTS = /\br=["']([A-Z]{1,9})(\d{1,15})["']/
const STYLE = /\bs=["'](\d+)["']/
const PLACE = /\br=["']([A-Z]+\d+)["']/
const TYPE = /\bt=["'](\w{1,20})["']/
const PROPERTIES = /<(?:\w+:)?workbookPr\s[^>]*>/
const FORMAT = /<(?:\w+:)?numFmt\s[^>]*>/g
const USED = /<(?:\w+:)?xf\s[^>]*>/g
/** Room for a character behind it, and what is shown of texts, change nothing. */
const ZEROS = /^(0{2,})(?:_.)?(?:;@)?$/
/** Hours, minutes or seconds that are counted beyond a day, such as `[h]:mm:ss`. */
const DURATION = /\[(h+|m+|s+)\]/i
const BUILT_IN_DURATION = '46'
/** Longer than any such tag, which may stand between two pieces. */
const TAG_LENGTH = 256

/** A workbook's sheets, in its order; none where they cannot be found, which its reader will say. */
export async function sheetParts(archive: Archive): Promise<SheetPart[]> {
  const [book, relations] = [
    await textOf(archive, 'xl/workbook.xml'),
    await textOf(archive, 'xl/_rels/workbook.xml.rels'),
  ]
  const targets = new Map(
    (relations.match(RELATION) ?? []).map((tag) => [attribute(tag, 'Id'), attribute(tag, 'Target')]),
  )
  const from1904 = attribute(PROPERTIES.exec(book)?.[0] ?? '', 'date1904')
  return (book.match(SHEET) ?? []).map((tag) => ({
    ...{ isFrom1904: isTrue(from1904), isUnread1904: from1904 === 'true' },
    isHidden: /^(very)?hidden$/i.test(attribute(tag, 'state')),
    path: posix.join('xl', targets.get(attribute(tag, 'id')) ?? '').replace(/^xl\/+xl\//, 'xl/'),
  }))
}

/** What a sheet's cells say before its values are read; rows and columns count from 1. */
export interface SheetFacts {
  /** The last row and column that a cell or row refers to: the reader fills everything up to them. */
  rows: number
  columns: number
  /** First and last row of ranges of cells that are merged over several rows. */
  merged: [number, number][]
  hiddenRows: number[]
  hiddenColumns: number[]
  /** Cells that have a formula and no stored value, and cells with an error such as #DIV/0!; by column, their rows. */
  formulas: Map<number, number[]>
  errors: Map<number, { row: number; word: string }[]>
}

const MAX_ROWS = 1_048_576
const MAX_COLUMNS = 16_384
const TOKEN =
  /<(\/?)(?:\w{1,20}:)?(row|col|c|f|v)(?=[\s/>])([^<>]*)>(?:(#[A-Z/0!?]{1,12})<)?|<(?:\w{1,20}:)?mergeCell\s[^<>]*\bref=["'][A-Z]+(\d+):[A-Z]+(\d+)["']/g

/** Goes once through a sheet's tags. */
export async function sheetFacts(archive: Archive, path: string): Promise<SheetFacts> {
  const facts: SheetFacts = {
    ...{ rows: 0, columns: 0, merged: [], hiddenRows: [], hiddenColumns: [] },
    ...{ formulas: new Map(), errors: new Map() },
  }
  let cell = { row: 0, column: 0, type: '', isFormula: false, hasValue: true }
  const close = () => {
    if (cell.isFormula && !cell.hasValue) push(facts.formulas, cell.column, cell.row)
    cell = { row: cell.row, column: 0, type: '', isFormula: false, hasValue: true }
  }
  for await (const [, slash, name, attributes = '', word, from, to] of tagsIn(archive, path, TOKEN)) {
    if (from !== undefined) {
      if (Number(to) > Number(from)) facts.merged.push([Number(from), Number(to)])
    } else if (slash) {
      if (name === 'c') close()
    } else if (name === 'row') {
      const row = Number(attribute(attributes, 'r')) || 0
      facts.rows = Math.max(facts.rows, row)
      if (isTrue(attribute(attributes, 'hidden'))) facts.hiddenRows.push(row)
    } else if (name === 'col') {
      if (!isTrue(attribute(attributes, 'hidden'))) continue
      const last = Math.min(Number(attribute(attributes, 'max')), MAX_COLUMNS)
      for (let at = Number(attribute(attributes, 'min')); at <= last; at += 1) facts.hiddenColumns.push(at)
    } else if (name === 'c') {
      const place = placeOf(attributes)
      cell = { ...place, type: TYPE.exec(attributes)?.[1] ?? '', isFormula: false, hasValue: false }
      facts.rows = Math.max(facts.rows, place.row)
      facts.columns = Math.max(facts.columns, place.column)
      if (attributes.endsWith('/')) close()
    } else if (name === 'f') cell.isFormula = true
    else if (name === 'v') {
      // The result of a formula can be an empty text.
      cell.hasValue = !attributes.endsWith('/') || cell.type === 'str'
      if (cell.type === 'e') push(facts.errors, cell.column, { row: cell.row, word: word ?? '#?' })
    }
  }
  facts.hiddenColumns = facts.hiddenColumns.filter((column) => column <= facts.columns)
  return facts
}

/** No spreadsheet has a row or column beyond these. */
export const isBeyond = ({ rows, columns }: SheetFacts) => rows > MAX_ROWS || columns > MAX_COLUMNS

const isTrue = (value: string) => value === '1' || value === 'true'

function push<T>(lists: Map<number, T[]>, key: number, value: T) {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

function placeOf(attributes: string): { row: number; column: number } {
  const [, letters = '', row = '0'] = PLACE_PARTS.exec(attributes) ?? []
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return { row: Number(row), column }
}

/** `A`, `B` … `XFD`. */
export const lettersOf = (column: number): string =>
  column <= 26
    ? String.fromCharCode(64 + column)
    : `${lettersOf(Math.floor((column - 1) / 26))}${lettersOf(((column - 1) % 26) + 1)}`

/** How a cell shows its number: with so many digits at least, or as a duration. */
export type Shown = number | 'duration'

/** Cells (`A2`) of a sheet whose number format is zeros only, such as `000000`, or counts hours beyond a day. */
export async function shownCells(archive: Archive, path: string): Promise<Map<string, Shown>> {
  const styles = shownStyles(await textOf(archive, 'xl/styles.xml'))
  const cells = new Map<string, Shown>()
  if (!styles.some(Boolean)) return cells
  for await (const [tag] of tagsIn(archive, path, CELL)) {
    const shown = styles[Number(STYLE.exec(tag)?.[1] ?? -1)]
    const place = PLACE.exec(tag)?.[1]
    if (shown && place) cells.set(place, shown)
  }
  return cells
}

/** By style; undefined for all other formats. */
function shownStyles(styles: string): (Shown | undefined)[] {
  const formats = new Map<string, Shown | undefined>([[BUILT_IN_DURATION, 'duration']])
  for (const tag of styles.match(FORMAT) ?? []) {
    const code = attribute(tag, 'formatCode')
    const shown = DURATION.test(code) ? 'duration' : ZEROS.exec(code)?.[1]?.length
    formats.set(attribute(tag, 'numFmtId'), shown)
  }
  const used = /<(?:\w+:)?cellXfs[\s>][\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles)?.[0] ?? ''
  return (used.match(USED) ?? []).map((tag) => formats.get(attribute(tag, 'numFmtId')))
}

/** Tags of one part, as it is unpacked: it may be large. */
async function* tagsIn(archive: Archive, path: string, pattern: RegExp) {
  const entry = archive.entries.find(({ fileName }) => fileName === path)
  if (!entry) return
  let rest = ''
  for await (const chunk of await archive.open(entry)) {
    const text = rest + (chunk as Buffer).toString('latin1')
    const safe = Math.max(0, text.length - TAG_LENGTH)
    let end = safe
    for (const found of text.matchAll(pattern)) {
      // What stands behind the tag may be in the next piece.
      if (found.index >= safe) break
      yield found
      end = Math.max(end, found.index + found[0].length)
    }
    rest = text.slice(end)
  }
  yield* rest.matchAll(pattern)
}

async function textOf(archive: Archive, name: string): Promise<string> {
  const entry = archive.entries.find(({ fileName }) => fileName === name)
  return entry && entry.uncompressedSize <= MOST_BYTES ? archive.text(entry, MOST_BYTES) : ''
}

const attribute = (tag: string, name: string) =>
  new RegExp(`\\b${name}=(?:"([^"]*)"|'([^']*)')`).exec(tag)?.slice(1).find(Boolean) ?? ''
