import type { RunEvent } from '@tessera/contract'
import { isScore } from './run-state.ts'

/** One stage as its parties' edges reported it: who worked for how long, and how long the others waited for the slowest. */
export interface StageTimes {
  seq: number
  /** Seconds from the beginning of the first stage that is shown. */
  from: number
  /** As long as the slowest took. */
  seconds: number
  slowest: string
  parties: { partyId: string; seconds: number }[]
}

/** More are too narrow to tell apart on a telephone. */
const STAGES_SHOWN = 8

/** The newest stages that gave scores; those between them tell no times. */
export function stageTimes(events: RunEvent[]): StageTimes[] {
  const stages = events.filter(isScore).flatMap(({ seq, time, parties }) => {
    const timed = parties.flatMap(({ partyId, seconds }) => (seconds === undefined ? [] : [{ partyId, seconds }]))
    const slowest = timed.toSorted((a, b) => b.seconds - a.seconds)[0]
    return slowest ? [{ seq, end: Date.parse(time) / 1000, slowest, parties: timed }] : []
  })
  const shown = stages.slice(-STAGES_SHOWN)
  const [first] = shown
  if (!first) return []
  const zero = first.end - first.slowest.seconds
  return shown.map(({ seq, end, slowest: { partyId, seconds }, parties }) => ({
    ...{ seq, seconds, parties, slowest: partyId },
    from: Math.max(0, end - seconds - zero),
  }))
}
