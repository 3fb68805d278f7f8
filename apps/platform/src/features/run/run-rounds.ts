import type { RunEvent, RunRounds } from '@tessera/contract'

/**
 * Returns the scores of each model once, by ascending round, and the round whose model the engine reported as the best.
 */
export function roundsOf(events: RunEvent[]): RunRounds {
  const scored = events.filter((event) => 'scoredRound' in event)
  const byRound = new Map(scored.map(({ scoredRound, metrics }) => [scoredRound, { round: scoredRound, metrics }]))
  return {
    bestRound: scored.at(-1)?.bestRound || null,
    rounds: [...byRound.values()].sort((a, b) => a.round - b.round),
  }
}
