import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AppError,
  type ContentType,
  type DatasetDraft,
  dataKindOf,
  fail,
  MAX_UNSAVED_UPLOADS,
  type ReadOptions,
} from '@tessera/contract'
import type { FastifyRequest } from 'fastify'
import { transaction } from '../../db/open.ts'
import { edgeKindOf, PICTURES_FOLDER, type Reading, ROWS_FILE, watchReads } from '../../kinds/index.ts'
import type { Actor } from '../../lib/edge-token.ts'
import { requireSpace } from '../../lib/files.ts'
import { openArchive } from '../../lib/zip.ts'
import { type DatasetDeps, listDraftsOf, removeDraft, saveAnalysis, saveDraft, tableNameOf } from '../rows/index.ts'
import { cleanFileName, nameWithoutEnding } from './file-name.ts'
import { recognise } from './recognise.ts'
import { deleteArchive, findArchive, storeArchive } from './uploaded-archives.ts'

/** Receives an archive, checks and converts it, and stores the result as a draft for one day. */
export async function receiveUpload(deps: DatasetDeps, request: FastifyRequest, actor: Actor): Promise<DatasetDraft> {
  await requireSpace(deps.dataDir, Number(request.headers['content-length'] ?? 0))
  const upload = await request.file()
  if (!upload) fail('file.missing')
  if (!/\.zip$/i.test(upload.filename)) fail('dataset.zip-only')

  const fileName = cleanFileName(upload.filename)
  return withScratch(deps, async (scratch) => {
    const zip = join(scratch, 'upload.zip')
    await pipeline(upload.file, refuseOtherThanZip(), createWriteStream(zip, { mode: 0o600 }))
    await request.checkBody()
    const uploadId = randomUUID()
    const keep = () => storeArchive(deps, { id: uploadId, zip, fileName, actor })
    const options = { skipBadRows: false, renameColumns: false }
    const draft = await readDraft(deps, { zip, scratch, fileName, actor, options }).catch(async (error) => {
      if (hasRemedy(error)) await keep()
      throw withUpload(error, uploadId)
    })
    if (!hasWays(draft)) return draft
    await keep()
    return { ...draft, uploadId }
  })
}

/**
 * Reads a stored archive with the options that the member chose. The archive remains stored while the draft offers
 * other options.
 */
export async function readUpload(deps: DatasetDeps, uploadId: string, options: ReadOptions, actor: Actor) {
  const stored = await findArchive(deps, uploadId, actor)
  return withScratch(deps, async (scratch) => {
    const draft = await readDraft(deps, { ...stored, scratch, actor, options }).catch((error) => {
      throw withUpload(error, uploadId)
    })
    if (hasWays(draft)) return { ...draft, uploadId }
    await deleteArchive(deps, uploadId)
    return draft
  })
}

const hasRemedy = (error: unknown): error is AppError => error instanceof AppError && error.params.remedy !== undefined
/** Returns whether a note of the draft offers another way to read the archive. */
const hasWays = ({ report }: DatasetDraft) => report.notes.some(({ ways }) => ways !== undefined)
const withUpload = (error: unknown, uploadId: string) =>
  hasRemedy(error) ? new AppError(error.code, { ...error.params, uploadId }) : error

/** Calls a function with a temporary folder, and removes the folder afterwards. */
async function withScratch<T>(deps: DatasetDeps, work: (scratch: string) => Promise<T>): Promise<T> {
  const scratch = join(deps.dataDir, 'tmp', `upload-${randomUUID()}`)
  try {
    await mkdir(scratch, { recursive: true, mode: 0o700 })
    return await work(scratch)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

interface Upload {
  zip: string
  scratch: string
  fileName: string
  actor: Actor
  options: ReadOptions
}

async function readDraft(deps: DatasetDeps, of: Upload): Promise<DatasetDraft> {
  const id = randomUUID()
  const target = join(deps.dataDir, 'data', id)
  await mkdir(target, { recursive: true, mode: 0o700 })
  try {
    const archive = await openArchive(of.zip, of.options.encoding)
    try {
      const contentType = await recognise(archive)
      const { options, scratch } = of
      const watched = watchReads(archive)
      const kind = edgeKindOf(contentType)
      const found = await kind
        .read({
          archive: watched.archive,
          options,
          duck: deps.duck,
          owner: of.actor.userId,
          scratch,
          target,
        })
        .catch((error) => {
          throw archive.foreign.offer(error)
        })
      const foreign = dataKindOf(contentType).readsFileNames ? archive.foreign.notes : []
      const notes = [...foreign, ...found.report.notes]
      const reading = { ...found, report: { ...found.report, notes, ...watched.unread(kind) } }
      const draft = storeDraftFiles(deps, { id, fileName: of.fileName, actor: of.actor, target, contentType, reading })
      const tooMany = listDraftsOf(deps.db, of.actor.userId).slice(MAX_UNSAVED_UPLOADS)
      for (const old of tooMany) await removeDraft(deps, old)
      return draft
    } finally {
      archive.close()
    }
  } catch (error) {
    await rm(target, { recursive: true, force: true })
    throw error
  }
}

function storeDraftFiles(
  deps: DatasetDeps,
  of: { id: string; fileName: string; actor: Actor; target: string; contentType: ContentType; reading: Reading },
): DatasetDraft {
  const { analysis, ...found } = of.reading
  const pictures = join(of.target, PICTURES_FOLDER)
  const tableName = tableNameOf(of.id)
  const name = nameWithoutEnding(of.fileName)
  transaction(deps.db, () => {
    saveDraft(deps.db, {
      ...found,
      id: of.id,
      name,
      userId: of.actor.userId,
      createTime: deps.now().toISOString(),
      contentType: of.contentType,
      fileName: of.fileName,
      file: join(of.target, ROWS_FILE),
      media: existsSync(pictures) ? pictures : null,
    })
    if (analysis) saveAnalysis(deps.db, tableName, analysis)
  })
  return { draftId: of.id, name, path: `data/${of.id}`, contentType: of.contentType, tableName, ...found }
}

/** Returns a stream that stops the upload of another file type at its first bytes, not only after gigabytes. */
function refuseOtherThanZip(): Transform {
  let isFirst = true
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const isZip = !isFirst || chunk.subarray(0, 2).toString('latin1') === 'PK'
      isFirst = false
      done(isZip ? null : new AppError('dataset.zip-broken'), chunk)
    },
  })
}
