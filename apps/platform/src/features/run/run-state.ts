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
  /** Absent in runs of before. */
  gains?: Gains | null
  /** Absent where it has told nothing since the run's last event, or since its next message began. */
  work?: PartyWork
  /** Since when what works there has given no sign of life, where that is too long; ISO. */
  silentSince?: string
  /** The column by which several of its rows are of one person. */
  repeatedId?: string
  /** Columns in which its values lie apart from the others'. */
  apart?: string[]
  /** Since when its edge is away, or what trains there is; ISO. */
  awaySince?: string
  /** Since when the ServerApp waits for it; ISO. */
  missedSince?: string
}

/** How often its ServerApp ended unasked without having come further than this round. */
export interface ServerDeaths {
  round: number
  count: number
}

export interface EndedBy {
  partyId: string
  /** Null, as are the others, in runs before 2.8. */
  userId: string | null
  userName: string | null
  /** ISO. */
  time: string | null
}

/** The part of a run that its ServerApp's events change. */
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
 * The run after one event of its ServerApp. An event that came before changes nothing; neither does one that comes too
 * early (a post got lost: the file beside the run has them all in order), nor any after the end.
 * `finished` is no end yet: the result counts only when Flower itself says so.
 */
export function applyRunEvent<R extends RunState>(run: R, event: RunEvent): R {
  if (event.seq !== run.lastSeq + 1 || hasEnded(run)) return run
  const next = { ...run, lastSeq: event.seq, ...changes(run, event) }
  // In the midst of a stage: what the others work on stands.
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
        // One that is taken up again goes on where it was.
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
      // The parties may train alone now, to compare.
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

/** A run of this party by itself. */
export const isAlone = ({ parties }: Pick<RunState, 'parties'>, partyId: string) =>
  parties.length === 1 && parties[0]?.partyId === partyId

const WORKING: RunStep[] = ['starting', 'statistics', 'train', 'evaluate']

/** Whether this is further than where the run was last seen. */
export function hasProgressed(run: RunState, { step, round }: Pick<RunState, 'step' | 'round'>): boolean {
  if (run.phase !== 'running' || !WORKING.includes(run.step) || round > run.rounds || round < run.round) return false
  return round > run.round || WORKING.indexOf(step) > WORKING.indexOf(run.step)
}

/** The run's parties with what one of them works on, which only a run that goes on has; null where that changes nothing. */
export function withWork(run: RunState, partyId: string, work: PartyWork): RunParty[] | null {
  const party = run.parties.find((one) => one.partyId === partyId)
  if (run.phase !== 'running' || !party) return null
  const { work: before, ...rest } = party
  // It begins, and quick work is told no further: no more is known than of a party that said nothing.
  const begins = work.percent === 0
  if (begins && !before) return null
  return run.parties.map((one) => (one === party ? (begins ? rest : { ...rest, work }) : one))
}

/** The run's parties with how long one of them has been silent, as its own edge says; null where that changes nothing. */
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

/** The run's parties by who is away just now, as their edges tell it; null where that is known. */
export function withAway(run: RunState, away: string[], now: Date): RunParty[] | null {
  const isKnown = run.parties.every(({ partyId, awaySince }) => away.includes(partyId) === (awaySince !== undefined))
  if (hasEnded(run) || isKnown) return null
  return run.parties.map(({ awaySince, ...party }) =>
    away.includes(party.partyId) ? { ...party, awaySince: awaySince ?? now.toISOString() } : party,
  )
}

/** Who is waited for: by the ServerApp, or in what is seen of its edge, which is sooner. */
export const waitingForOf = ({ waitingFor, parties }: Pick<RunState, 'waitingFor' | 'parties'>): string[] =>
  parties.flatMap(({ partyId, awaySince }) => (awaySince || waitingFor.includes(partyId) ? partyId : []))

/** It was handed to the engine again, and nothing has been heard of it since. */
export const isRestarting = (run: Pick<RunState, 'phase' | 'waitingFor'> & { resumedTime: Date | null }): boolean =>
  run.phase === 'waiting' && run.resumedTime !== null && run.waitingFor.length === 0

/** With one more. */
export const withDeath = ({ round }: Pick<RunState, 'round'>, deaths: ServerDeaths | null): ServerDeaths => ({
  round,
  count: deaths?.round === round ? deaths.count + 1 : 1,
})

const scoresOf = ({ rows, metrics }: { rows: number; metrics: Metrics }) => ({ rowsUsed: rows, metrics })

const going = { phase: 'running', waitingFor: [] as string[] } as const

/** Where it failed is where it was, unless the failure says otherwise. */
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

/** 0 to 100: mostly rounds; starting and statistics count five, the last scoring and the export the rest. */
export function progressOf(run: Pick<RunState, 'phase' | 'step' | 'round' | 'rounds'>): number {
  if (run.phase === 'completed') return 100
  const rounds = run.rounds > 0 ? (run.round / run.rounds) * 85 : 0
  const before = run.step === 'starting' ? 0 : 5
  const after = run.step === 'export' ? 7 : 0
  return Math.round((before + rounds + after) * 10) / 10
}
