import { type ErrorCode, type Plan, planText } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { transaction } from '../../db/open.ts'
import type { GrantDeps } from './deps.ts'
import { countRound, countRounds, findNewestGrant, hasRunUsed, noticeOf, type StoredGrant } from './queries.ts'
import { currentStanding } from './standing.ts'

export interface Question {
  runId: string
  messageId: string
  /** `query`, `train` or `evaluate`. */
  messageType: string
  fabHash: string
  plan: Plan
  messageConfig: Record<string, unknown>
}

export type Verdict =
  | { allowed: true; grant: StoredGrant }
  | { allowed: false; code: ErrorCode; grantId: string | null }

type AuthorizeDeps = Pick<GrantDeps, 'db' | 'now' | 'platform' | 'outbox'>

const MESSAGE_TYPES = ['query', 'train', 'evaluate']

/**
 * Whether a message may be worked on: a ticket of this party covers code, plan and the message's own configuration, still
 * stands, and has rounds left. A train message is counted, on disk, before it is let through.
 */
export async function judge(deps: AuthorizeDeps, question: Question): Promise<Verdict> {
  const grant = await ticketFor(deps, question.plan.taskId)
  const no = (code: ErrorCode): Verdict => ({ allowed: false, code, grantId: grant?.id ?? null })
  if (!grant) return no('grant.missing')

  const standing = currentStanding(deps, grant)
  if (standing !== 'signed') return no(`grant.${standing === 'none' ? 'missing' : standing}`)
  if (question.fabHash !== grant.codeHash) return no('grant.stale')
  if (sha256(planText(question.plan, question.fabHash)) !== grant.planHash) return no('grant.stale')
  if (!isCovered(question, grant.plan)) return no('grant.message-refused')
  if (question.messageType === 'train') {
    if (countRounds(deps.db, grant.id) >= grant.plan.maxRounds) return no('grant.rounds-used-up')
    useRound(deps, grant, question)
  }
  return { allowed: true, grant }
}

/** What is left is told once a run: from its first round on, the ticket is too short for another. */
function useRound({ db, now, outbox }: AuthorizeDeps, grant: StoredGrant, { runId, messageId }: Question) {
  const isFirst = !hasRunUsed(db, grant.id, runId)
  transaction(db, () => {
    countRound(db, { grantId: grant.id, runId, messageId, time: now().toISOString() })
    if (isFirst) outbox.add({ kind: 'grant', grant: noticeOf(db, grant) })
  })
}

/** The task's own ticket; for a clone that of its origin, if every party of the clone is in the origin too. */
async function ticketFor(deps: AuthorizeDeps, taskId: string): Promise<StoredGrant | undefined> {
  const own = findNewestGrant(deps.db, taskId)
  if (own) return own
  const task = await deps.platform.task(taskId).catch(() => undefined)
  const origin = task?.originTaskId ? findNewestGrant(deps.db, task.originTaskId) : undefined
  if (!task || !origin) return undefined
  const isIn = (known: string[]) => task.parties.every(({ partyId }) => known.includes(partyId))
  if (isIn(origin.parties)) return origin
  // Who joined after it was signed is covered in the task itself, and so in its clone.
  const joined = await deps.platform.task(origin.taskId).catch(() => undefined)
  return isIn([...origin.parties, ...(joined?.parties ?? []).map(({ partyId }) => partyId)]) ? origin : undefined
}

/** The plan says everything about a message but its round, and whether it asks how this party would fare alone. */
function isCovered({ messageType, messageConfig }: Question, plan: Plan): boolean {
  if (!MESSAGE_TYPES.includes(messageType)) return false
  return Object.entries(messageConfig).every(([name, value]) => {
    if (name === 'round') return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= plan.maxRounds
    return name === 'alone' && messageType === 'evaluate' && value === 1
  })
}
