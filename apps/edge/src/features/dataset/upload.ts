import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ContentType, type DatasetDraft, fail } from '@tessera/contract'
import type { FastifyRequest } from 'fastify'
import { transaction } from '../../db/open.ts'
import type { Actor } from '../../lib/edge-token.ts'
import { readableSize, requireSpace } from '../../lib/files.ts'
import { openArchive } from '../../lib/zip.ts'
import type { DatasetDeps } from './deps.ts'
import { PICTURES_FOLDER, type Reading, ROWS_FILE, readers } from './kinds/index.ts'
import { saveAnalysis, saveDraft } from './queries.ts'
import { recognise } from './recognise.ts'

/** Takes a zip from the request, checks and converts it, and keeps the result as a draft for a day. */
export async function takeUpload(deps: DatasetDeps, request: FastifyRequest, actor: Actor): Promise<DatasetDraft> {
  await requireSpace(deps.dataDir, Number(request.headers['content-length'] ?? 0))
  const upload = await request.file()
  if (!upload) fail('file.missing')
  if (!/\.zip$/i.test(upload.filename)) fail('dataset.zip-only')

  const id = randomUUID()
  const scratch = join(deps.dataDir, 'tmp', `upload-${id}`)
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  try {
    const zip = join(scratch, 'upload.zip')
    await pipeline(upload.file, refuseOtherThanZip(), createWriteStream(zip, { mode: 0o600 })).catch(noSpace)
    return await readDraft(deps, { id, zip, scratch, name: basename(upload.filename).replace(/\.zip$/i, ''), actor })
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

export const tableNameOf = (draftId: string) => `t_${draftId.replaceAll('-', '')}`

async function readDraft(
  deps: DatasetDeps,
  of: { id: string; zip: string; scratch: string; name: string; actor: Actor },
): Promise<DatasetDraft> {
  const target = join(deps.dataDir, 'data', of.id)
  await mkdir(target, { recursive: true, mode: 0o700 })
  try {
    const archive = await openArchive(of.zip)
    try {
      const contentType = await recognise(archive)
      const options = { skipBadRows: false, renameColumns: false }
      const reading = await readers[contentType]({ archive, options, duck: deps.duck, scratch: of.scratch, target })
      return keepDraft(deps, { ...of, target, contentType, reading })
    } finally {
      archive.close()
    }
  } catch (error) {
    await rm(target, { recursive: true, force: true })
    throw error
  }
}

function keepDraft(
  deps: DatasetDeps,
  of: { id: string; name: string; actor: Actor; target: string; contentType: ContentType; reading: Reading },
): DatasetDraft {
  const { analysis, ...found } = of.reading
  const pictures = join(of.target, PICTURES_FOLDER)
  const tableName = tableNameOf(of.id)
  transaction(deps.db, () => {
    saveDraft(deps.db, {
      ...found,
      id: of.id,
      name: of.name,
      userId: of.actor.userId,
      createTime: deps.now().toISOString(),
      contentType: of.contentType,
      file: join(of.target, ROWS_FILE),
      media: existsSync(pictures) ? pictures : null,
    })
    if (analysis) saveAnalysis(deps.db, tableName, analysis)
  })
  return { draftId: of.id, name: of.name, path: `data/${of.id}`, contentType: of.contentType, tableName, ...found }
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
