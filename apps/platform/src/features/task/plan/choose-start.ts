import { AppError, fail, type Input, MAX_START_NUMBERS, type StartCandidate } from '@tessera/contract'
import type { ChooseStart } from '@tessera/contract/wire'
import { readLearned } from '@tessera/inference'
import type { Actor } from '../../../lib/auth.ts'
import type { InstalledAlgorithm } from '../../algorithm/index.ts'
import { findModel, type LoadedModel, listPool, type ModelDeps } from '../../model/index.ts'
import { listPartiesByIds, nameOfParty } from '../../party/index.ts'
import { type LoadedTask, loadTask } from '../load.ts'
import { findTask } from '../queries.ts'
import type { TaskStartKept } from '../table.ts'
import { changeTask, requireEdit } from './change-plan.ts'
import { type Fitting, planStartOf, requireFit, shapeOf, startFile } from './start.ts'

/** Number of the pool's newest models that are considered. */
const MAX_CANDIDATES = 200

/** Maximum file size: the start weights up to their limit, and the rest of the model file. */
const MAX_BYTES = 16 * MAX_START_NUMBERS

/**
 * Returns the pool's models of the task's algorithm. If a model cannot be the start model, the entry contains the
 * reason.
 */
export async function listStarts(deps: ModelDeps, taskId: string, actor: Actor): Promise<StartCandidate[]> {
  const { task, algorithm, names } = await loadOwn(deps, taskId, actor)
  const { rows } = await listPool(deps.db, {}, { size: MAX_CANDIDATES, offset: 0 })
  const alike = rows.filter(({ artifact }) => artifact.algorithmId === algorithm.manifest.id)
  const partyIds = alike.map(({ model }) => model.partyId)
  const parties = new Map((await listPartiesByIds(deps.db, partyIds)).map((party) => [party.id, party]))
  return alike.map((found) => ({
    modelId: found.model.id,
    model: found.model.name,
    task: found.artifact.taskName ?? '',
    partyName: nameOfParty(parties.get(found.model.partyId), actor.language),
    unfit: whyUnfit(() => requireFit(fittingOf(found, algorithm), algorithm, task.parameters, names)),
  }))
}

/**
 * Copies the model into the plan and its weights into the file store, so that later changes in the pool have no effect
 * on the task.
 */
export async function chooseStart(deps: ModelDeps, { taskId, modelId }: Input<typeof ChooseStart>, actor: Actor) {
  const start = modelId === null ? null : await readStart(deps, taskId, modelId, actor)
  return changeTask(deps, taskId, actor, (loaded) => {
    if (start) {
      const { algorithm, names } = requireNames(deps, loaded)
      requireFit({ ...start, model: start.plan.model }, algorithm, loaded.task.parameters, names)
    }
    return { start }
  })
}

/** Reads the start model before the task is locked, because reading and checking a file may take some time. */
async function readStart(deps: ModelDeps, taskId: string, modelId: string, actor: Actor): Promise<TaskStartKept> {
  const { task, algorithm, names } = await loadOwn(deps, taskId, actor)
  const found = (await findModel(deps.db, modelId)) ?? fail('model.not-found')
  const { model, artifact } = found
  if (!model.isPublished) fail('task.start-not-in-pool')
  const fitting = fittingOf(found, algorithm)
  requireFit(fitting, algorithm, task.parameters, names)
  const file = await deps.modelStore.read(artifact)
  if (file.length > MAX_BYTES) fail('task.start-unreadable', { model: model.name })
  const named = { modelId, model: model.name, task: artifact.taskName ?? '', file: artifact.sha256 }
  const { input, output, parameters } = fitting
  const learned = readLearned(file) ?? fail('task.start-unreadable', { model: model.name })
  const plan = planStartOf(named, fitting, learned)
  await deps.files.put(startFile(plan), learned.numbers)
  return { plan, input, output, parameters }
}

async function loadOwn(deps: ModelDeps, taskId: string, actor: Actor) {
  const task = (await findTask(deps.db, taskId)) ?? fail('task.not-found')
  const loaded = await loadTask(deps.db, deps, task)
  requireEdit(actor, loaded)
  return { task, ...requireNames(deps, loaded) }
}

/**
 * Returns the names that the parties confirmed, which decide whether a model fits. They are returned even if the
 * current start model no longer fits them.
 */
function requireNames({ algorithms }: ModelDeps, { task, agreement }: LoadedTask) {
  const algorithm = algorithms.get(task.algorithmId ?? fail('task.no-algorithm'))
  if (algorithm.manifest.resumes === undefined) fail('task.start-none-of-algorithm')
  if (agreement?.kind === 'fault' && !agreement.names) throw agreement.error
  const names = agreement && 'names' in agreement ? agreement.names : undefined
  return { algorithm, names: names ?? fail('task.start-early') }
}

function fittingOf({ model, artifact }: LoadedModel, algorithm: InstalledAlgorithm): Fitting {
  if (artifact.algorithmId !== algorithm.manifest.id) fail('task.start-algorithm', { model: model.name })
  const { input, output } = artifact.card
  const parameters = shapeOf(artifact.card, algorithm) ?? fail('task.start-unreadable', { model: model.name })
  return { model: model.name, input, output, parameters }
}

function whyUnfit(check: () => void): StartCandidate['unfit'] {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, params: error.params }
    throw error
  }
}
