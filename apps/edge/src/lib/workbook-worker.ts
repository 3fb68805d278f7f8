import { closeSync, openSync, writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import readWorkbook, { type CellValue } from 'read-excel-file/node'
import { type SheetPart, type Shown, shownCells } from './workbook-parts.ts'
import { openArchive } from './zip.ts'

/** Task of a worker thread. A workbook is parsed synchronously and in the memory of the worker. */
export interface WorkbookTask {
  from: string
  to: string
  /** Line of the header, if the member chose one. */
  headerLine: number | undefined
  /** One element per sheet of the workbook. */
  parts: SheetPart[]
}
/**
 * Whole numbers of a column with more digits than a workbook stores. `column`, and the `row` of the first of them, are
 * counted from 1.
 */
interface Rounded {
  column: number
  row: number
  count: number
}
/** The result of the worker. `index` counts the sheets from 0, `headerLine` the rows of the sheet from 1. */
export type WorkbookAnswer =
  | { sheet: string; index: number; unread: string[]; headerLine: number; header: string[]; rounded: Rounded[] }
  | 'empty'
  | 'broken'

/** Settings for writing the rows of a sheet. */
interface Form {
  /** Number of columns in the sheet's header. */
  width: number
  firstDay: number
}

const DAY = 24 * 60 * 60 * 1_000
/** Number of days between the two date systems of workbooks, which start in 1900 and 1904. */
const DAYS_TO_1904 = 1_462
const BATCH_ROWS = 1_000
const { from, to, headerLine, parts } = workerData as WorkbookTask

type Cell = CellValue | null

/** Writes the sheet that contains the table as text, one line per row. */
async function convert(): Promise<WorkbookAnswer> {
  const sheets = (await readWorkbook(from)).map(({ sheet, data }, index) => ({ sheet, data: data ?? [], index }))
  const holding = sheets.filter(({ data }) => data.some((row) => count(row) > 0))
  const visible = holding.filter(({ index }) => !parts[index]?.isHidden)
  const found =
    visible.find(({ data }) => isTable(data)) ?? visible[0] ?? holding.find(({ data }) => isTable(data)) ?? holding[0]
  if (!found) return 'empty'
  const start = (headerLine ?? 1) - 1
  const at = Math.max(
    start,
    found.data.findIndex((row, index) => index >= start && count(row) > 0),
  )
  const part = parts[found.index]
  settleMoments(found.data, part?.isUnread1904 ? DAYS_TO_1904 * DAY : 0)
  showAs(found.data, { shown: await shownIn(part), firstDay: firstDayOf(part) })
  const header = (found.data[at] ?? []).map((cell) => (cell === null ? '' : String(cell).trim()))
  const data = withoutEmptyColumns(found.data)
  write(data, { width: filled(data[at] ?? []), firstDay: firstDayOf(part) })
  const unread = holding.filter((one) => one !== found).map(({ sheet }) => sheet)
  const rounded = roundedIn(found.data, at + 1)
  return { sheet: found.sheet, index: found.index, unread, headerLine: at + 1, header, rounded }
}

/**
 * Returns how cells display their numbers. The result is empty if this cannot be determined; numbers are then written
 * as stored.
 */
async function shownIn(part: SheetPart | undefined): Promise<Map<string, Shown>> {
  if (!part) return new Map()
  const archive = await openArchive(from)
  try {
    return await shownCells(archive, part.path).catch(() => new Map())
  } finally {
    archive.close()
  }
}

/** Corrects a rounding error of the workbook library, which reads 10:30:00 as 10:29:59.999. */
function settleMoments(data: Cell[][], shift: number) {
  for (const row of data) {
    for (const cell of row) {
      if (!(cell instanceof Date)) continue
      const time = cell.getTime() + shift
      cell.setTime(time % 10 === 9 || time % 10 === -1 ? time + 1 : time)
    }
  }
}

/** Writes identifiers with their leading zeros, and durations of more than a day in hours. */
function showAs(data: Cell[][], of: { shown: Map<string, Shown>; firstDay: number }) {
  for (const [place, shown] of of.shown) {
    replace(data, place, (cell) => {
      if (shown === 'duration') return cell instanceof Date ? duration(cell.getTime() - of.firstDay) : cell
      const isCode = typeof cell === 'number' && Number.isSafeInteger(cell) && cell >= 0
      return isCode ? String(cell).padStart(shown, '0') : cell
    })
  }
}

function replace(data: Cell[][], place: string, change: (cell: Cell) => Cell) {
  const [, letters = '', line] = /^([A-Z]+)(\d+)$/.exec(place) ?? []
  const row = data[Number(line) - 1]
  const at = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  const cell = row?.[at]
  if (row && cell !== undefined) row[at] = change(cell)
}

/** Formats a duration. Hours are not converted to days, as in 30:00:00. */
function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000)
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** Removes empty columns, for example if a table begins in column C or has a gap. */
function withoutEmptyColumns(data: Cell[][]): Cell[][] {
  const width = Math.max(0, ...new Set(data.map(({ length }) => length)))
  const places = Array.from({ length: width }, (_, at) => at)
  const used = places.filter((at) => data.some((row) => (row[at] ?? null) !== null))
  return used.length === width ? data : data.map((row) => used.map((at) => row[at] ?? null))
}

/**
 * Smallest number that a workbook may have rounded. Workbooks store 15 digits, so different longer identifiers can
 * become equal.
 */
const MIN_ROUNDED = 10 ** 15

function roundedIn(data: Cell[][], firstRow: number): Rounded[] {
  const found = new Map<number, Rounded>()
  for (const [index, cells] of data.slice(firstRow).entries()) {
    for (const [at, cell] of cells.entries()) {
      if (typeof cell !== 'number' || Math.abs(cell) < MIN_ROUNDED || !Number.isInteger(cell)) continue
      const one = found.get(at) ?? { column: at + 1, row: firstRow + index + 1, count: 0 }
      found.set(at, { ...one, count: one.count + 1 })
    }
  }
  return [...found.values()]
}

const count = (row: Cell[]) => row.filter((cell) => cell !== null).length

/** Returns whether a sheet has a header and a row with at least two columns. A cover sheet has fewer. */
const isTable = (data: Cell[][]) => data.filter((row) => count(row) > 1).length > 1

function write(data: Cell[][], form: Form) {
  const file = openSync(to, 'wx', 0o600)
  try {
    for (let at = 0; at < data.length; at += BATCH_ROWS) {
      writeSync(
        file,
        data
          .slice(at, at + BATCH_ROWS)
          .map((row) => `${lineOf(row, form)}\n`)
          .join(''),
      )
    }
  } finally {
    closeSync(file)
  }
}

/**
 * Returns a row as text. Workbooks omit empty cells at the end of a row; if the header has a column there, these are
 * missing values.
 */
function lineOf(row: Cell[], { width, firstDay }: Form): string {
  const own = filled(row)
  if (own === 0) return ''
  return Array.from({ length: Math.max(own, width) }, (_, at) => written(row[at] ?? null, firstDay)).join(',')
}

const filled = (row: Cell[]) => row.findLastIndex((cell) => cell !== null) + 1

function written(cell: Cell, firstDay: number): string {
  if (cell === null) return ''
  const text = cell instanceof Date ? moment(cell, firstDay) : String(cell)
  return /^\s|\s$|[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns day 0 of the workbook's dates. A time of day alone is stored as a fraction of this day. */
const firstDayOf = (part: SheetPart | undefined) => (part?.isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30))
/** Workbooks treat 1900 as a leap year, so dates before March 1900 are off by one day. */
const MARCH_1900 = Date.UTC(1900, 2, 1)

/** Formats a date. Workbooks have no time zones. A value without a time of day is written as a day. */
function moment(date: Date, firstDay: number): string {
  const at = date.getTime()
  if (Number.isNaN(at)) return ''
  const isTimeAlone = at < firstDay + DAY
  const [day, time = ''] = new Date(at < MARCH_1900 && !isTimeAlone ? at + DAY : at).toISOString().split('T')
  const short = time.replace(/(\.000)?Z$/, '')
  if (isTimeAlone) return short
  return short === '00:00:00' ? String(day) : `${day} ${short}`
}

parentPort?.postMessage(await convert().catch((): WorkbookAnswer => 'broken'))
