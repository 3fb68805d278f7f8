import {
  type BilingualText,
  fail,
  type Input,
  type ResearchType,
  TASK_LIMITS,
  type Visibility,
  visibilitiesOf,
} from '@tessera/contract'
import type { CreateTask } from '@tessera/contract/wire'
import type { Db } from '../../db/pool.ts'
import { record } from '../../lib/audit.ts'
import { type Actor, requireParty } from '../../lib/auth.ts'
import { newId, newSeed } from '../../lib/ids.ts'
import { checkPicture } from '../../lib/pictures.ts'
import { searchable } from '../../lib/search-name.ts'
import { type AlgorithmDeps, type AlgorithmLibrary, checkParameters, recordActivity } from '../algorithm/index.ts'
import { listAllFailing, readEdge } from '../environment/index.ts'
import { loadTask, stateOf } from './load.ts'
import { findOwnDataset } from './offer-dataset.ts'
import { canSeeTask, isInitiator } from './policy.ts'
import { countJoined, findTask } from './queries.ts'
import { registration, task } from './table.ts'

type NewTask = Input<typeof CreateTask>

/** Creates a task in which the initiator has joined. If algorithm and data were chosen, they are set, too. */
export async function createTask(deps: AlgorithmDeps, input: NewTask, actor: Actor): Promise<string> {
  const partyId = requireParty(actor)
  if (input.partyId !== undefined && input.partyId !== partyId) fail('party.not-member')
  const texts = checkTexts(input)
  checkVisibility(input)
  const algorithm = findChosen(deps.algorithms, input.algorithms?.[0])
  const avatar = await checkPicture(deps, input.avatar)
  await requireEnvironment(deps, partyId)
  const datasetId = input.registrations?.find((mine) => (mine.partyId ?? partyId) === partyId)?.datasetId
  const proposedColumns = input.fromTaskId === undefined ? null : await columnsFrom(deps, input.fromTaskId, actor)
  const now = deps.clock.now()
  const id = newId()

  await deps.db.transaction(async (tx) => {
    const dataset = datasetId === undefined ? undefined : await findOwnDataset(tx, datasetId, partyId)
    await tx.insert(task).values({
      id,
      ...texts,
      avatar,
      partyId,
      visibility: input.visibility,
      status: 'recruiting',
      researchType: input.researchType,
      algorithmId: algorithm?.manifest.id ?? null,
      seed: input.researchType === 'independent' ? newSeed() : null,
      parameters: algorithm ? checkParameters(algorithm.manifest, input.parameters ?? {}) : null,
      proposedColumns,
      createdByUserId: actor.userId,
      createdBy: actor.displayName,
      createTime: now,
    })
    await addRegistration(tx, { taskId: id, partyId, role: 'initiator', datasetId: dataset?.id ?? null }, actor, now)
    const content = { missionName: texts.name, algName: algorithm?.manifest.name.cn }
    await recordActivity(tx, actor, [{ subject: 'task', subjectId: id, action: 'create', taskId: id, content }], now)
    await record(tx, 'task.created', { taskId: id, partyId, userId: actor.userId }, now)
  })
  return id
}

/**
 * Returns the columns of another task of the party. The new task only proposes these columns, because its data is not
 * chosen yet.
 */
async function columnsFrom(deps: AlgorithmDeps, taskId: string, actor: Actor): Promise<string[]> {
  const row = (await findTask(deps.db, taskId)) ?? fail('task.not-found')
  const source = stateOf(await loadTask(deps.db, deps, row))
  if (!canSeeTask(actor, source)) fail('task.not-found')
  if (!isInitiator(actor, source)) fail('task.initiator-only')
  return row.columnSelection?.columns ?? fail('task.no-columns')
}

/** Fails if the party's edge reports that it cannot train. The console additionally checks the federation's server. */
async function requireEnvironment(deps: AlgorithmDeps, partyId: string) {
  const failing = listAllFailing((await readEdge(deps, partyId)).components)
  if (failing.length > 0) fail('task.environment', { components: failing.join(', ') })
}

export async function addRegistration(
  tx: Db,
  added: { taskId: string; partyId: string; role: 'initiator' | 'participant'; datasetId?: string | null },
  actor: Pick<Actor, 'userId' | 'displayName'>,
  now: Date,
) {
  const [row] = await tx
    .insert(registration)
    .values({
      id: newId(),
      status: 'joined',
      note: '',
      createdByUserId: actor.userId,
      createdBy: actor.displayName,
      createTime: now,
      ...added,
    })
    .returning()
  await countJoined(tx, added.taskId)
  return row as typeof registration.$inferSelect
}

export function checkTexts(texts: { name: string; description: string }) {
  const name = texts.name.trim()
  if (name === '' || name.length > TASK_LIMITS.name) fail('task.name-required')
  if (texts.description.length > TASK_LIMITS.description) fail('task.description-too-long')
  return { name, searchName: searchable(name), description: texts.description }
}

export function checkVisibility({ researchType, visibility }: { researchType: ResearchType; visibility: Visibility }) {
  if (!visibilitiesOf(researchType).includes(visibility)) fail('task.visibility-alone')
}

/** Returns the algorithm that the request names by id or by name. */
export function findChosen(
  library: AlgorithmLibrary,
  chosen: { id?: string; name?: Partial<BilingualText> } | undefined,
) {
  if (!chosen) return undefined
  const names = [chosen.id, ...Object.values(chosen.name ?? {})]
  return (
    library.list().find(({ manifest }) => manifest.id === chosen.id) ??
    library
      .list()
      .find(({ manifest }) => [manifest.id, ...Object.values(manifest.name)].some((name) => names.includes(name))) ??
    fail('algorithm.not-found')
  )
}
