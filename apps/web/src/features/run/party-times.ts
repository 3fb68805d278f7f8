import type { RunEvent } from '@tessera/contract'
import { isScore } from './run-state.ts'

/**
 * The times of one stage as the edges reported them: how long each party computed, and how long it waited for the
 * slowest party.
 */
export interface StageTimes {
  seq: number
  /** Start of the stage, in seconds after the start of the first stage that is shown. */
  from: number
  /** Seconds that the slowest party took. */
  seconds: number
  slowest: string
  parties: { partyId: string; seconds: number }[]
}

/** Maximum number of stages. More would be too narrow on a phone. */
const STAGES_SHOWN = 8

/** Returns the times of the newest stages with scores. Edges report no times for other stages. */
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
