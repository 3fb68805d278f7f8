import { type ErrorCode, type Plan, planText } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { findOffered } from '../dataset/index.ts'
import type { GrantDeps } from './deps.ts'
import { standingOf } from './policy.ts'
import { countRound, countRounds, findNewestGrant, type StoredGrant } from './queries.ts'

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

type AuthorizeDeps = Pick<GrantDeps, 'db' | 'now' | 'platform'>

const MESSAGE_TYPES = ['query', 'train', 'evaluate']

/**
 * Whether a message may be worked on: a ticket of this party covers code, plan and the message's own configuration, still
 * stands, and has rounds left. A train message is counted, on disk, before it is let through.
 */
export async function judge(deps: AuthorizeDeps, question: Question): Promise<Verdict> {
  const grant = await ticketFor(deps, question.plan.taskId)
  const no = (code: ErrorCode): Verdict => ({ allowed: false, code, grantId: grant?.id ?? null })
  if (!grant) return no('grant.missing')

  const standing = standingOf(grant, {
    newestGrantId: findNewestGrant(deps.db, grant.taskId)?.id,
    offeredDatasetId: findOffered(deps.db, grant.taskId)?.id,
    now: deps.now(),
  })
  if (standing !== 'signed') return no(`grant.${standing === 'none' ? 'missing' : standing}`)
  if (question.fabHash !== grant.codeHash) return no('grant.stale')
  if (sha256(planText(question.plan, question.fabHash)) !== grant.planHash) return no('grant.stale')
  if (!isCovered(question, grant.plan)) return no('grant.message-refused')
  if (question.messageType === 'train') {
    if (countRounds(deps.db, grant.id) >= grant.plan.maxRounds) return no('grant.rounds-used-up')
    const { runId, messageId } = question
    countRound(deps.db, { grantId: grant.id, runId, messageId, time: deps.now().toISOString() })
  }
  return { allowed: true, grant }
}

/** The task's own ticket; for a clone that of its origin, if no party has joined meanwhile. */
async function ticketFor(deps: AuthorizeDeps, taskId: string): Promise<StoredGrant | undefined> {
  const own = findNewestGrant(deps.db, taskId)
  if (own) return own
  const task = await deps.platform.task(taskId).catch(() => undefined)
  const origin = task?.originTaskId ? findNewestGrant(deps.db, task.originTaskId) : undefined
  const isSubset = task?.parties.every(({ partyId }) => origin?.parties.includes(partyId))
  return isSubset ? origin : undefined
}

/** The plan says everything about a message but its round, and whether it asks how this party would fare alone. */
function isCovered({ messageType, messageConfig }: Question, plan: Plan): boolean {
  if (!MESSAGE_TYPES.includes(messageType)) return false
  return Object.entries(messageConfig).every(([name, value]) => {
    if (name === 'round') return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= plan.maxRounds
    return name === 'alone' && messageType === 'evaluate' && value === 1
  })
}
