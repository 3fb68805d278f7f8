import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError, type ReadOptions } from '@tessera/contract'
import type { Reader } from '../kinds/reader.ts'
import { Duck, parquet } from '../lib/duck.ts'
import { openArchive } from '../lib/zip.ts'
import { zipOf } from './world.ts'

export type ReadingBench = Awaited<ReturnType<typeof buildReading>>

/** Runs the reader of one kind of data on real archives, without an edge. */
export async function buildReading(reader: Reader) {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-reading-'))
  const duck = await Duck.open(folder)

  async function read(files: Record<string, string | Buffer>, options: Partial<ReadOptions> = {}) {
    const [scratch, target] = [join(folder, randomUUID()), join(folder, randomUUID())]
    await Promise.all([mkdir(scratch), mkdir(target)])
    const zip = join(scratch, 'upload.zip')
    await writeFile(zip, await zipOf(files))
    const archive = await openArchive(zip, options.encoding)
    try {
      const found = await reader({
        archive,
        duck,
        scratch,
        target,
        options: { skipBadRows: false, renameColumns: false, ...options },
      })
      const reading = {
        ...found,
        report: { ...found.report, notes: [...archive.foreign.notes, ...found.report.notes] },
      }
      const all = (file: string) => duck.rows(`SELECT * FROM ${parquet(join(target, file))}`)
      return { reading, target, rows: await all('rows.parquet'), all }
    } finally {
      archive.close()
    }
  }

  /** Reads an archive that must be refused, and returns the code and parameters of the error. */
  async function refusal(files: Record<string, string | Buffer>, options: Partial<ReadOptions> = {}) {
    try {
      await read(files, options)
      return 'read'
    } catch (error) {
      if (error instanceof AppError) return { code: error.code, ...error.params }
      throw error
    }
  }

  async function close() {
    duck.close()
    await rm(folder, { recursive: true, force: true })
  }

  return { duck, read, refusal, close }
}
