import type { RunEvent, RunRounds } from '@tessera/contract'

/**
 * Returns each model's scores once, by ascending round, and the round of the model that the engine reported as the
 * best.
 */
export function roundsOf(events: RunEvent[]): RunRounds {
  const scored = events.filter((event) => 'scoredRound' in event)
  const byRound = new Map(scored.map(({ scoredRound, metrics }) => [scoredRound, { round: scoredRound, metrics }]))
  return {
    bestRound: scored.at(-1)?.bestRound || null,
    rounds: [...byRound.values()].sort((a, b) => a.round - b.round),
  }
}
