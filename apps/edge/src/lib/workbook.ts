import { Worker } from 'node:worker_threads'
import { AppError, fail, type ReadingReport } from '@tessera/contract'
import { oneAtATime } from '@tessera/server'
import { readableSize } from './files.ts'
import { countMerged, sheetParts } from './workbook-parts.ts'
import type { WorkbookAnswer, WorkbookTask } from './workbook-worker.ts'
import { type Archive, openArchive } from './zip.ts'

const LIMITS = { bytes: 64 * 1024 * 1024, memoryMb: 1_024 }

const alone = oneAtATime()

/** Which sheet of a workbook was read, and what of the workbook was not. */
export type SheetNotes = ReadingReport['notes']

type Asked = Omit<WorkbookTask, 'parts'> & { name: string }

/** Writes a workbook's first sheet with a table as CSV, a line for each row. */
export async function convertWorkbook(of: Asked): Promise<SheetNotes> {
  const archive = await openWorkbook(of)
  try {
    const parts = await sheetParts(archive).catch(() => [])
    const answer = await alone(() => work({ ...of, parts }))
    if (answer === 'broken') fail('dataset.table-broken', { file: of.name })
    if (answer === 'empty') fail('dataset.csv-empty')
    const { sheet, unread, index, headerLine } = answer
    // Ranges of cells over several rows.
    const merged = await countMerged(archive, parts[index]?.path ?? '', headerLine).catch(() => 0)
    return [
      { name: 'sheet', value: sheet },
      ...(unread.length > 0 ? [{ name: 'sheets-unread' as const, value: unread.join(', ') }] : []),
      ...(merged > 0 ? [{ name: 'merged' as const, value: String(merged) }] : []),
    ]
  } finally {
    archive.close()
  }
}

/** A workbook is an archive itself: of the same dangers, and read in memory. */
async function openWorkbook({ from, name }: Asked): Promise<Archive> {
  const archive = await openArchive(from).catch((error) => {
    if (error instanceof AppError && error.code === 'dataset.zip-broken') fail('dataset.table-broken', { file: name })
    throw error
  })
  const size = archive.entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (size <= LIMITS.bytes) return archive
  archive.close()
  return failLarge(name)
}

const failLarge = (file: string) => fail('dataset.workbook-large', { file, limit: readableSize(LIMITS.bytes) })

function work({ name, ...task }: WorkbookTask & { name: string }): Promise<WorkbookAnswer> {
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), {
    workerData: task satisfies WorkbookTask,
    resourceLimits: { maxOldGenerationSizeMb: LIMITS.memoryMb },
  })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return reject(error)
      reject(new AppError('dataset.workbook-large', { file: name, limit: readableSize(LIMITS.bytes) }))
    })
    worker.once('exit', () => resolve('broken'))
  })
}
