import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PartyNames } from '@tessera/contract'
import { GetTask } from '@tessera/contract/wire'
import { VERSION } from '@tessera/server'
import { eq } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { dataset } from '../features/dataset/index.ts'
import { edges } from '../features/environment/table.ts'
import { putNames } from '../features/task/plan/name-rows.ts'
import { countJoined } from '../features/task/queries.ts'
import { grantNotice, registration, type TaskRow, task } from '../features/task/table.ts'
import { newId } from '../lib/ids.ts'
import { RUN_MOVED, type RunMoved } from '../lib/live.ts'
import { searchable } from '../lib/search-name.ts'
import { buildParty, call, codeHashOf, type TestParty, type TestUser, type World, writeAlgorithm } from './index.ts'

export const ALGORITHM = 'logistic-regression'
export const OTHER_ALGORITHM = 'linear-regression'
/** Id of an algorithm that predicts nothing. */
export const LABELLESS_ALGORITHM = 'describe'
/** Id of an algorithm that predicts an event and therefore needs a time. */
export const TIMED_ALGORITHM = 'cox'
/** Settings for a world with four algorithms. Tests never run their code. */
export const WITH_ALGORITHMS = { ALGORITHMS_DIR: writeAlgorithms() }

function writeAlgorithms(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-algorithms-'))
  const text = { cn: '中', en: 'en' }
  const bounds = { label: text, help: text }
  for (const [id, nameEn, labelKinds] of [
    [ALGORITHM, 'Logistic regression', ['binary', 'multi']],
    [OTHER_ALGORITHM, 'Linear regression', ['regression']],
    [LABELLESS_ALGORITHM, 'Describe', []],
    [TIMED_ALGORITHM, 'Cox regression', ['event']],
  ] as const) {
    const manifest = {
      id,
      nameEn,
      nameCn: `${nameEn} 中文`,
      kind: 'horizontal',
      contentTypes: ['tabular'],
      labelKinds,
      introduction: text,
      description: text,
      remark: text,
      ...(id === LABELLESS_ALGORITHM && { ownTables: true }),
      ...(id === TIMED_ALGORITHM && { withdrawn: { pooled: true } }),
      parameters: [
        { name: 'learning_rate', type: 'number', minimum: 0.0001, maximum: 1, default: 0.1, ...bounds },
        { name: 'max_iter', type: 'integer', minimum: 1, maximum: 100, default: 3, ...bounds },
      ],
    }
    writeAlgorithm(folder, manifest)
  }
  return folder
}

type Place = Pick<World, 'db' | 'clock'>

export interface Member extends TestParty {
  datasetId: string
  registrationId: string
}

export const admin = (party: TestParty): { user: TestUser; party: TestParty } => ({ user: party.admin, party })
export const member = (party: TestParty): { user: TestUser; party: TestParty } => ({ user: party.member, party })

/** Adds an edge that has just reported every component as healthy. */
export async function buildEdge(
  { db, clock }: Place,
  party: TestParty,
  fields: Partial<typeof edges.$inferInsert> = {},
) {
  const installation = { version: VERSION, codes: [ALGORITHM, OTHER_ALGORITHM, LABELLESS_ALGORITHM].map(codeHashOf) }
  const components = { edge: 'ok', supernode: 'ok', runner: 'ok', storage: 'ok', books: 'ok', pages: 'ok' } as const
  const values = {
    partyId: party.partyId,
    linkPublicKey: '',
    nodePublicKey: '',
    enrolledBy: party.admin.userId,
    enrolTime: clock.now(),
    lastSeen: clock.now(),
    components,
    conditions: [],
    installation,
    ...fields,
  }
  await db.insert(edges).values(values).onConflictDoUpdate({ target: edges.partyId, set: values })
}

/** Makes the party's edge count as online for an hour, so that a slow test does not lose it. */
export const keepOnline = ({ db, clock }: Place, party: TestParty) =>
  buildEdge({ db, clock }, party, { lastSeen: new Date(clock.now().getTime() + 3_600_000) })

export async function buildDataset(
  { db, clock }: Place,
  party: TestParty,
  fields: Partial<typeof dataset.$inferInsert> = {},
): Promise<string> {
  const id = newId()
  await db.insert(dataset).values({
    id,
    partyId: party.partyId,
    name: `rows of ${party.name}`,
    description: '',
    contentType: 'tabular',
    sharing: 'party',
    sizeBytes: 1000,
    rowCount: 40,
    tableName: id,
    columns: ['age', 'chol', 'sick'],
    columnCount: 3,
    columnTypes: { age: 'number', chol: 'number', sick: 'integer' },
    createdByUserId: party.admin.userId,
    createdBy: party.admin.username,
    orgCode: 'A01',
    createTime: clock.now(),
    deleted: false,
    isGoneAtEdge: false,
    ...fields,
  })
  return fields.id ?? id
}

/** Fields of a task that other parties can still join. */
export const OPEN = { namedPartyIds: null, fewest: null, seed: null }

/**
 * Builds a task in which joining is closed. Each of its parties, two by default, has offered data; the first is the
 * initiator. Parties that are passed in keep their edges.
 */
export async function buildTask(
  place: Place,
  { parties = 2, given, ...fields }: { parties?: number; given?: TestParty[] } & Partial<TaskRow> = {},
): Promise<{ taskId: string; members: [Member, Member] }> {
  const { db, clock } = place
  const taskId = newId()
  const built = given ?? (await Promise.all(Array.from({ length: parties }, () => buildParty(place))))
  const [first] = built as [TestParty]
  await db.insert(task).values({
    id: taskId,
    name: 'task',
    searchName: searchable(fields.name ?? 'task'),
    description: '',
    partyId: first.partyId,
    visibility: 'public',
    status: 'recruiting',
    researchType: 'federated',
    algorithmId: ALGORITHM,
    parameters: {},
    columnSelection: { columns: ['age', 'chol'], label: 'sick' },
    createdByUserId: first.admin.userId,
    createdBy: first.admin.username,
    createTime: clock.now(),
    namedPartyIds: built.map(({ partyId }) => partyId).toSorted(),
    fewest: Math.min(parties, 2),
    seed: 'seed',
    ...fields,
  })
  const members: Member[] = []
  for (const [index, party] of built.entries()) {
    const datasetId = await buildDataset(place, party)
    const registrationId = await addToTask(place, taskId, party, {
      datasetId,
      role: index === 0 ? 'initiator' : 'participant',
    })
    await confirmNames(place, taskId, { ...party, datasetId })
    if (!given) await keepOnline(place, party)
    members.push({ ...party, datasetId, registrationId })
  }
  return { taskId, members: members as [Member, Member] }
}

/**
 * Confirms names as a member of the party would at the edge. The default names are those of `buildDataset`, with
 * numeric columns.
 */
export async function confirmNames(
  { db, clock }: Place,
  taskId: string,
  { partyId, datasetId }: Pick<Member, 'partyId' | 'datasetId'>,
  names: Partial<PartyNames> = {},
) {
  const columns: PartyNames['columns'] = ['age', 'chol'].map((name) => ({ name, kind: 'number' }))
  const label: PartyNames['label'] = { column: 'sick', kind: 'number', integral: true, classes: ['0', '1'] }
  const row = { taskId, partyId, datasetId, names: { columns, label, ...names }, confirmTime: clock.now() }
  await putNames(db, row)
}

export async function addToTask(
  { db, clock }: Place,
  taskId: string,
  party: TestParty,
  fields: Partial<typeof registration.$inferInsert> = {},
): Promise<string> {
  const id = newId()
  await db.insert(registration).values({
    id,
    taskId,
    partyId: party.partyId,
    role: 'participant',
    status: 'joined',
    note: '',
    createdByUserId: party.admin.userId,
    createdBy: party.admin.username,
    createTime: clock.now(),
    ...fields,
  })
  await countJoined(db, taskId)
  return id
}

/** Adds a consent ticket as the party's edge would report it after a member has signed for the current plan. */
export async function signTicket(
  world: World,
  taskId: string,
  party: Member,
  fields: Partial<typeof grantNotice.$inferInsert> = {},
): Promise<string> {
  const { planHash } = (await call(world, GetTask, { taskId }, admin(party))).result
  const id = newId()
  await world.db.insert(grantNotice).values({
    partyId: party.partyId,
    id,
    taskId,
    planHash: planHash ?? '',
    datasetId: party.datasetId,
    rowCount: 40,
    expiryTime: new Date(world.clock.now().getTime() + 86_400_000),
    isWithdrawn: false,
    noticeTime: world.clock.now(),
    ...fields,
  })
  return id
}

export async function statusOf({ db }: Place, taskId: string): Promise<TaskRow['status'] | undefined> {
  const [row] = await db.select().from(task).where(eq(task.id, taskId))
  return row?.status
}

/** Returns the messages that the consoles of a task's members receive while `act` runs. */
export async function movesDuring(world: World, taskId: string, act: () => Promise<unknown>): Promise<RunMoved[]> {
  const moves: RunMoved[] = []
  const stop = world.deps.bus.subscribe<RunMoved>(RUN_MOVED, (moved) => moved.taskId === taskId && moves.push(moved))
  await act()
  await vi.waitFor(() => expect(moves).not.toEqual([]))
  stop()
  return moves
}
