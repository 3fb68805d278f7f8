import { type ComparableRun, columnsOf, fail, type RunRounds } from '@tessera/contract'
import type { Actor } from '../../lib/auth.ts'
import type { AlgorithmDeps } from '../algorithm/index.ts'
import { type ArtifactRow, listArtifacts } from '../model/index.ts'
import { listPartiesByIds, nameOfParty } from '../party/index.ts'
import { listComparable, listRegistrations, planHashOf, stateOf, type TaskRow, taskAbilities } from '../task/index.ts'
import { elapsedMs, endingOf } from './present.ts'
import { findRun, listEvents, listRunsOf } from './queries.ts'
import { roundsOf } from './run-rounds.ts'
import type { RunRow } from './table.ts'

/** Maximum number of returned runs. A reader does not compare more. */
const MAX_RUNS = 100

/** Returns the runs that can be compared with those of a task and that the reader may watch. */
export async function listComparableRuns(deps: AlgorithmDeps, task: TaskRow, actor: Actor): Promise<ComparableRun[]> {
  const { db, clock } = deps
  const tasks = await listWatchable(deps, await listComparable(db, task), actor)
  const runs = await listRunsOf(db, [...tasks.keys()], MAX_RUNS)
  const artifacts = await listArtifacts(
    db,
    runs.map(({ id }) => id),
  )
  const partyIds = new Set(runs.flatMap(({ parties }) => parties.map(({ partyId }) => partyId)))
  const parties = await listPartiesByIds(db, [...partyIds])
  const names = new Map(parties.map((party) => [party.id, nameOfParty(party, actor.language)]))
  return runs.map((run) => {
    const found = artifacts.find(({ id }) => id === run.id)
    return presentComparableRun(run, {
      taskName: tasks.get(run.taskId) ?? '',
      names,
      artifact: found,
      now: clock.now(),
    })
  })
}

/** Returns the tasks whose training the reader may watch: their ids and names. */
async function listWatchable({ db }: AlgorithmDeps, tasks: TaskRow[], actor: Actor): Promise<Map<string, string>> {
  const registrations = await listRegistrations(
    db,
    tasks.map(({ id }) => id),
  )
  const byTask = Map.groupBy(registrations, ({ taskId }) => taskId)
  const watchable = tasks.filter((task) => {
    const state = stateOf({ task, registrations: byTask.get(task.id) ?? [] })
    return taskAbilities(actor, state).watch
  })
  return new Map(watchable.map(({ id, name }) => [id, name]))
}

interface Beside {
  taskName: string
  /** Names of the parties in the reader's language. */
  names: Map<string, string>
  artifact: ArtifactRow | undefined
  now: Date
}

function presentComparableRun(run: RunRow, { taskName, names, artifact, now }: Beside): ComparableRun {
  const { plan } = run
  return {
    id: run.id,
    taskId: run.taskId,
    taskName,
    phase: run.phase,
    algorithmId: run.algorithmId,
    codeHash: run.codeHash,
    planHash: planHashOf(plan, run.codeHash) ?? '',
    parameters: plan.parameters,
    columns: columnsOf(plan),
    target: plan.target,
    round: run.round,
    rounds: run.rounds,
    createTime: run.createTime,
    startTime: run.startTime,
    endTime: run.endTime,
    elapsedMs: elapsedMs(run, now),
    metrics: run.metrics,
    scoredBy: run.scoredBy,
    scores: artifact?.card.scores ?? null,
    failure: run.failure,
    ending: endingOf(run),
    parties: run.parties.map(({ partyId, name, rowsOffered, rowsUsed, validationRows }) => ({
      partyId,
      rowsOffered,
      rowsUsed,
      validationRows,
      partyName: names.get(partyId) ?? name,
    })),
  }
}

export async function readRounds({ db }: AlgorithmDeps, taskId: string, runId: string): Promise<RunRounds> {
  const run = await findRun(db, runId)
  if (run?.taskId !== taskId) fail('run.not-found')
  return roundsOf(await listEvents(db, runId, 0))
}
