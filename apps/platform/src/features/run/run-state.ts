import {
  type Gains,
  knownError,
  type Metrics,
  type PartyWork,
  type RunEvent,
  type RunFailure,
  type RunPhase,
  type RunStep,
} from '@tessera/contract'
import { SECOND_MS } from '../../lib/clock.ts'

export interface RunParty {
  partyId: string
  name: string
  rowsOffered: number
  rowsUsed: number | null
  validationRows: number | null
  metrics: Metrics
  aloneMetrics: Metrics | null
  gains?: Gains | null
  /**
   * Progress of the party's current work. Undefined if the party has reported none since the run's last event or the
   * last message that it received.
   */
  work?: PartyWork
  /** Time, in ISO format, since which the party's worker has been silent for too long. */
  silentSince?: string
  /** The column whose value identifies a person, if several of the party's rows belong to one person. */
  repeatedId?: string
  /** Columns in which the party's values differ widely from those of the other parties. */
  apart?: string[]
  /** Time, in ISO format, since which the party's edge, SuperNode or task runner is away. */
  awaySince?: string
  /** Time, in ISO format, since which the ServerApp waits for the party. */
  missedSince?: string
}

/** Counts how often the ServerApp ended unexpectedly without progressing beyond this round. */
export interface ServerDeaths {
  round: number
  count: number
}

export interface EndedBy {
  partyId: string
  /** The user who ended the run. Null, like the other two fields, in runs from before version 2.8. */
  userId: string | null
  userName: string | null
  /** Time of the request in ISO format. */
  time: string | null
}

/** The fields of a run that the ServerApp's events change. */
export interface RunState {
  phase: RunPhase
  step: RunStep
  round: number
  rounds: number
  metrics: Metrics
  parties: RunParty[]
  waitingFor: string[]
  failure: RunFailure | null
  lastSeq: number
  startTime: Date | null
}

const ENDED: RunPhase[] = ['completed', 'failed', 'stopped']
export const hasEnded = ({ phase }: Pick<RunState, 'phase'>): boolean => ENDED.includes(phase)

/**
 * Returns the run after one event of its ServerApp. The run does not change if the event is repeated, arrives after the
 * end, or arrives too early because a post was lost; the file of events contains all of them in order.
 * The event `finished` does not end the run: the result counts only once Flower reports it.
 */
export function applyRunEvent<R extends RunState>(run: R, event: RunEvent): R {
  if (event.seq !== run.lastSeq + 1 || hasEnded(run)) return run
  const next = { ...run, lastSeq: event.seq, ...changes(run, event) }
  // Events of waiting or failing parties happen within a stage, so the stored progress of the other parties remains
  // valid.
  if (event.kind === 'waiting' || event.kind === 'party-failed') return next
  return { ...next, parties: next.parties.map(({ work: _, missedSince: __, silentSince: ___, ...party }) => party) }
}

function changes(run: RunState, event: RunEvent): Partial<RunState> {
  switch (event.kind) {
    case 'waiting':
      return {
        phase: run.startTime ? 'running' : 'waiting',
        waitingFor: event.missing,
        parties: run.parties.map((party) => withMissed(party, event)),
      }
    case 'started':
      return {
        phase: 'running',
        // A resumed run continues at the step that it had reached.
        step: run.startTime ? run.step : 'statistics',
        rounds: event.rounds,
        waitingFor: [],
        startTime: run.startTime ?? new Date(event.time),
      }
    case 'statistics':
      return {
        ...going,
        step: 'train',
        parties: withParties(run, event.parties, (party) => ({
          rowsUsed: party.rows,
          validationRows: party.validationRows,
        })),
      }
    case 'round':
      return {
        ...going,
        step: event.round < event.rounds ? 'train' : 'evaluate',
        round: event.round,
        rounds: event.rounds,
        metrics: event.metrics,
        parties: withParties(run, event.parties, scoresOf),
      }
    case 'scored':
      // In this step, each party may train alone, for the comparison with the joint model.
      return {
        ...going,
        step: 'evaluate',
        // A run of a single round may send its scores without a `round` event.
        round: Math.max(run.round, event.scoredRound),
        metrics: event.metrics,
        parties: withParties(run, event.parties, scoresOf),
      }
    case 'party-failed':
      return { parties: run.parties.map((party) => (party.partyId === event.partyId ? withoutSilence(party) : party)) }
    case 'finished':
      return {
        ...going,
        step: 'export',
        metrics: event.metrics,
        parties: withParties(run, event.parties, (party) => ({
          rowsUsed: party.rows,
          metrics: party.metrics,
          aloneMetrics: party.aloneMetrics ?? null,
          gains: party.gains ?? null,
        })),
      }
    case 'failed':
      return { phase: 'failed', waitingFor: [], failure: failureOf(run, event) }
  }
}

/** Returns whether the run is a single-party run of this party. */
export const isAlone = ({ parties }: Pick<RunState, 'parties'>, partyId: string) =>
  parties.length === 1 && parties[0]?.partyId === partyId

const WORKING: RunStep[] = ['starting', 'statistics', 'train', 'evaluate']

/** Returns whether the reported step and round are beyond the run's last known ones. */
export function hasProgressed(run: RunState, { step, round }: Pick<RunState, 'step' | 'round'>): boolean {
  if (run.phase !== 'running' || !WORKING.includes(run.step) || round > run.rounds || round < run.round) return false
  return round > run.round || WORKING.indexOf(step) > WORKING.indexOf(run.step)
}

/**
 * Returns the run's parties with the progress that one of them reports; null if the run is not active or its parties do
 * not change.
 */
export function withWork(run: RunState, partyId: string, work: PartyWork): RunParty[] | null {
  const party = run.parties.find((one) => one.partyId === partyId)
  if (run.phase !== 'running' || !party) return null
  const { work: before, ...rest } = party
  // A party reports when it begins work; if the work is quick, it reports nothing else. So no progress is shown for the
  // beginning.
  const begins = work.percent === 0
  if (begins && !before) return null
  return run.parties.map((one) => (one === party ? (begins ? rest : { ...rest, work }) : one))
}

/**
 * Returns the run's parties with the worker's silence that one party's edge reports; null if its parties do not change.
 */
export function withSilence(run: RunState, partyId: string, seconds: number | null, now: Date): RunParty[] | null {
  const party = run.parties.find((one) => one.partyId === partyId)
  if (run.phase !== 'running' || !party || (seconds === null && !party.silentSince)) return null
  const silent = seconds !== null && { silentSince: new Date(now.getTime() - seconds * SECOND_MS).toISOString() }
  return run.parties.map((one) => (one === party ? { ...withoutSilence(one), ...silent } : one))
}

const withoutSilence = ({ silentSince: _, ...party }: RunParty): RunParty => party

function withMissed(party: RunParty, { missing, time }: Extract<RunEvent, { kind: 'waiting' }>): RunParty {
  const { missedSince, work, ...rest } = party
  if (missing.includes(party.partyId)) return { ...rest, missedSince: missedSince ?? time }
  return work ? { ...rest, work } : rest
}

/** Returns the run's parties, each marked by whether it is away now; null if the marks are already stored. */
export function withAway(run: RunState, away: string[], now: Date): RunParty[] | null {
  const isKnown = run.parties.every(({ partyId, awaySince }) => away.includes(partyId) === (awaySince !== undefined))
  if (hasEnded(run) || isKnown) return null
  return run.parties.map(({ awaySince, ...party }) =>
    away.includes(party.partyId) ? { ...party, awaySince: awaySince ?? now.toISOString() } : party,
  )
}

/**
 * Returns the parties for which the run waits: those that the ServerApp reports, and those that the platform sees
 * offline, which is usually earlier.
 */
export const waitingForOf = ({ waitingFor, parties }: Pick<RunState, 'waitingFor' | 'parties'>): string[] =>
  parties.flatMap(({ partyId, awaySince }) => (awaySince || waitingFor.includes(partyId) ? partyId : []))

/** Returns whether the run was handed to the engine again and has sent no event since then. */
export const isRestarting = (run: Pick<RunState, 'phase' | 'waitingFor'> & { resumedTime: Date | null }): boolean =>
  run.phase === 'waiting' && run.resumedTime !== null && run.waitingFor.length === 0

/** Returns the count of deaths plus one. The count restarts at one in a new round. */
export const withDeath = ({ round }: Pick<RunState, 'round'>, deaths: ServerDeaths | null): ServerDeaths => ({
  round,
  count: deaths?.round === round ? deaths.count + 1 : 1,
})

const scoresOf = ({ rows, metrics }: { rows: number; metrics: Metrics }) => ({ rowsUsed: rows, metrics })

const going = { phase: 'running', waitingFor: [] as string[] } as const

/** Returns the failure with the run's current step and round, unless the report names others. */
export function failureOf(
  run: Pick<RunState, 'step' | 'round'>,
  reported: Partial<RunFailure> & { code: string },
): RunFailure {
  return {
    ...knownError(reported.code, reported.params ?? {}),
    partyId: reported.partyId ?? null,
    step: reported.step ?? run.step,
    round: reported.round ?? run.round,
  }
}

function withParties<P extends { partyId: string }>(
  run: RunState,
  reports: P[],
  change: (party: P) => Partial<RunParty>,
) {
  const byId = new Map(reports.map((party) => [party.partyId, party]))
  return run.parties.map((party) => {
    const report = byId.get(party.partyId)
    return report ? { ...party, ...change(report) } : party
  })
}

/**
 * Returns the progress of a run, from 0 to 100: 5 for starting and statistics, 85 for the rounds, the rest for the
 * final scoring and the export.
 */
export function progressOf(run: Pick<RunState, 'phase' | 'step' | 'round' | 'rounds'>): number {
  if (run.phase === 'completed') return 100
  const rounds = run.rounds > 0 ? (run.round / run.rounds) * 85 : 0
  const before = run.step === 'starting' ? 0 : 5
  const after = run.step === 'export' ? 7 : 0
  return Math.round((before + rounds + after) * 10) / 10
}
