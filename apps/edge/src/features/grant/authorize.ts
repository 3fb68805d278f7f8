import { type ErrorCode, type Plan, planText } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { transaction } from '../../db/open.ts'
import type { GrantDeps } from './deps.ts'
import { mayBegin } from './near.ts'
import { isNamed } from './policy.ts'
import {
  countMessage,
  countStages,
  findNewestGrant,
  findNewestOfPlan,
  findRoster,
  isKnownStage,
  MESSAGE_TYPES,
  type MessageType,
  noticeOf,
  recordRun,
  type StoredGrant,
} from './queries.ts'
import { currentStatus } from './status.ts'

export interface Question {
  runId: string
  messageId: string
  /** Type of the message: `query`, `train` or `evaluate`. */
  messageType: string
  /** Hash of the code that would run: the algorithm's bundle and the library of the process that sends the request. */
  codeHash: string
  plan: Plan
  /** Ids of the run's parties, as the platform sends them to every party. */
  roster: string[]
  messageConfig: Record<string, unknown>
  /** Hash of everything that the message requests. The task runner computes it. */
  stateHash: string
}

export type Verdict =
  | { allowed: true; grant: StoredGrant }
  | { allowed: false; code: ErrorCode; grantId: string | null }

type AuthorizeDeps = Pick<GrantDeps, 'db' | 'now' | 'outbox' | 'self' | 'differenceLimits'>

const isMessageType = (type: string): type is MessageType => MESSAGE_TYPES.some((known) => known === type)

/**
 * Decides whether the engine may process a message. A ticket of this party must
 * - cover the code, the plan, the run's parties and the message's configuration,
 * - still be valid and not be used by another run,
 * - cover rows that do not differ in too few rows from those of another run, and
 * - have stages of this type left. A stage that was already answered may be requested again.
 * Each allowed message is recorded on disk before the engine processes it. The function contains no `await`, so that no
 * stop or withdrawal can happen between the check and the permission.
 */
export function judge(deps: AuthorizeDeps, question: Question): Verdict {
  const { plan, codeHash, messageType } = question
  const planHash = sha256(planText(plan, codeHash))
  const grant = findNewestGrant(deps.db, plan.taskId) ?? findNewestOfPlan(deps.db, planHash)
  if (!grant) return { allowed: false, code: 'grant.missing', grantId: null }

  const no = (code: ErrorCode): Verdict => ({ allowed: false, code, grantId: grant.id })
  const status = currentStatus(deps, grant)
  if (status !== 'signed') return no(`grant.${status === 'none' ? 'missing' : status}`)
  if (codeHash !== grant.codeHash || planHash !== grant.planHash) return no('grant.stale')
  if (!isNamed(deps.self(), grant.plan)) return no('grant.stale')
  if (grant.runId !== null && grant.runId !== question.runId) return no('grant.used')
  if (!isRoster(deps, question, grant)) return no('grant.roster-refused')
  if (!isMessageType(messageType) || !isCovered(question, grant.plan)) return no('grant.message-refused')
  if (!isStageLeft(deps, question, grant, messageType)) return no('grant.rounds-used-up')
  if (grant.runId === null && !mayBegin(deps, grant)) return no('grant.begin-refused')
  recordMessage(deps, grant, question, messageType)
  return { allowed: true, grant }
}

function isStageLeft({ db }: AuthorizeDeps, { stateHash }: Question, grant: StoredGrant, type: MessageType): boolean {
  return isKnownStage(db, grant.id, type, stateHash) || countStages(db, grant.id, type) < grant.budget[type]
}

/**
 * Records the message. The first message of a run binds the ticket to the run and reports this to the platform. No
 * other run can then use the ticket.
 */
function recordMessage(
  { db, now, outbox }: AuthorizeDeps,
  grant: StoredGrant,
  { runId, messageId, stateHash, roster }: Question,
  type: MessageType,
) {
  transaction(db, () => {
    countMessage(db, { grantId: grant.id, runId, messageId, type, stateHash, time: now().toISOString() })
    if (grant.runId !== null) return
    recordRun(db, grant.id, runId, roster)
    outbox.add({ kind: 'grant', grant: noticeOf({ ...grant, runId }) })
  })
}

/**
 * Returns whether the plan names all of the run's parties, and these include this party and reach the agreed minimum.
 * The parties must stay the same during a run, even if a new ticket was signed: the difference between the sums over
 * two sets of parties can be the contribution of a single party.
 */
function isRoster({ db, self }: AuthorizeDeps, { runId, roster }: Question, { plan, planHash }: StoredGrant): boolean {
  const known = findRoster(db, runId, planHash)
  const named = plan.parties.filter(({ key }) => key !== '').map(({ partyId }) => partyId)
  const isOfNamed = new Set(roster).size === roster.length && roster.every((partyId) => named.includes(partyId))
  const isSame = known === undefined || JSON.stringify(known.toSorted()) === JSON.stringify(roster.toSorted())
  return isOfNamed && isSame && roster.includes(self().partyId) && roster.length >= plan.fewest
}

/** Returns whether the plan determines the whole message configuration, except for the round. */
const isCovered = ({ messageConfig }: Question, plan: Plan): boolean =>
  Object.entries(messageConfig).every(
    ([name, value]) =>
      name === 'round' && Number.isInteger(value) && Number(value) >= 0 && Number(value) <= plan.maxRounds,
  )
