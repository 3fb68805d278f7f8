import type { Run, RunEvent } from '@tessera/contract'

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

export type ScoreEvent = Extract<RunEvent, { scoredRound: number }>
export const isScore = (event: RunEvent): event is ScoreEvent => 'scoredRound' in event
const newestScore = (events: RunEvent[]): ScoreEvent | undefined => events.findLast(isScore)

/** Each model's scores once, by rising round: the untrained one's first, the last one's at the end. */
export const scoresOf = (events: RunEvent[]): ScoreEvent[] => {
  const byRound = new Map(events.filter(isScore).map((event) => [event.scoredRound, event]))
  return [...byRound.values()].sort((a, b) => a.scoredRound - b.scoredRound)
}

/** After how many rounds the best model so far stood, as the engine says: the one it keeps. */
export const bestRoundOf = (events: RunEvent[]): number | null => newestScore(events)?.bestRound || null

export const isActive = (run: Run | null): boolean =>
  run !== null && (['submitted', 'queued', 'waiting', 'running'] as Run['phase'][]).includes(run.phase)

/** How rows are used: some held aside for scoring, all fitted and scored by folds, or all counted and nothing scored. */
export type RowUse = 'aside' | 'folds' | 'all'

/** The card says it of a run that has ended; before, and of older runs, it follows from what was reported. */
export function rowUseOf({ run, events }: Pick<RunState, 'run' | 'events'>): RowUse {
  if (run?.table) return 'all'
  if (run?.scoredBy) return run.scoredBy === 'folds' ? 'folds' : 'aside'
  const read = events.find((event) => event.kind === 'statistics')
  if (!read || read.parties.some(({ validationRows }) => validationRows > 0)) return 'aside'
  return events.some(isScore) ? 'folds' : 'all'
}

/** The metric whose lowest value on the scored rows chose the kept round; null where the last fit is kept. */
export function chosenBy(metrics: Record<string, unknown>, rowUse: RowUse): 'loss' | 'rmse' | null {
  if (rowUse !== 'aside' || 'inertia' in metrics) return null
  return 'rmse' in metrics && !('loss' in metrics) ? 'rmse' : 'loss'
}

/** Milliseconds since the start: what the platform said, and the time since it said so while the run goes on. */
export function elapsedOf({ run, readAt }: RunState, now: number): number {
  if (!run) return 0
  return run.elapsedMs + (isActive(run) && run.startTime ? Math.max(0, now - readAt) : 0)
}

/** Rounds whose mean pace says how long the next ones take: a run that was taken up again is soon judged by itself. */
const PACE_ROUNDS = 5

/** Milliseconds until the last round at the pace of the newest ones; null until two have shown it. */
export function leftOf(state: RunState, now: number): number | null {
  const { run, events, readAt } = state
  if (run?.phase !== 'running' || !run.startTime) return null
  const rounds = events.filter((event) => event.kind === 'round').slice(-PACE_ROUNDS - 1)
  const [first, last] = [rounds[0], rounds.at(-1)]
  // By itself a run tells no events before its end.
  if (!first || !last)
    return run.round < 2 ? null : left(run.elapsedMs / run.round, run.rounds - run.round, now - readAt)
  if (first === last) return null
  const ended = Date.parse(last.time)
  const pace = (ended - Date.parse(first.time)) / (last.round - first.round)
  return left(pace, last.rounds - last.round, run.startTime.getTime() + elapsedOf(state, now) - ended)
}

const left = (pace: number, rounds: number, gone: number) => Math.max(0, pace * rounds - Math.max(0, gone))

/** Who has answered the stage that goes on, and who is still at work, as far as edges told; of quick work they tell nothing. */
export function stageOf({ phase, parties }: Run): { answered: string[]; working: string[] } {
  const told = phase === 'running' && parties.length > 1 ? parties.filter(({ work }) => work) : []
  const ids = (isDone: boolean) =>
    told.filter(({ work }) => (work?.percent === 100) === isDone).map(({ partyId }) => partyId)
  return { answered: ids(true), working: ids(false) }
}

/** Bytes that went up to the platform and down to the parties since the run began. */
export function trafficOf(events: RunEvent[]): { up: number; down: number } {
  const newest = newestScore(events)
  const finished = events.findLast((event) => event.kind === 'finished')
  return {
    up: finished?.bytesUp ?? newest?.bytesUp ?? 0,
    down: finished?.bytesDown ?? newest?.bytesDown ?? 0,
  }
}
