import { DescribedTable, ScoredBy } from '@tessera/contract'
import { z } from 'zod'
import type { RunRow } from './table.ts'

const Findings = z.looseObject({
  table: DescribedTable.optional(),
  scoredBy: ScoredBy.optional(),
  stays: z.boolean().optional(),
})

/**
 * What of a run's card is kept with the run itself: a table where nothing was predicted, else by what the model was scored.
 * Of a model that stays at its edge the platform is not told how it was scored: the rounds' events say so.
 */
export function readFindings({ plan }: Pick<RunRow, 'plan'>, card: unknown) {
  const { table, stays, scoredBy = stays ? null : 'rows' } = Findings.catch({}).parse(card)
  const isDescribed = plan.target === null && table !== undefined
  return { describedTable: isDescribed ? table : null, scoredBy: isDescribed ? null : scoredBy }
}
