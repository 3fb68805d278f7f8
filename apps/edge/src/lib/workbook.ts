import { Worker } from 'node:worker_threads'
import { AppError, fail } from '@tessera/contract'
import { readableSize } from './files.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { WorkbookAnswer, WorkbookTask } from './workbook-worker.ts'
import { openArchive } from './zip.ts'

const LIMITS = { bytes: 64 * 1024 * 1024, memoryMb: 1_024 }

const alone = oneAtATime()

/** Writes a workbook's first sheet with data as CSV, a line for each row; answers the sheet's name. */
export async function convertWorkbook(of: WorkbookTask & { name: string }): Promise<string> {
  await requireSmall(of)
  const answer = await alone(() => work(of))
  if (answer === 'broken') fail('dataset.table-broken', { file: of.name })
  if (answer === 'empty') fail('dataset.csv-empty')
  return answer.sheet
}

/** A workbook is an archive itself: of the same dangers, and read in memory. */
async function requireSmall({ from, name }: { from: string; name: string }) {
  const archive = await openArchive(from).catch((error) => {
    if (error instanceof AppError && error.code === 'dataset.zip-broken') fail('dataset.table-broken', { file: name })
    throw error
  })
  const size = archive.entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  archive.close()
  if (size > LIMITS.bytes) failLarge(name)
}

const failLarge = (file: string) => fail('dataset.workbook-large', { file, limit: readableSize(LIMITS.bytes) })

function work({ from, to, headerLine, name }: WorkbookTask & { name: string }): Promise<WorkbookAnswer> {
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), {
    workerData: { from, to, headerLine } satisfies WorkbookTask,
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
