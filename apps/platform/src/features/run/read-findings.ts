import { areCurves, CardFindings, type Findings, ScoredBy } from '@tessera/contract'
import { z } from 'zod'
import type { RunRow } from './table.ts'

const Scored = z.looseObject({ scoredBy: ScoredBy.optional(), stays: z.boolean().optional() })

/**
 * Returns what the run stores from its result file: the findings of a run without a model, or how its model was scored.
 * If the model stays at its edge, the platform does not learn how it was scored; the events of the rounds report it.
 */
export function readFindings({ plan }: Pick<RunRow, 'plan'>, card: unknown) {
  const found = CardFindings.catch(null).parse(card)
  const { stays, scoredBy = stays ? null : 'rows' } = Scored.catch({}).parse(card)
  const described = found && isOf(plan.target, found) ? found : null
  return { describedTable: described, scoredBy: described ? null : scoredBy }
}

/** Curves belong to a plan that predicts an event; a table belongs to a plan that predicts nothing. */
const isOf = (target: RunRow['plan']['target'], found: Findings) =>
  areCurves(found) ? target?.kind === 'event' : target === null
