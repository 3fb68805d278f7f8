import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Sharing } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { eq } from 'drizzle-orm'
import { inference } from '../../features/inference/table.ts'
import { artifact, model, modelDraft, storeResult } from '../../features/model/index.ts'
import { trainingRun } from '../../features/run/table.ts'
import { registration, type TaskRow, task, taskInvite } from '../../features/task/table.ts'
import { newDigits, newId } from '../../lib/ids.ts'
import type { TestParty } from '../factories.ts'
import { ALGORITHM, buildDataset } from '../task.ts'
import type { World } from '../world.ts'
import { type Cast, DEPARTMENTS } from './cast.ts'

export const ONNX = fileURLToPath(new URL('../../../../../packages/inference/test-data/classes.onnx', import.meta.url))

/** Adds a task of party a, created by the author. Party b has joined through its joiner, and party d has applied. */
export async function addTask({ db, clock }: World, { a, b, d, callers }: Cast, fields: Partial<TaskRow> = {}) {
  const [taskId, code] = [newId(), newDigits(8)]
  const [ofA, ofB, ofD] = [newId(), newId(), newId()]
  const authorId = callers.author.user?.userId ?? ''
  const createTime = clock.now()
  await db.insert(task).values({
    id: taskId,
    name: 'task',
    description: '',
    partyId: a.partyId,
    algorithmId: ALGORITHM,
    visibility: 'public',
    status: 'recruiting',
    researchType: 'federated',
    parameters: {},
    columnSelection: { columns: ['age', 'chol'], label: 'sick' },
    createdByUserId: authorId,
    createdBy: 'author',
    createTime,
    ...fields,
  })
  const common = { taskId, note: '', createdBy: '', createTime }
  const joinerId = callers.joiner.user?.userId ?? ''
  await db.insert(registration).values([
    { ...common, id: ofA, partyId: a.partyId, role: 'initiator', status: 'joined', createdByUserId: authorId },
    { ...common, id: ofB, partyId: b.partyId, role: 'participant', status: 'joined', createdByUserId: joinerId },
    {
      ...common,
      id: ofD,
      partyId: d.partyId,
      role: 'participant',
      status: 'applying',
      createdByUserId: d.admin.userId,
    },
  ])
  await db.insert(taskInvite).values({ code, taskId, expiryTime: new Date(createTime.getTime() + 3_600_000) })
  if (fields.status === 'training') await addRun({ db, clock } as World, taskId)
  return { taskId, code, ofA, ofB, ofD }
}

/** Adds a running run to the database. No worker follows the run. */
export async function addRun({ db, clock }: World, taskId: string, tokenHash: string | null = null): Promise<string> {
  const id = newId()
  await db.insert(trainingRun).values({
    id,
    taskId,
    algorithmId: ALGORITHM,
    codeHash: '',
    startedByUserId: '',
    createTime: clock.now(),
    tokenHash,
    plan: {
      taskId,
      algorithm: ALGORITHM,
      parameters: {},
      maxRounds: 3,
      data: { kind: 'table', columns: [{ name: 'age', kind: 'number' }] },
      target: { kind: 'classes', column: 'sick', classes: ['0', '1'], integral: true },
      parties: [],
      fewest: 0,
      seed: '',
    },
    phase: 'running',
    step: 'train',
    round: 1,
    rounds: 3,
    metrics: {},
    parties: [],
    waitingFor: [],
    lastSeq: 0,
  })
  return id
}

/** Adds a completed single-party run of party a. Its scores are stored on the platform, and its model at the edge. */
export async function addRunByItself(world: World, cast: Cast): Promise<string> {
  const { taskId } = await addTask(world, cast)
  const id = await addRun(world, taskId)
  const party = { partyId: cast.a.partyId, name: 'a', rowsOffered: 40, rowsUsed: 32, validationRows: 8 }
  const parties = [{ ...party, metrics: {}, aloneMetrics: null }]
  await world.db.update(trainingRun).set({ phase: 'completed', parties }).where(eq(trainingRun.id, id))
  const folder = join(world.settings.DATA_DIR, 'runs', id)
  mkdirSync(folder, { recursive: true })
  const card = { algorithm: ALGORITHM, codeHash: '', label: 'ill', columns: ['age', 'sex'], rounds: 3, metrics: {} }
  writeFileSync(join(folder, 'card.json'), JSON.stringify({ ...card, parties: [], stays: true }))
  return id
}

/** Adds a dataset of party a, which the author uploaded in the data department. */
export async function addDataset(world: World, { a, callers }: Cast, sharing: Sharing, taskId: string | null = null) {
  const createdByUserId = callers.author.user?.userId ?? ''
  return buildDataset(world, a, { sharing, taskId, createdByUserId, orgCode: DEPARTMENTS.data })
}

/** Returns a function that adds the parties' models of new runs, all with one usable ONNX file. */
export async function modelMaker(world: World, { a, b, callers }: Cast) {
  const source = await storeResult(world.app.training.deps, {
    runId: newId(),
    taskId: newId(),
    taskName: 'heart',
    algorithmId: ALGORITHM,
    onnx: readFileSync(ONNX),
    card: {
      algorithm: ALGORITHM,
      codeHash: '',
      label: 'ill',
      columns: ['age', 'sex'],
      rounds: 3,
      metrics: { accuracy: 0.9 },
      parties: [],
    },
  })
  const add = async (artifactId: string, party: TestParty, userId: string, isPublished: boolean, isCopy = false) => {
    const [id, now] = [newId(), world.clock.now()]
    const texts = { name: 'heart', description: 'd', instruction: 'i', application: 'a' }
    const values = { id, artifactId, partyId: party.partyId, isPublished, isCopy, downloadCount: 0, ...texts }
    await world.db.insert(model).values({ ...values, createdByUserId: userId, createTime: now, updateTime: now })
    return id
  }
  /**
   * Adds the models of a new run: party a's own model, whose keeper is the author; optionally also a model in the pool,
   * and a copy of it by b's joiner.
   */
  return async (more: 'own' | 'pool' | 'copy') => {
    const artifactId = newId()
    await world.db.insert(artifact).values({ ...source, id: artifactId })
    const [authorId, joinerId] = [callers.author.user?.userId ?? '', callers.joiner.user?.userId ?? '']
    const own = await add(artifactId, a, authorId, false)
    const pool = more === 'own' ? '' : await add(artifactId, a, authorId, true)
    const copy = more === 'copy' ? await add(artifactId, b, joinerId, false, true) : ''
    return { own, pool, copy }
  }
}

/** Adds a model file that the author uploaded for party a. The file contains Tessera's description. */
export async function addModelDraft({ app, db, clock }: World, { a, callers }: Cast) {
  const [id, file] = [newId(), readFileSync(ONNX)]
  await app.training.deps.files.put(`model-drafts/${id}.onnx`, file)
  await db.insert(modelDraft).values({
    id,
    partyId: a.partyId,
    userId: callers.author.user?.userId ?? '',
    fileName: 'heart.onnx',
    sha256: sha256(file),
    bytes: file.length,
    saysItself: true,
    createTime: clock.now(),
  })
  return id
}

export async function addInference(
  { db, clock }: World,
  { a, callers }: Cast,
  modelId: string,
  status: (typeof inference.$inferSelect)['status'],
) {
  const id = newId()
  await db.insert(inference).values({
    id,
    name: id.slice(-12),
    description: 'd',
    modelId,
    partyId: a.partyId,
    status,
    createTime: clock.now(),
    createdByUserId: callers.author.user?.userId ?? '',
    createdBy: 'author',
  })
  return id
}
