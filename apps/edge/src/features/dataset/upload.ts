import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type DatasetDraft, fail } from '@tessera/contract'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../lib/edge-token.ts'
import { readableSize, requireSpace } from '../../lib/files.ts'
import { makeUtf8 } from '../../lib/text-encoding.ts'
import { openArchive } from '../../lib/zip.ts'
import type { DatasetDeps } from './deps.ts'
import { saveDraft } from './queries.ts'
import { findTable } from './recognise.ts'
import { convertCsv } from './table.ts'

/** Takes a zip from the request, checks and converts it, and keeps the result as a draft for a day. */
export async function takeUpload(deps: DatasetDeps, request: FastifyRequest, actor: Actor): Promise<DatasetDraft> {
  await requireSpace(deps.dataDir, Number(request.headers['content-length'] ?? 0))
  const upload = await request.file()
  if (!upload) fail('file.missing')
  if (!/\.zip$/i.test(upload.filename)) fail('dataset.zip-only')

  const id = randomUUID()
  const folder = join(deps.dataDir, 'tmp', `upload-${id}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const zip = join(folder, 'upload.zip')
    await pipeline(upload.file, refuseOtherThanZip(), createWriteStream(zip, { mode: 0o600 })).catch(noSpace)
    const csv = join(folder, 'table.csv')
    await unpackTable(zip, csv, folder)
    await rm(zip)
    await makeUtf8(csv)
    return await keepDraft(deps, { id, csv, name: basename(upload.filename).replace(/\.zip$/i, ''), actor })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function unpackTable(zip: string, csv: string, folder: string) {
  const archive = await openArchive(zip)
  try {
    const table = findTable(archive.entries)
    // The text, the same as UTF-8 (half as much again at worst), and Parquet from it.
    await requireSpace(folder, table.uncompressedSize * 3)
    await archive.extract(table, csv)
  } finally {
    archive.close()
  }
}

async function keepDraft(deps: DatasetDeps, of: { id: string; csv: string; name: string; actor: Actor }) {
  const drafts = join(deps.dataDir, 'drafts')
  await mkdir(drafts, { recursive: true, mode: 0o700 })
  const file = join(drafts, `${of.id}.parquet`)
  try {
    const table = await convertCsv(deps.duck, of.csv, file)
    const draft = { id: of.id, name: of.name, userId: of.actor.userId, createTime: deps.now().toISOString(), file }
    saveDraft(deps.db, { ...draft, ...table })
    return {
      draftId: of.id,
      name: of.name,
      path: `drafts/${of.id}`,
      contentType: 'tabular' as const,
      tableName: `t_${of.id.replaceAll('-', '')}`,
      ...table,
    }
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
}

/** Stops a wrong file at its first bytes, not after gigabytes. */
function refuseOtherThanZip(): Transform {
  let isFirst = true
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const isZip = !isFirst || chunk.subarray(0, 2).toString('latin1') === 'PK'
      isFirst = false
      try {
        if (!isZip) fail('dataset.zip-broken')
        done(null, chunk)
      } catch (error) {
        done(error as Error)
      }
    },
  })
}

function noSpace(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOSPC') fail('edge.no-space', { needed: readableSize(1024 ** 3) })
  throw error
}
