import { COMPARE_PARAMETER, type ModelCard, type Run, type RunEnding, type RunFailure } from '@tessera/contract'
import type { EdgeSight } from '../environment/index.ts'
import { beginOf, waitMsOf } from './judge-run.ts'
import { type Expired, FLEET_EXPIRED } from './read-expired.ts'
import { failureOf, hasEnded, isRestarting, progressOf, waitingForOf } from './run-state.ts'
import type { RunRow } from './table.ts'

/** What is known of the run's parties just now, and what it left. */
interface Surroundings {
  edges: Map<string, EdgeSight>
  /** In the reader's language. */
  names: Map<string, string>
  /** Of the model; null while there is none. */
  card: ModelCard | null
  /** Of the disk that runs are written to, in megabytes; undefined where it has enough. */
  lack: { free: number; needed: number } | undefined
  /** Undefined while our certificates hold, and where nobody is waited for. */
  expired: Expired | undefined
}

export function presentRun(
  run: RunRow,
  { edges, names, card, lack, expired }: Surroundings,
  abilities: Run['abilities'],
  now: Date,
): Run {
  const hindrance = hindranceOf(run, lack, expired)
  // What parties cannot reach makes none of them late.
  const isReached = !isEngineAway(run) && (!expired || hindrance?.code !== expired.code)
  return {
    id: run.id,
    taskId: run.taskId,
    phase: phaseOf(run),
    step: run.step,
    round: run.round,
    rounds: run.rounds,
    progress: progressOf(run),
    startTime: run.startTime,
    endTime: run.endTime,
    elapsedMs: elapsedMs(run, now),
    metrics: run.metrics,
    scoredBy: run.scoredBy,
    scores: card?.scores ?? null,
    residuals: card?.residuals ?? null,
    table: run.describedTable,
    failure: hindrance ?? run.failure,
    ending: endingOf(run),
    waitingFor: isReached ? waitingForOf(run) : [],
    waitingUntil: isReached ? waitingUntilOf(run) : null,
    lastSeq: run.lastSeq,
    finishesEarly: run.finishesEarly,
    ...comparesOf(run),
    parties: run.parties.map((party) => ({
      partyId: party.partyId,
      partyName: names.get(party.partyId) ?? party.name,
      rowsOffered: party.rowsOffered,
      rowsUsed: party.rowsUsed,
      validationRows: party.validationRows,
      metrics: party.metrics,
      aloneMetrics: party.aloneMetrics,
      gains: party.gains ?? null,
      work: party.work ?? null,
      silentSince: party.silentSince && !hasEnded(run) ? new Date(party.silentSince) : null,
      ...(party.repeatedId && { repeatedId: party.repeatedId }),
      ...(party.apart && { apart: party.apart }),
      isOnline: edges.get(party.partyId)?.isOnline ?? false,
      lastSeen: edges.get(party.partyId)?.lastSeen ?? null,
    })),
    abilities,
  }
}

function comparesOf({ parties, plan }: RunRow): Pick<Run, 'compares'> {
  const compares = plan.parameters[COMPARE_PARAMETER]
  return typeof compares === 'boolean' && parties.length > 1 ? { compares } : {}
}

/** Columns by which several rows of a party are of one person. */
export const repeatedIdsOf = (run: Pick<RunRow, 'parties'> | undefined): string[] => [
  ...new Set(run?.parties.flatMap(({ repeatedId }) => repeatedId ?? [])),
]

/** Who ended a run before its time. A run that used all its rounds was not finished early, even if somebody asked for it. */
export function endingOf(run: RunRow): RunEnding | null {
  const { phase, failure, finishesEarly, endedBy } = run
  const by = { member: endedBy?.userName || null, time: endedBy?.time ? new Date(endedBy.time) : null }
  if (phase === 'stopped' && failure?.partyId) return { kind: 'stopped', partyId: failure.partyId, ...by }
  if (failure?.code === 'grant.withdrawn' && failure.partyId) {
    return { kind: 'withdrawn', partyId: failure.partyId, member: null, time: run.endTime }
  }
  const isEarly = finishesEarly && phase !== 'failed' && !(hasEnded(run) && run.round >= run.rounds)
  return isEarly && endedBy ? { kind: 'finished-early', partyId: endedBy.partyId, ...by } : null
}

/** When the one that has been waited for longest is given up. */
function waitingUntilOf(run: RunRow): Date | null {
  const waitedFor = waitingForOf(run)
  const since = run.parties.flatMap(({ partyId, awaySince, missedSince }) => {
    if (!waitedFor.includes(partyId)) return []
    const told = [awaySince, missedSince].flatMap((time) => (time ? Date.parse(time) : []))
    return told.length > 0 ? told : beginOf(run)
  })
  return since.length > 0 ? new Date(Math.min(...since) + waitMsOf(run)) : null
}

/** What keeps a run that goes on from doing so just now, and is no party's doing. */
function hindranceOf(run: RunRow, lack: Surroundings['lack'], expired: Expired | undefined): RunFailure | undefined {
  if (hasEnded(run)) return undefined
  if (lack) return failureOf(run, { code: 'run.platform-no-space', params: lack })
  if (isEngineAway(run)) return failureOf(run, expired?.code === FLEET_EXPIRED ? expired : { code: 'run.engine-away' })
  if (expired) return failureOf(run, expired)
  return isRestarting(run) ? failureOf(run, { code: 'run.server-restarting' }) : undefined
}

const isEngineAway = (run: RunRow) => !hasEnded(run) && run.engineAwaySince !== null

/** While the SuperLink is away the run waits, and says so; it goes on or fails within a minute. */
export const phaseOf = (run: RunRow): RunRow['phase'] => (isEngineAway(run) ? 'waiting' : run.phase)

/** How long a run took, on every page: from the ServerApp's start; before it, from the submission. Whole seconds are rounded down. */
export function elapsedMs(run: Pick<RunRow, 'startTime' | 'createTime' | 'endTime'>, now: Date): number {
  return Math.max(0, (run.endTime ?? now).getTime() - (run.startTime ?? run.createTime).getTime())
}

export function presentProgress(run: RunRow, now: Date, unitMs: number) {
  return {
    progress: progressOf(run),
    elapsed: Math.floor(elapsedMs(run, now) / unitMs),
    startTime: run.startTime,
    endTime: run.endTime,
    metrics: run.metrics,
  }
}
