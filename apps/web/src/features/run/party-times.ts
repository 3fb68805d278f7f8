import type { RunEvent } from '@tessera/contract'
import { isScore } from './run-state.ts'

/**
 * One stage as the parties' edges reported it: how long each party computed, and how long it waited for the slowest.
 */
export interface StageTimes {
  seq: number
  /** Seconds since the first stage shown. */
  from: number
  /** Duration of the slowest party. */
  seconds: number
  slowest: string
  parties: { partyId: string; seconds: number }[]
}

/** More stages would be too narrow to distinguish on a phone. */
const STAGES_SHOWN = 8

/** Returns the newest stages with scores. Other stages report no times. */
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
    seq,
    seconds,
    parties,
    slowest: partyId,
    from: Math.max(0, end - seconds - zero),
  }))
}
