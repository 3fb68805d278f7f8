import { areCurves, CardFindings, type Findings, ScoredBy } from '@tessera/contract'
import { z } from 'zod'
import type { RunRow } from './table.ts'

const Scored = z.looseObject({ scoredBy: ScoredBy.optional(), stays: z.boolean().optional() })

/**
 * Returns what the platform stores from a run's result file: the findings of a run without a model, or how the model
 * was scored. If the model stays at its edge, the result file does not say how the model was scored; the events of the
 * rounds do.
 */
export function readFindings({ plan }: Pick<RunRow, 'plan'>, card: unknown) {
  const found = CardFindings.catch(null).parse(card)
  const { stays, scoredBy = stays ? null : 'rows' } = Scored.catch({}).parse(card)
  const described = found && isOf(plan.target, found) ? found : null
  return { describedTable: described, scoredBy: described ? null : scoredBy }
}

/**
 * Returns whether findings have the kind that the plan leads to: curves if the plan predicts the time of an event, a
 * table if it predicts nothing.
 */
const isOf = (target: RunRow['plan']['target'], found: Findings) =>
  areCurves(found) ? target?.kind === 'event' : target === null
