import { DescribedTable, ScoredBy } from '@tessera/contract'
import { z } from 'zod'
import type { RunRow } from './table.ts'

const Findings = z.looseObject({
  table: DescribedTable.optional(),
  scoredBy: ScoredBy.optional(),
  /** Of a run by itself only scores leave its party: the model stays there, for a member to share or not. */
  stays: z.literal(true).optional(),
})

type Ending = Pick<RunRow, 'scoredBy' | 'describedTable'> & { endsWithoutModel: boolean }

/** What of a run's card is kept with the run itself, and whether it may end without a model. */
export function readFindings({ parties, plan }: Pick<RunRow, 'parties' | 'plan'>, card: unknown): Ending {
  const { table, scoredBy = 'rows', stays } = Findings.catch({}).parse(card)
  const isDescribed = plan.target === null && table !== undefined
  return {
    scoredBy: isDescribed ? null : scoredBy,
    describedTable: isDescribed ? table : null,
    endsWithoutModel: isDescribed || (stays === true && parties.length === 1),
  }
}
