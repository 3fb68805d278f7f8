import { posix } from 'node:path'
import type { Archive } from './zip.ts'

/** Facts about a sheet that the workbook library does not expose. */
export interface SheetPart {
  isHidden: boolean
  /** Path of the file with the sheet's cells within the workbook. */
  path: string
  /** Whether the workbook counts days from 1904, as older Excel versions for Mac did. */
  isFrom1904: boolean
  /**
   * Whether the workbook declares the 1904 date system with a word that the workbook library does not know. The library
   * then returns dates that are too early.
   */
  isUnread1904: boolean
}

const MAX_BYTES = 4 * 1024 * 1024
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
/**
 * Matches a number format that consists of zeros. A space for a character after the number and a text section are
 * allowed.
 */
const ZEROS = /^(0{2,})(?:_.)?(?:;@)?$/
/** Matches a format with hours, minutes or seconds beyond a day, such as `[h]:mm:ss`. */
const DURATION = /\[(h+|m+|s+)\]/i
const BUILT_IN_DURATION = '46'
/** Number of characters that exceeds the length of any such tag. A tag may be split across two chunks. */
const TAG_LENGTH = 256

/**
 * Returns the sheets of a workbook in their order, or an empty list if they cannot be found. The workbook library then
 * reports the error.
 */
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
    isFrom1904: isTrue(from1904),
    isUnread1904: from1904 === 'true',
    isHidden: /^(very)?hidden$/i.test(attribute(tag, 'state')),
    path: posix.join('xl', targets.get(attribute(tag, 'id')) ?? '').replace(/^xl\/+xl\//, 'xl/'),
  }))
}

/** Facts about the cells of a sheet, collected before its values are read. Rows and columns are counted from 1. */
export interface SheetFacts {
  /** The last row and column that a cell or row refers to. The library fills all cells up to them. */
  rows: number
  columns: number
  /** First and last rows of cells that are merged over several rows. */
  merged: [number, number][]
  hiddenRows: number[]
  hiddenColumns: number[]
  /**
   * Cells that have a formula but no stored value, and cells with an error such as #DIV/0!. For each column, the row
   * numbers.
   */
  formulas: Map<number, number[]>
  errors: Map<number, { row: number; word: string }[]>
}

const MAX_ROWS = 1_048_576
const MAX_COLUMNS = 16_384
const TOKEN =
  /<(\/?)(?:\w{1,20}:)?(row|col|c|f|v)(?=[\s/>])([^<>]*)>(?:(#[A-Z/0!?]{1,12})<)?|<(?:\w{1,20}:)?mergeCell\s[^<>]*\bref=["'][A-Z]+(\d+):[A-Z]+(\d+)["']/g

/** Reads the tags of a sheet once and returns facts about its cells. */
export async function sheetFacts(archive: Archive, path: string): Promise<SheetFacts> {
  const facts: SheetFacts = {
    rows: 0,
    columns: 0,
    merged: [],
    hiddenRows: [],
    hiddenColumns: [],
    formulas: new Map(),
    errors: new Map(),
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

/** Returns whether a sheet exceeds the limits of every spreadsheet program. */
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

/** Returns the letters of a column number: `A`, `B` … `XFD`. */
export const lettersOf = (column: number): string =>
  column <= 26
    ? String.fromCharCode(64 + column)
    : `${lettersOf(Math.floor((column - 1) / 26))}${lettersOf(((column - 1) % 26) + 1)}`

/** How a cell displays its number: with a minimum number of digits, or as a duration. */
export type Shown = number | 'duration'

/**
 * Returns the cells of a sheet, such as `A2`, whose number format consists of zeros (`000000`) or counts hours beyond a
 * day.
 */
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

/** Returns for each style how it displays numbers, or undefined for all other styles. */
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

/** Yields the tags of one part of the workbook while the part is unpacked, because it may be large. */
async function* tagsIn(archive: Archive, path: string, pattern: RegExp) {
  const entry = archive.entries.find(({ fileName }) => fileName === path)
  if (!entry) return
  let rest = ''
  for await (const chunk of await archive.open(entry)) {
    const text = rest + (chunk as Buffer).toString('latin1')
    const safe = Math.max(0, text.length - TAG_LENGTH)
    let end = safe
    for (const found of text.matchAll(pattern)) {
      // The end of the tag may be in the next chunk.
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
  return entry && entry.uncompressedSize <= MAX_BYTES ? archive.text(entry, MAX_BYTES) : ''
}

const attribute = (tag: string, name: string) =>
  new RegExp(`\\b${name}=(?:"([^"]*)"|'([^']*)')`).exec(tag)?.slice(1).find(Boolean) ?? ''
