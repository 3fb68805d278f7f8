import { type GrantStatus, planChanges, type StaleReason, staleReasonOf } from '@tessera/contract'
import type { LoadedTask } from './load.ts'
import type { GrantNoticeRow } from './table.ts'

type Ticket = Pick<
  GrantNoticeRow,
  'planHash' | 'datasetId' | 'rowCount' | 'expiryTime' | 'isWithdrawn' | 'roundsLeft' | 'noticeTime'
>

/**
 * Returns the status of a party's consent tickets for the current plan. `tickets` are all tickets that may cover the
 * task: its own and, for a clone, those of the original task. A ticket that a run has used is stale for a new run.
 */
export function grantStatus(
  planHash: string | null,
  datasetId: string | null,
  tickets: Ticket[],
  now: Date,
  { isForNewRun = false } = {},
): GrantStatus {
  if (datasetId === null) return 'none'
  // Tickets that were signed while the plan named other parties are not valid.
  if (tickets.length === 0) return planHash === null ? 'none' : 'missing'

  const fitting = tickets.filter((ticket) => ticket.planHash === planHash && ticket.datasetId === datasetId)
  const valid = fitting.filter((ticket) => !ticket.isWithdrawn && ticket.expiryTime > now)
  if (valid.some((ticket) => !isForNewRun || !isUsed(ticket))) return 'signed'
  if (valid.length > 0) return 'stale'
  const newest = newestOf(fitting)
  if (!newest) return 'stale'
  return newest.isWithdrawn ? 'withdrawn' : 'expired'
}

/** The current state of the task, with which tickets are compared. */
type Now = Pick<LoadedTask, 'plan' | 'planHash' | 'codeHash'> & Partial<Pick<LoadedTask, 'agreement'>>

/** Returns what has changed since the party's newest ticket was signed. */
export function staleBecause(
  { plan, planHash, codeHash, agreement }: Now,
  datasetId: string | null,
  tickets: (Ticket & Pick<GrantNoticeRow, 'plan' | 'codeHash'>)[],
): StaleReason[] {
  const newest = newestOf(tickets)
  if (!newest) return []
  const isSamePlan = newest.planHash === planHash
  return [
    ...(isSamePlan ? [] : planReasons(newest, { plan, codeHash, agreement })),
    ...(newest.datasetId === datasetId ? [] : ['rows']),
    ...(isSamePlan && isUsed(newest) ? ['stages'] : []),
  ]
}

function planReasons(
  ticket: Pick<GrantNoticeRow, 'plan' | 'codeHash'>,
  { plan, codeHash, agreement }: Omit<Now, 'planHash'>,
) {
  // There is no plan, because the parties must confirm categories and classes again or joining is open again.
  if (!plan) return [agreement && agreement.kind !== 'agreed' ? 'plan' : 'parties']
  if (!ticket.plan) return ['plan']
  const fields = planChanges(ticket.plan, plan).map(({ field }) => staleReasonOf(field))
  return [...new Set([...fields, ...(ticket.codeHash === codeHash ? [] : ['code'])])]
}

const isUsed = ({ roundsLeft }: Ticket) => roundsLeft !== null && roundsLeft <= 0

const newestOf = <T extends Ticket>(tickets: T[]): T | undefined =>
  tickets.toSorted((one, other) => other.noticeTime.getTime() - one.noticeTime.getTime())[0]
