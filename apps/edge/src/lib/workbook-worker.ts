import { closeSync, openSync, writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import readWorkbook, { type CellValue } from 'read-excel-file/node'

/** Runs beside the edge: a workbook is taken apart in one go, and in a memory of its own. */
export interface WorkbookTask {
  from: string
  to: string
  /** Where somebody said that the header is. */
  headerLine: number | undefined
}
export type WorkbookAnswer = { sheet: string } | 'empty' | 'broken'

const BATCH_ROWS = 1_000
const { from, to, headerLine } = workerData as WorkbookTask

/** The first sheet that holds anything, a line for each of its rows. */
async function convert(): Promise<WorkbookAnswer> {
  const sheets = await readWorkbook(from)
  const found = sheets.find(({ data }) => data.some((row) => row.some((cell) => cell !== null)))
  if (!found) return 'empty'
  const header = found.data.slice((headerLine ?? 1) - 1).find((row) => row.some((cell) => cell !== null)) ?? []
  const width = filled(header)
  const file = openSync(to, 'wx', 0o600)
  try {
    for (let at = 0; at < found.data.length; at += BATCH_ROWS) {
      writeSync(
        file,
        found.data
          .slice(at, at + BATCH_ROWS)
          .map((row) => `${lineOf(row, width)}\n`)
          .join(''),
      )
    }
  } finally {
    closeSync(file)
  }
  return { sheet: found.sheet }
}

type Cell = CellValue | null

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

/** Workbooks know no time zones; what has no time of day is a day. */
function moment(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  const [day, time = ''] = date.toISOString().split('T')
  const short = time.replace(/(\.000)?Z$/, '')
  return short === '00:00:00' ? String(day) : `${day} ${short}`
}

parentPort?.postMessage(await convert().catch((): WorkbookAnswer => 'broken'))
