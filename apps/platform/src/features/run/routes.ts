import { fail, type TaskAbilities } from '@tessera/contract'
import {
  FinishEarly,
  GetMetrics,
  GetProgress,
  GetProgressByRegistration,
  GetRun,
  GetRunRounds,
  ListRuns,
  StartTraining,
  StartWithReady,
  StopTraining,
  SUCCESS_MESSAGE,
} from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../lib/auth.ts'
import { serve } from '../../lib/http.ts'
import { SharedReads } from '../../lib/shared-reads.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { readEdges } from '../environment/index.ts'
import { findArtifact } from '../model/index.ts'
import { listPartiesByIds, nameOfParty } from '../party/index.ts'
import {
  findRegistration,
  type LoadedTask,
  loadKnown,
  loadVisible,
  requireVisible,
  stateOf,
  taskAbilities,
} from '../task/index.ts'
import { listComparableRuns, readRounds } from './comparable-runs.ts'
import { canFinishEarly, finishEarly } from './finish-early.ts'
import { presentProgress, presentRun } from './present.ts'
import { findNewestRun, findRunOf, listEvents } from './queries.ts'
import { readExpired } from './read-expired.ts'
import { readLackOfSpace } from './read-space.ts'
import { hasEnded, waitingForOf } from './run-state.ts'
import { startTraining, startWithReady } from './start-training.ts'
import { stopTraining } from './stop-training.ts'

const SECOND = 1000

export function runRoutes(app: FastifyInstance, deps: AlgorithmDeps) {
  const { db, clock } = deps

  serve(app, StartTraining, async ({ taskId }, actor, { say }) => {
    const ready = await startTraining(deps, taskId, actor)
    say(ready === null ? SUCCESS_MESSAGE : ready)
    return ready
  })
  serve(app, StartWithReady, (input, actor) => startWithReady(deps, input, actor))
  serve(app, StopTraining, async ({ taskId }, actor) => {
    await stopTraining(deps, taskId, actor)
    return null
  })

  serve(app, FinishEarly, async ({ taskId }, actor) => {
    await finishEarly(deps, taskId, actor)
    return null
  })

  // When a run changes, all viewers request it at the same moment, so they share one database read.
  const tasks = new SharedReads<LoadedTask>()
  const runs = new SharedReads<Awaited<ReturnType<typeof readRun>>>()
  serve(app, GetRun, async ({ taskId, runId, afterSeq = 0 }, actor) => {
    const loaded = await tasks.of(taskId, () => loadKnown(deps, taskId))
    const abilities = taskAbilities(actor, stateOf(requireVisible(loaded, actor)))
    if (!abilities.watch) fail('task.not-allowed')
    const key = JSON.stringify([taskId, runId, afterSeq])
    const found = await runs.of(key, () => readRun(deps, { taskId, runId, afterSeq }))
    if (!found) return { run: null, events: [] }
    const { run, edges, parties, card, events, lack, expired } = found
    const names = new Map(parties.map((party) => [party.id, nameOfParty(party, actor.language)]))
    const { stop, resubmit } = abilities
    const can = { stop, finishEarly: stop && canFinishEarly(run), resubmit }
    return { run: presentRun(run, { edges, names, card, lack, expired }, can, clock.now()), events }
  })

  serve(app, ListRuns, async ({ taskId }, actor) => {
    const loaded = await loadVisible(deps, taskId, actor)
    if (!taskAbilities(actor, stateOf(loaded)).watch) fail('task.not-allowed')
    return listComparableRuns(deps, loaded.task, actor)
  })
  serve(app, GetRunRounds, async ({ taskId, runId }, actor) => {
    if (!(await abilitiesIn(deps, taskId, actor)).watch) fail('task.not-allowed')
    return readRounds(deps, taskId, runId)
  })

  serve(app, GetProgress, async ({ taskId }, actor) => {
    const { watch } = await abilitiesIn(deps, taskId, actor)
    const run = await findNewestRun(db, taskId)
    if (!run) return null
    const progress = presentProgress(run, clock.now(), SECOND)
    return watch ? progress : { ...progress, metrics: {} }
  })
  serve(app, GetProgressByRegistration, async ({ registrationId }, actor) => {
    const registration = (await findRegistration(db, registrationId)) ?? fail('registration.not-found')
    if (registration.partyId !== actor.partyId || registration.status !== 'joined') fail('task.not-allowed')
    const run = await findNewestRun(db, registration.taskId)
    return run ? presentProgress(run, clock.now(), 1) : null
  })
  serve(app, GetMetrics, async ({ taskId }, actor) => {
    const abilities = await abilitiesIn(deps, taskId, actor)
    if (!abilities.watch) fail('task.not-allowed')
    return ((await findNewestRun(db, taskId)) ?? fail('run.none')).metrics
  })
}

/** Reads the given run, or the task's newest run, with the events that it has reported since. */
async function readRun(
  deps: AlgorithmDeps,
  { taskId, runId, afterSeq }: { taskId: string; runId: string | undefined; afterSeq: number },
) {
  const { db } = deps
  const run = runId ? await findRunOf(db, taskId, runId) : await findNewestRun(db, taskId)
  if (!run) return undefined
  const partyIds = run.parties.map(({ partyId }) => partyId)
  // An expired certificate does not end open connections; it only prevents an offline party from reconnecting.
  const isWaiting = !hasEnded(run) && (waitingForOf(run).length > 0 || run.engineAwaySince !== null)
  return {
    run,
    edges: await readEdges(deps, partyIds),
    parties: await listPartiesByIds(db, partyIds),
    card: hasEnded(run) ? ((await findArtifact(db, run.id))?.card ?? null) : null,
    events: await listEvents(db, run.id, afterSeq),
    lack: hasEnded(run) ? undefined : await readLackOfSpace(deps.settings.DATA_DIR),
    expired: isWaiting ? await readExpired(deps) : undefined,
  }
}

/** Returns the caller's abilities in a task, if the caller may see the task. */
async function abilitiesIn(deps: AlgorithmDeps, taskId: string, actor: Actor): Promise<TaskAbilities> {
  return taskAbilities(actor, stateOf(await loadVisible(deps, taskId, actor)))
}
