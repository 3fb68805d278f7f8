import { type GrantStanding, type Plan, planChanges, type StaleReason } from '@tessera/contract'
import type { GrantNoticeRow } from './table.ts'

type Ticket = Pick<
  GrantNoticeRow,
  'planHash' | 'datasetId' | 'rowCount' | 'expiryTime' | 'isWithdrawn' | 'roundsLeft' | 'noticeTime'
>

/**
 * How a party's tickets stand to the plan as it is now. `tickets` are all that may cover it: the task's own, and for a
 * clone those of the task it came from. One that a run has used is stale for a new run.
 */
export function grantStanding(
  planHash: string | null,
  datasetId: string | null,
  tickets: Ticket[],
  now: Date,
  { isForNewRun = false } = {},
): GrantStanding {
  if (datasetId === null) return 'none'
  // What was signed for parties that are no longer named does not stand.
  if (tickets.length === 0) return planHash === null ? 'none' : 'missing'

  const fitting = tickets.filter((ticket) => ticket.planHash === planHash && ticket.datasetId === datasetId)
  const standing = fitting.filter((ticket) => !ticket.isWithdrawn && ticket.expiryTime > now)
  if (standing.some((ticket) => !isForNewRun || !isUsed(ticket))) return 'signed'
  if (standing.length > 0) return 'stale'
  const newest = newestOf(fitting)
  if (!newest) return 'stale'
  return newest.isWithdrawn ? 'withdrawn' : 'expired'
}

/** What of the party's newest ticket is not as it was signed. */
export function staleBecause(
  { plan, planHash, codeHash }: { plan: Plan | undefined; planHash: string | null; codeHash: string | null },
  datasetId: string | null,
  tickets: (Ticket & Pick<GrantNoticeRow, 'plan' | 'codeHash'>)[],
): StaleReason[] {
  const newest = newestOf(tickets)
  if (!newest) return []
  const isSamePlan = newest.planHash === planHash
  return [
    ...(isSamePlan ? [] : planReasons(newest, plan, codeHash)),
    ...(newest.datasetId === datasetId ? [] : ['rows']),
    ...(isSamePlan && isUsed(newest) ? ['stages'] : []),
  ]
}

function planReasons(
  ticket: Pick<GrantNoticeRow, 'plan' | 'codeHash'>,
  plan: Plan | undefined,
  codeHash: string | null,
) {
  if (!plan || ticket.plan?.parties.length === 0) return ['parties']
  if (!ticket.plan) return ['plan']
  const fields = planChanges(ticket.plan, plan).map(({ field }) => (OF_PARTIES.test(field) ? 'parties' : field))
  return [...new Set([...fields, ...(ticket.codeHash === codeHash ? [] : ['code'])])]
}

/** Whatever is settled when joining is closed. */
const OF_PARTIES = /^(fewest|seed|key\..*)$/

const isUsed = ({ roundsLeft }: Ticket) => roundsLeft !== null && roundsLeft <= 0

const newestOf = <T extends Ticket>(tickets: T[]): T | undefined =>
  tickets.toSorted((one, other) => other.noticeTime.getTime() - one.noticeTime.getTime())[0]
