import { Worker } from 'node:worker_threads'
import { AppError, fail, type ReadingReport } from '@tessera/contract'
import { fairQueue } from './fair-queue.ts'
import { readableSize } from './files.ts'
import { isBeyond, lettersOf, type SheetFacts, type SheetPart, sheetFacts, sheetParts } from './workbook-parts.ts'
import type { WorkbookAnswer, WorkbookTask } from './workbook-worker.ts'
import { type Archive, openArchive } from './zip.ts'

const LIMITS = {
  bytes: 64 * 1024 * 1024,
  memoryMb: 1_024,
  /**
   * Maximum number of cells. The library fills every cell up to the last row and column, even if the workbook does not
   * contain it.
   */
  places: 20_000_000,
  /** Limits the processor time, not the elapsed time, so that the limit does not depend on how busy the machine is. */
  processorMs: 5 * 60 * 1_000,
}
const LOOK_MS = 1_000

/** At most two workbooks are read at once, because each can use up to `LIMITS.memoryMb`. */
const enqueue = fairQueue(2)

/** Notes about the sheet that was read, and about parts of the workbook that were not read. */
export type SheetNotes = ReadingReport['notes']

type WorkbookRequest = Omit<WorkbookTask, 'parts'> & {
  name: string
  /** The member who uploaded the workbook. Members wait only for their own workbooks. */
  owner: string
}

/** Writes the first sheet of a workbook that contains a table as CSV, one line per row. */
export async function convertWorkbook(of: WorkbookRequest): Promise<SheetNotes> {
  const archive = await openWorkbook(of)
  try {
    const parts = await sheetParts(archive).catch(() => [])
    const facts = await factsOf(archive, parts, of.name)
    const { owner, ...task } = of
    const answer = await enqueue(owner, () => work({ ...task, parts }))
    if (answer === 'broken') fail('dataset.table-broken', { file: of.name })
    if (answer === 'empty') fail('dataset.csv-empty')
    const { sheet, unread, index } = answer
    return [
      { name: 'sheet', value: sheet },
      ...(unread.length > 0 ? [{ name: 'sheets-unread' as const, value: unread.join(', ') }] : []),
      ...(facts[index] ? factNotes(facts[index], answer) : []),
    ]
  } finally {
    archive.close()
  }
}

/**
 * Returns the facts of each sheet. Refuses a sheet whose last cell is so far away that filling all cells up to it takes
 * minutes.
 */
async function factsOf(archive: Archive, parts: SheetPart[], file: string): Promise<SheetFacts[]> {
  const all: SheetFacts[] = []
  let places = 0
  for (const { path } of parts) {
    const facts = await sheetFacts(archive, path)
    places += facts.rows * Math.max(1, facts.columns)
    if (isBeyond(facts) || places > LIMITS.places) {
      fail('dataset.workbook-sparse', { file, cell: `${lettersOf(Math.max(1, facts.columns))}${facts.rows}` })
    }
    all.push(facts)
  }
  return all
}

function factNotes(facts: SheetFacts, { header, headerLine, rounded }: Exclude<WorkbookAnswer, string>): SheetNotes {
  // Only the first of several merged cells contains the value.
  const merged = facts.merged.filter(([from]) => from > headerLine).length
  const hiddenRows = facts.hiddenRows.filter((row) => row >= headerLine && row <= facts.rows)
  const { hiddenColumns } = facts
  const nameOf = (column: number) => header[column - 1] || lettersOf(column)
  const formulas = [...facts.formulas].flatMap(([column, all]): SheetNotes => {
    const rows = all.filter((row) => row > headerLine)
    if (rows[0] === undefined) return []
    const value = `${lettersOf(column)}${rows[0]}`
    return [{ name: 'formulas', column: nameOf(column), value, count: rows.length }]
  })
  const errors = [...facts.errors].flatMap(([column, all]): SheetNotes => {
    const words = Map.groupBy(
      all.filter(({ row }) => row > headerLine),
      ({ word }) => word,
    )
    const value = [...words].map(([word, cells]) => `${word} × ${cells.length}`).join(', ')
    return value === '' ? [] : [{ name: 'missing', column: nameOf(column), value }]
  })
  return [
    ...(merged > 0 ? [{ name: 'merged' as const, value: String(merged) }] : []),
    ...hiddenNote('hidden-rows', hiddenRows.map(String)),
    ...hiddenNote('hidden-columns', hiddenColumns.map(lettersOf)),
    ...formulas,
    ...errors,
    ...rounded.map(({ column, row, count }): SheetNotes[number] => {
      return { name: 'rounded', column: nameOf(column), value: `${lettersOf(column)}${row}`, count }
    }),
  ]
}

const hiddenNote = (name: 'hidden-rows' | 'hidden-columns', [first, ...others]: string[]): SheetNotes =>
  first === undefined ? [] : [{ name, value: first, count: others.length + 1 }]

/** Opens a workbook. A workbook is an archive with the same risks as an upload, and is read in memory. */
async function openWorkbook({ from, name }: WorkbookRequest): Promise<Archive> {
  const archive = await openArchive(from).catch((error) => {
    if (error instanceof AppError && error.code === 'dataset.zip-broken') fail('dataset.table-broken', { file: name })
    throw error
  })
  const size = archive.entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (size <= LIMITS.bytes) return archive
  archive.close()
  throw tooLarge(name)
}

const tooLarge = (file: string) => new AppError('dataset.workbook-large', { file, limit: readableSize(LIMITS.bytes) })

function work({ name, ...task }: WorkbookTask & { name: string }): Promise<WorkbookAnswer> {
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), {
    workerData: task satisfies WorkbookTask,
    resourceLimits: { maxOldGenerationSizeMb: LIMITS.memoryMb },
  })
  return new Promise<WorkbookAnswer>((resolve, reject) => {
    const watch = setInterval(async () => {
      const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
      if ((user + system) / 1_000 < LIMITS.processorMs) return
      reject(tooLarge(name))
      await worker.terminate()
    }, LOOK_MS)
    worker.once('exit', () => clearInterval(watch))
    worker.once('message', resolve)
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return reject(error)
      reject(tooLarge(name))
    })
    worker.once('exit', () => resolve('broken'))
  })
}
