import { COMPARE_PARAMETER, type ModelCard, type Run, type RunEnding, type RunFailure } from '@tessera/contract'
import type { EdgePresence } from '../environment/index.ts'
import { beginOf, waitMsOf } from './judge-run.ts'
import { type Expired, FLEET_EXPIRED } from './read-expired.ts'
import { failureOf, hasEnded, isRestarting, progressOf, waitingForOf } from './run-state.ts'
import type { RunRow } from './table.ts'

/** Facts that a presented run contains beside its row: the state of its parties and disks, and its result. */
interface Surroundings {
  edges: Map<string, EdgePresence>
  /** Names of the parties in the reader's language. */
  names: Map<string, string>
  /** The card of the run's model, or null if there is no model yet. */
  card: ModelCard | null
  /** Free and needed megabytes on the disk to which runs write; undefined if the disk has enough space. */
  lack: { free: number; needed: number } | undefined
  /**
   * An expired certificate of the platform or fleet; undefined while the certificates are valid, or if the run waits
   * for no party.
   */
  expired: Expired | undefined
}

export function presentRun(
  run: RunRow,
  { edges, names, card, lack, expired }: Surroundings,
  abilities: Run['abilities'],
  now: Date,
): Run {
  const hindrance = hindranceOf(run, lack, expired)
  // If the parties cannot reach the fleet, none of them counts as late.
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

/** Returns the columns whose value identifies a person, if several rows of a party belong to one person. */
export const repeatedIdsOf = (run: Pick<RunRow, 'parties'> | undefined): string[] => [
  ...new Set(run?.parties.flatMap(({ repeatedId }) => repeatedId ?? [])),
]

/**
 * Returns who ended a run early, and when. A run that used all its rounds did not finish early, even if a member
 * requested it.
 */
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

/** Returns when the run stops waiting for the party that it has waited for longest, and fails. */
function waitingUntilOf(run: RunRow): Date | null {
  const waitedFor = waitingForOf(run)
  const since = run.parties.flatMap(({ partyId, awaySince, missedSince }) => {
    if (!waitedFor.includes(partyId)) return []
    const times = [awaySince, missedSince].flatMap((time) => (time ? Date.parse(time) : []))
    return times.length > 0 ? times : beginOf(run)
  })
  return since.length > 0 ? new Date(Math.min(...since) + waitMsOf(run)) : null
}

/** Returns what keeps an active run from continuing, if this is not a party's fault. */
function hindranceOf(run: RunRow, lack: Surroundings['lack'], expired: Expired | undefined): RunFailure | undefined {
  if (hasEnded(run)) return undefined
  if (lack) return failureOf(run, { code: 'run.platform-no-space', params: lack })
  if (isEngineAway(run)) return failureOf(run, expired?.code === FLEET_EXPIRED ? expired : { code: 'run.engine-away' })
  if (expired) return failureOf(run, expired)
  return isRestarting(run) ? failureOf(run, { code: 'run.server-restarting' }) : undefined
}

const isEngineAway = (run: RunRow) => !hasEnded(run) && run.engineAwaySince !== null

/**
 * Returns the phase that the API shows. While the SuperLink is away, this is `waiting`; the run continues or fails
 * within the waiting time.
 */
export const phaseOf = (run: RunRow): RunRow['phase'] => (isEngineAway(run) ? 'waiting' : run.phase)

/**
 * Returns the duration of a run that every page shows: since the ServerApp's start or, before the start, since the
 * submission.
 */
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
