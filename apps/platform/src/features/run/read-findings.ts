import { areCurves, CardFindings, type Findings, ScoredBy } from '@tessera/contract'
import { z } from 'zod'
import type { RunRow } from './table.ts'

const Scored = z.looseObject({ scoredBy: ScoredBy.optional(), stays: z.boolean().optional() })

/**
 * What of a run's card is kept with the run itself: what it found where it makes no model, else by what the model was scored.
 * Of a model that stays at its edge the platform is not told how it was scored: the rounds' events say so.
 */
export function readFindings({ plan }: Pick<RunRow, 'plan'>, card: unknown) {
  const found = CardFindings.catch(null).parse(card)
  const { stays, scoredBy = stays ? null : 'rows' } = Scored.catch({}).parse(card)
  const described = found && isOf(plan.target, found) ? found : null
  return { describedTable: described, scoredBy: described ? null : scoredBy }
}

/** Curves are of an event; a table is of a plan that predicts nothing. */
const isOf = (target: RunRow['plan']['target'], found: Findings) =>
  areCurves(found) ? target?.kind === 'event' : target === null
