import type { Run, RunEvent } from '@tessera/contract'
import { isLowerBetter } from '../../lib/metrics.ts'

/** A run as far as this browser has heard of it. */
export interface RunState {
  run: Run | null
  /** By rising sequence, each once. */
  events: RunEvent[]
  /** When `run` was read, so that a clock can go on from `run.elapsedMs`. */
  readAt: number
}

/** Before anything of a run was read. */
export const NO_RUN: RunState = { run: null, events: [], readAt: 0 }

export function lastSeq(state: RunState | undefined): number {
  return state?.events.at(-1)?.seq ?? 0
}

/** Adds what is new; repeats and late arrivals fall into place by their sequence. */
export function mergeRun(
  before: RunState | undefined,
  answer: { run: Run | null; events: RunEvent[] },
  readAt: number,
): RunState {
  const { run } = answer
  if (!run) return { run, events: [], readAt }
  const known = before?.run?.id === run.id ? before.events : []
  const bySeq = new Map([...known, ...answer.events].map((event) => [event.seq, event]))
  const events = [...bySeq.values()].filter((event) => event.runId === run.id).sort((a, b) => a.seq - b.seq)
  return { run, events, readAt }
}

export type RoundEvent = Extract<RunEvent, { kind: 'round' }>

export const roundsOf = (events: RunEvent[]): RoundEvent[] => {
  const byRound = new Map(events.flatMap((event) => (event.kind === 'round' ? [[event.round, event] as const] : [])))
  return [...byRound.values()].sort((a, b) => a.round - b.round)
}

export const isActive = (run: Run | null): boolean =>
  run !== null && (['submitted', 'queued', 'waiting', 'running'] as Run['phase'][]).includes(run.phase)

/** Milliseconds since the start: what the platform said, and the time since it said so while the run goes on. */
export function elapsedOf({ run, readAt }: RunState, now: number): number {
  if (!run) return 0
  return run.elapsedMs + (isActive(run) && run.startTime ? Math.max(0, now - readAt) : 0)
}

/** Bytes that went up to the platform and down to the parties in all rounds so far. */
export function trafficOf(events: RunEvent[]): { up: number; down: number } {
  const rounds = roundsOf(events)
  return {
    up: rounds.reduce((sum, round) => sum + round.bytesUp, 0),
    down: rounds.reduce((sum, round) => sum + round.bytesDown, 0),
  }
}

export function bestRoundOf(rounds: RoundEvent[], metric: string): RoundEvent | null {
  const scored = rounds.filter((round) => round.metrics[metric] !== undefined)
  return scored.reduce<RoundEvent | null>((best, round) => {
    if (!best) return round
    const [now, then] = [round.metrics[metric] ?? 0, best.metrics[metric] ?? 0]
    return (isLowerBetter(metric) ? now < then : now > then) ? round : best
  }, null)
}
