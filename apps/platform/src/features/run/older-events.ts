import type { RunEvent } from '@tessera/contract'

type ScoreFields = 'scoredRound' | 'bestRound'
type RoundEvent = Extract<RunEvent, { kind: 'round' }>
/** Up to 2.6 a round did not say which model it scored, and the last model's scores were told only where it was kept. */
type OlderRound = Omit<RoundEvent, ScoreFields> & Partial<Pick<RoundEvent, ScoreFields>>

export const isOlder = (event: RunEvent): boolean =>
  event.kind === 'round' && 'metrics' in event && (event as OlderRound).scoredRound === undefined

/** A run's events as they would be told today, all of them given: each names the model it scores and the best so far. */
export function retell(events: RunEvent[]): RunEvent[] {
  let best = { round: 0, loss: Number.POSITIVE_INFINITY }
  let newest: RoundEvent | undefined
  return events.flatMap((event): RunEvent[] => {
    if (event.kind === 'round') {
      const scoredRound = event.round - 1
      const loss = event.metrics.loss ?? Number.POSITIVE_INFINITY
      if (scoredRound > 0 && loss < best.loss) best = { round: scoredRound, loss }
      newest = { ...event, scoredRound, bestRound: best.round }
      return [newest]
    }
    // It told of the model that was kept. If none before had these scores, that is the last one.
    if (event.kind !== 'finished' || !newest || event.metrics.loss === best.loss) return [event]
    const { round: last, rounds: _rounds, ...scored } = newest
    const { seq, time, metrics, parties } = event
    return [
      { ...scored, seq, time, metrics, parties, kind: 'scored', scoredRound: last, bestRound: last },
      { ...event, seq: seq + 1 },
    ]
  })
}
