import type { GrantStanding } from '@tessera/contract'
import type { GrantNoticeRow } from './table.ts'

type Ticket = Pick<
  GrantNoticeRow,
  'planHash' | 'datasetId' | 'rowCount' | 'expiryTime' | 'isWithdrawn' | 'roundsLeft' | 'noticeTime'
>

/**
 * How a party's tickets stand to the plan as it is now. `tickets` are all that may cover it: the task's own, and for a
 * clone those of the task it came from. One with fewer rounds left than a run needs is stale, as no run could finish.
 */
export function grantStanding(
  planHash: string | null,
  datasetId: string | null,
  tickets: Ticket[],
  now: Date,
  roundsNeeded = 0,
): GrantStanding {
  if (planHash === null || datasetId === null) return 'none'
  if (tickets.length === 0) return 'missing'

  const fitting = tickets.filter((ticket) => ticket.planHash === planHash && ticket.datasetId === datasetId)
  const standing = fitting.filter((ticket) => !ticket.isWithdrawn && ticket.expiryTime > now)
  if (standing.some(({ roundsLeft }) => roundsLeft === null || roundsLeft >= roundsNeeded)) return 'signed'
  if (standing.length > 0) return 'stale'
  const newest = fitting.toSorted((a, b) => b.noticeTime.getTime() - a.noticeTime.getTime())[0]
  if (!newest) return 'stale'
  return newest.isWithdrawn ? 'withdrawn' : 'expired'
}
