import type { Run, RunEvent, ScoredBy } from '@tessera/contract'

/** A run as loaded in this browser. */
export interface RunState {
  run: Run | null
  /** The events, sorted by sequence number and without duplicates. */
  events: RunEvent[]
  /** The time at which `run` was read. A clock continues from `run.elapsedMs` at this time. */
  readAt: number
}

/** The state before any data are loaded. */
export const NO_RUN: RunState = { run: null, events: [], readAt: 0 }

export function lastSeq(state: RunState | undefined): number {
  return state?.events.at(-1)?.seq ?? 0
}

/** Merges new events into the state. Removes duplicates, and sorts late events by sequence number. */
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

export type ScoreEvent = Extract<RunEvent, { scoredRound: number }>
export const isScore = (event: RunEvent): event is ScoreEvent => 'scoredRound' in event
const newestScore = (events: RunEvent[]): ScoreEvent | undefined => events.findLast(isScore)

/** Returns the scores of each model once, by ascending round, from the untrained model to the last. */
export const scoresOf = (events: RunEvent[]): ScoreEvent[] => {
  const byRound = new Map(events.filter(isScore).map((event) => [event.scoredRound, event]))
  return [...byRound.values()].sort((a, b) => a.scoredRound - b.scoredRound)
}

/** Returns the round of the best model so far, which the engine keeps, or null before the first score. */
export const bestRoundOf = (events: RunEvent[]): number | null => newestScore(events)?.bestRound || null

export const isActive = (run: Run | null): boolean =>
  run !== null && (['submitted', 'queued', 'waiting', 'running'] as Run['phase'][]).includes(run.phase)

/** How rows are used: the scheme of the scored rows, or `all` if every row is used for fitting and no row is scored. */
export type RowUse = ScoredBy | 'all'

/**
 * Returns how rows are used. The model card of a completed run records this; during the run, the events show it. A run
 * without scores has too few validation rows.
 */
export function rowUseOf({ run, events }: Pick<RunState, 'run' | 'events'>): RowUse {
  if (run?.table) return 'all'
  if (run?.scoredBy) return run.scoredBy
  const read = events.find((event) => event.kind === 'statistics')
  if (!read || read.parties.some(({ validationRows }) => validationRows > 0)) return 'rows'
  const scores = events.filter(isScore)
  if (scores.length === 0) return 'all'
  return scores.some(({ metrics }) => Object.keys(metrics).length > 0) ? 'leave-one-out' : 'rows'
}

/** Returns the metric whose lowest value on the scored rows selected the round, or null if the last model is used. */
export function chosenBy(metrics: Record<string, unknown>, rowUse: RowUse): 'loss' | 'rmse' | null {
  if (rowUse !== 'rows' || 'inertia' in metrics) return null
  return 'rmse' in metrics && !('loss' in metrics) ? 'rmse' : 'loss'
}

/**
 * Returns the milliseconds since the start of a run: the platform's value plus, while the run is active, the time since
 * that value was read.
 */
export function elapsedOf({ run, readAt }: RunState, now: number): number {
  if (!run) return 0
  return run.elapsedMs + (isActive(run) && run.startTime ? Math.max(0, now - readAt) : 0)
}

/**
 * Number of rounds whose mean duration predicts the next rounds. The number is small, so that after a pause only new
 * rounds soon count.
 */
const PACE_ROUNDS = 5

/**
 * Returns the estimated milliseconds until the last round, from the mean duration of the newest rounds. Null until two
 * rounds have ended.
 */
export function leftOf(state: RunState, now: number): number | null {
  const { run, events, readAt } = state
  if (run?.phase !== 'running' || !run.startTime) return null
  const rounds = events.filter((event) => event.kind === 'round').slice(-PACE_ROUNDS - 1)
  const [first, last] = [rounds[0], rounds.at(-1)]
  // A local run reports no events before it ends.
  if (!first || !last)
    return run.round < 2 ? null : left(run.elapsedMs / run.round, run.rounds - run.round, now - readAt)
  if (first === last) return null
  const ended = Date.parse(last.time)
  const pace = (ended - Date.parse(first.time)) / (last.round - first.round)
  return left(pace, last.rounds - last.round, run.startTime.getTime() + elapsedOf(state, now) - ended)
}

const left = (pace: number, rounds: number, gone: number) => Math.max(0, pace * rounds - Math.max(0, gone))

/**
 * Returns which parties have answered the current stage and which still compute, as far as their edges have reported
 * it. Edges do not report short work.
 */
export function stageOf({ phase, parties }: Run): { answered: string[]; working: string[] } {
  const reporting = phase === 'running' && parties.length > 1 ? parties.filter(({ work }) => work) : []
  const ids = (isDone: boolean) =>
    reporting.filter(({ work }) => (work?.percent === 100) === isDone).map(({ partyId }) => partyId)
  return { answered: ids(true), working: ids(false) }
}

/** Returns the bytes sent to the platform and to the parties since the run began. */
export function trafficOf(events: RunEvent[]): { up: number; down: number } {
  const newest = newestScore(events)
  const finished = events.findLast((event) => event.kind === 'finished')
  return {
    up: finished?.bytesUp ?? newest?.bytesUp ?? 0,
    down: finished?.bytesDown ?? newest?.bytesDown ?? 0,
  }
}
