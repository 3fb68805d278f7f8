import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  columnNamesOf,
  contentTypeOf,
  fail,
  IMPORT_LIMITS,
  type ImportedDescription,
  type Input,
  type ModelCard,
  type ModelDraft,
} from '@tessera/contract'
import type { CreateModel } from '@tessera/contract/wire'
import { adaptInWorker, MODEL_FILE_LIMITS, type ModelSignature, readInWorker, tryModel } from '@tessera/inference'
import { oneAtATime, sha256 } from '@tessera/server'
import { and, eq, lt } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { record } from '../../lib/audit.ts'
import { type Actor, requireParty } from '../../lib/auth.ts'
import { after, HOUR_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { newId } from '../../lib/ids.ts'
import { limit } from '../../lib/limits.ts'
import { checkTexts, publishModel } from './change-model.ts'
import type { ModelDeps } from './store-result.ts'
import { type ArtifactRow, artifact, type DraftRow, model, modelDraft } from './table.ts'

const FILES_AN_HOUR = 30
const MEGABYTE = 1024 * 1024
const MAX_FILE_NAME = 200
/** Processes one uploaded file at a time, so that many uploads take no more memory than one upload. */
const alone = oneAtATime()

/**
 * Receives and checks an imported file, and stores it until its card arrives. A member has one such file, the newest,
 * for a day.
 */
export async function receiveModelFile(deps: ModelDeps, request: FastifyRequest, actor: Actor): Promise<ModelDraft> {
  const partyId = requireParty(actor)
  await limit(deps, `model-file:${actor.userId}`, FILES_AN_HOUR, HOUR_MS)
  return receive(request, (fileName, path) =>
    alone(async () => {
      const file = await readFile(path)
      const reading = await readInWorker(file)
      await dropDrafts(deps, and(eq(modelDraft.partyId, partyId), eq(modelDraft.userId, actor.userId)))
      const id = newId()
      await deps.files.put(fileOf(id), file)
      await deps.db.insert(modelDraft).values({
        id,
        partyId,
        userId: actor.userId,
        fileName,
        sha256: sha256(file),
        bytes: file.length,
        saysItself: reading.signature !== null,
        createTime: deps.clock.now(),
      })
      return { ...reading, draftId: id, fileName }
    }),
  )
}

/**
 * Creates the party's model from a stored upload, with the same checks as for any model, and publishes it if requested.
 */
export async function createModel(
  deps: ModelDeps,
  { draftId, described, isPublished, ...given }: Input<typeof CreateModel>,
  actor: Actor,
): Promise<string> {
  const texts = checkTexts(given, ['name', 'description', 'instruction', 'application'])
  const draft = await findDraft(deps, draftId, actor)
  const kept = await alone(() => storeImported(deps, draft, described))
  const modelId = newId()
  await deps.db.transaction(async (tx) => {
    // If a client sends the request twice, only one model is created.
    const taken = await tx.delete(modelDraft).where(eq(modelDraft.id, draftId)).returning()
    if (taken.length === 0) gone()
    await tx.insert(artifact).values(kept)
    await tx.insert(model).values({
      ...texts,
      id: modelId,
      artifactId: kept.id,
      partyId: draft.partyId,
      createdByUserId: actor.userId,
      isPublished: false,
      isCopy: false,
      downloadCount: 0,
      createTime: kept.createTime,
      updateTime: kept.createTime,
    })
    const { partyId, sha256: uploaded } = draft
    await record(tx, 'model.imported', { modelId, partyId, userId: actor.userId, sha256: kept.sha256, uploaded })
  })
  await deps.files.remove(fileOf(draftId))
  if (isPublished) await publishModel(deps, modelId, texts, actor)
  return modelId
}

export async function discardModelFile(deps: ModelDeps, draftId: string, actor: Actor) {
  await findDraft(deps, draftId, actor)
  await dropDrafts(deps, eq(modelDraft.id, draftId))
}

export const forgetOldDrafts = (deps: Pick<Deps, 'db' | 'files' | 'clock'>): Promise<void> =>
  dropDrafts(deps, lt(modelDraft.createTime, after(deps.clock.now(), -IMPORT_LIMITS.draftHours * HOUR_MS)))

const fileOf = (draftId: string) => `model-drafts/${draftId}.onnx`
const gone = () => fail('model.import-gone', { hours: IMPORT_LIMITS.draftHours })

/** Returns the uploaded draft if the actor uploaded it for the party for which they act. */
async function findDraft({ db }: ModelDeps, draftId: string, actor: Actor): Promise<DraftRow> {
  const [draft] = await db.select().from(modelDraft).where(eq(modelDraft.id, draftId))
  return draft && draft.userId === actor.userId && draft.partyId === actor.partyId ? draft : gone()
}

async function dropDrafts({ db, files }: Pick<Deps, 'db' | 'files'>, which: ReturnType<typeof and>) {
  const dropped = await db.delete(modelDraft).where(which).returning({ id: modelDraft.id })
  for (const { id } of dropped) await files.remove(fileOf(id))
}

/**
 * Stores the imported model. A file that contains Tessera's description is stored unchanged; any other file is adapted
 * to the description that the member entered.
 */
async function storeImported(
  { files, modelStore, clock }: ModelDeps,
  draft: DraftRow,
  described: ImportedDescription | null,
): Promise<ArtifactRow> {
  const uploaded = await files.get(fileOf(draft.id))
  const file = draft.saysItself
    ? uploaded
    : await adaptInWorker(uploaded, described ?? fail('model.import-undescribed'))
  const hash = sha256(file)
  const held = { sha256: hash, read: async () => file }
  if (!draft.saysItself && described) await tryModel(modelStore.runtime, held, described)
  const signature = await modelStore.describe(file)
  const filePath = `models/${draft.id}/model.onnx`
  const card = cardOf(signature, draft)
  await files.put(filePath, file)
  await files.put(`models/${draft.id}/card.json`, Buffer.from(JSON.stringify(card, null, 1)))
  const now = clock.now()
  return {
    id: draft.id,
    taskId: null,
    taskName: null,
    algorithmId: null,
    metrics: {},
    card,
    filePath,
    sha256: hash,
    contentType: contentTypeOf(signature.input, signature.output),
    createTime: now,
  }
}

/**
 * Returns the card of an imported model. The platform did not observe the training, so the card makes no claims about
 * training, whatever the file contains.
 */
const cardOf = (
  { input, output }: ModelSignature,
  { fileName, sha256: hash, bytes, partyId }: DraftRow,
): ModelCard => ({
  algorithm: '',
  codeHash: '',
  rounds: 0,
  parties: [],
  metrics: {},
  input,
  output,
  label: output.label,
  columns: columnNamesOf(input),
  imported: { fileName, sha256: hash, bytes, partyId },
})

/** Writes an upload to a file before it is processed, so that many uploads in progress take no memory. */
async function receive<T>(request: FastifyRequest, work: (fileName: string, path: string) => Promise<T>): Promise<T> {
  const part = (await request.file({ limits: { fileSize: MODEL_FILE_LIMITS.bytes } })) ?? fail('file.missing')
  const fileName = basename(part.filename.replace(/\p{Cc}/gu, '')).slice(-MAX_FILE_NAME)
  if (!/\.onnx$/i.test(fileName)) fail('model.import-onnx-only')
  const folder = await mkdtemp(join(tmpdir(), 'tessera-model-'))
  try {
    const path = join(folder, 'model.onnx')
    await pipeline(part.file, createWriteStream(path, { mode: 0o600 }))
    if (part.file.truncated) fail('file.too-large', { limit: `${MODEL_FILE_LIMITS.bytes / MEGABYTE} MB` })
    return await work(fileName, path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
