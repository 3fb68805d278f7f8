import type { RunEvent, RunRounds } from '@tessera/contract'

/** Each model's scores once, by rising round, and which model the engine said was the best. */
export function roundsOf(events: RunEvent[]): RunRounds {
  const scored = events.filter((event) => 'scoredRound' in event)
  const byRound = new Map(scored.map(({ scoredRound, metrics }) => [scoredRound, { round: scoredRound, metrics }]))
  return {
    bestRound: scored.at(-1)?.bestRound || null,
    rounds: [...byRound.values()].sort((a, b) => a.round - b.round),
  }
}
