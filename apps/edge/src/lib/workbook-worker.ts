import { closeSync, openSync, writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import readWorkbook, { type CellValue } from 'read-excel-file/node'
import { type SheetPart, zeroPadded } from './workbook-parts.ts'
import { openArchive } from './zip.ts'

/** Runs beside the edge: a workbook is taken apart in one go, and in a memory of its own. */
export interface WorkbookTask {
  from: string
  to: string
  /** Where somebody said that the header is. */
  headerLine: number | undefined
  /** Of each sheet. */
  parts: SheetPart[]
}
/** `index` counts the workbook's sheets from 0, `headerLine` the sheet's rows from 1. */
export type WorkbookAnswer = { sheet: string; index: number; unread: string[]; headerLine: number } | 'empty' | 'broken'

const BATCH_ROWS = 1_000
const { from, to, headerLine, parts } = workerData as WorkbookTask

type Cell = CellValue | null

/** The sheet with the table, a line for each of its rows. */
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
  pad(found.data, await zeroPaddedIn(parts[found.index]))
  write(found.data, filled(found.data[at] ?? []))
  const unread = holding.filter((one) => one !== found).map(({ sheet }) => sheet)
  return { sheet: found.sheet, index: found.index, unread, headerLine: at + 1 }
}

/** None where they cannot be found out: numbers are then written as they are. */
async function zeroPaddedIn(part: SheetPart | undefined): Promise<Map<string, number>> {
  if (!part) return new Map()
  const archive = await openArchive(from)
  try {
    return await zeroPadded(archive, part.path).catch(() => new Map())
  } finally {
    archive.close()
  }
}

/** Numbers of cases, persons or places: their first zeros belong to them. */
function pad(data: Cell[][], digits: Map<string, number>) {
  for (const [place, width] of digits) {
    const [, letters = '', line] = /^([A-Z]+)(\d+)$/.exec(place) ?? []
    const row = data[Number(line) - 1]
    const at = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
    const cell = row?.[at]
    if (row && typeof cell === 'number' && Number.isSafeInteger(cell) && cell >= 0)
      row[at] = String(cell).padStart(width, '0')
  }
}

const count = (row: Cell[]) => row.filter((cell) => cell !== null).length

/** A header and a row, of two columns at least: a cover sheet has less. */
const isTable = (data: Cell[][]) => data.filter((row) => count(row) > 1).length > 1

function write(data: Cell[][], width: number) {
  const file = openSync(to, 'wx', 0o600)
  try {
    for (let at = 0; at < data.length; at += BATCH_ROWS) {
      writeSync(
        file,
        data
          .slice(at, at + BATCH_ROWS)
          .map((row) => `${lineOf(row, width)}\n`)
          .join(''),
      )
    }
  } finally {
    closeSync(file)
  }
}

/** Cells that are empty at the end of a row are in no workbook; those below the header's are missing values. */
function lineOf(row: Cell[], width: number): string {
  const own = filled(row)
  if (own === 0) return ''
  return Array.from({ length: Math.max(own, width) }, (_, at) => written(row[at] ?? null)).join(',')
}

const filled = (row: Cell[]) => row.findLastIndex((cell) => cell !== null) + 1

function written(cell: Cell): string {
  if (cell === null) return ''
  const text = cell instanceof Date ? moment(cell) : String(cell)
  return /^\s|\s$|[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Workbooks count days from here on: a time of day alone is a part of the first. */
const FIRST_DAY = Date.UTC(1900, 0, 1)

/** Workbooks know no time zones; what has no time of day is a day. */
function moment(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  const [day, time = ''] = date.toISOString().split('T')
  const short = time.replace(/(\.000)?Z$/, '')
  if (date.getTime() < FIRST_DAY) return short
  return short === '00:00:00' ? String(day) : `${day} ${short}`
}

parentPort?.postMessage(await convert().catch((): WorkbookAnswer => 'broken'))
