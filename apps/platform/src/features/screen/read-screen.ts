import { SCREEN_MOST, type Screen, type ScreenRun, type TaskAlgorithm } from '@tessera/contract'
import type { Actor } from '../../lib/auth.ts'
import { type AlgorithmDeps, type AlgorithmLibrary, countUses } from '../algorithm/index.ts'
import { countRowsSeen } from '../dataset/index.ts'
import { readEdges } from '../environment/index.ts'
import { countParties, listPartiesFrom, nameOfParty } from '../party/index.ts'
import { elapsedMs, listGoingOn, phaseOf, progressOf, waitingForOf } from '../run/index.ts'
import {
  countTasksByDay,
  countTasksByStatus,
  listMet,
  listRegistrations,
  stateOf,
  taskAbilities,
} from '../task/index.ts'
import { countsOf, daysOf, firstDay, offsetOf } from './days.ts'

/** Returns the federation's state as this reader may see it. Private tasks of other parties are only counted. */
export async function readScreen(deps: AlgorithmDeps, actor: Actor, minutes: number): Promise<Screen> {
  const { db, clock } = deps
  const { runs, total } = await readRuns(deps, actor)
  const utcOffset = offsetOf(minutes)
  const first = firstDay(clock.now(), utcOffset)
  return {
    parties: await readParties(
      deps,
      actor,
      runs.flatMap(({ partyIds }) => partyIds),
    ),
    partyCount: await countParties(db),
    runs,
    runCount: total,
    tasks: countsOf(await countTasksByStatus(db)),
    days: daysOf(await countTasksByDay(db, first, utcOffset), first, utcOffset),
    algorithms: await readBusiest(deps),
  }
}

async function readRuns({ db, clock, algorithms }: AlgorithmDeps, actor: Actor) {
  const { seen, total } = await listGoingOn(db, actor, SCREEN_MOST.runs)
  const registrations = await listRegistrations(
    db,
    seen.map(({ task }) => task.id),
  )
  const runs = seen.map(({ run, task }): ScreenRun => {
    const state = stateOf({ task, registrations: registrations.filter(({ taskId }) => taskId === task.id) })
    const { step, round, rounds } = run
    const waitingFor = waitingForOf(run)
    const work = run.parties.flatMap(({ partyId, work }) => (work ? [{ partyId, ...work }] : []))
    const silent = run.parties.flatMap(({ partyId, silentSince }) =>
      silentSince ? [{ partyId, since: new Date(silentSince) }] : [],
    )
    return {
      taskId: task.id,
      taskName: task.name,
      algorithm: nameAlgorithm(algorithms, run.algorithmId),
      phase: phaseOf(run),
      progress: progressOf(run),
      elapsedMs: elapsedMs(run, clock.now()),
      partyIds: run.parties.map(({ partyId }) => partyId),
      watch: taskAbilities(actor, state).watch ? { step, round, rounds, waitingFor, work, silent } : null,
    }
  })
  return { runs, total }
}

async function readParties(deps: AlgorithmDeps, actor: Actor, inRuns: string[]): Promise<Screen['parties']> {
  const { db } = deps
  const own = actor.partyId === null ? [] : [actor.partyId]
  const rows = await listPartiesFrom(db, [...new Set([...inRuns, ...own])], SCREEN_MOST.parties)
  const ids = rows.map(({ id }) => id)
  const met = new Set([...own, ...(await listMet(db, actor, ids))])
  const edges = await readEdges(deps, ids)
  const rowCounts = await countRowsSeen(db, actor, ids)
  return rows.map((party) => ({
    id: party.id,
    name: nameOfParty(party, actor.language),
    avatar: party.avatar,
    isOnline: met.has(party.id) ? (edges.get(party.id)?.isOnline ?? false) : null,
    rowCount: rowCounts.get(party.id) ?? 0,
  }))
}

async function readBusiest({ db, algorithms }: AlgorithmDeps): Promise<Screen['algorithms']> {
  const uses = [...(await countUses(db, 'algorithm'))].sort(([a, m], [b, n]) => n - m || a.localeCompare(b))
  return uses
    .flatMap(([id, useCount]) => {
      const algorithm = nameAlgorithm(algorithms, id)
      return algorithm ? [{ ...algorithm, useCount }] : []
    })
    .slice(0, SCREEN_MOST.algorithms)
}

function nameAlgorithm(algorithms: AlgorithmLibrary, id: string): TaskAlgorithm | null {
  const manifest = algorithms.find(id)?.manifest
  return manifest ? { id, name: manifest.name } : null
}
