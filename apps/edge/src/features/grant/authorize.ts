import { type ErrorCode, type Plan, planText } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { transaction } from '../../db/open.ts'
import type { GrantDeps } from './deps.ts'
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
  noteRun,
  noticeOf,
  type StoredGrant,
} from './queries.ts'
import { currentStatus } from './status.ts'

export interface Question {
  runId: string
  messageId: string
  /** `query`, `train` or `evaluate`. */
  messageType: string
  /** Of the code that would run: the bundle, and the library of the very process that asks. */
  codeHash: string
  plan: Plan
  /** Ids of the run's parties, as the platform names them to everybody. */
  roster: string[]
  messageConfig: Record<string, unknown>
  /** Of all that the message asks about: what the runner computed of it. */
  stateHash: string
}

export type Verdict =
  | { allowed: true; grant: StoredGrant }
  | { allowed: false; code: ErrorCode; grantId: string | null }

type AuthorizeDeps = Pick<GrantDeps, 'db' | 'now' | 'outbox' | 'self'>

const isMessageType = (type: string): type is MessageType => MESSAGE_TYPES.some((known) => known === type)

/**
 * Whether a message may be worked on: a ticket of this party covers code, plan, the run's parties and the message's own
 * configuration, still stands, was used by no other run, and has stages of this type left; one that it has answered may
 * be asked again. Each is noted, on disk, before it is let through. Waits for nothing, so that no stop and no withdrawal comes between look and leave.
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
  noteMessage(deps, grant, question, messageType)
  return { allowed: true, grant }
}

function isStageLeft({ db }: AuthorizeDeps, { stateHash }: Question, grant: StoredGrant, type: MessageType): boolean {
  return isKnownStage(db, grant.id, type, stateHash) || countStages(db, grant.id, type) < grant.budget[type]
}

/** The first message binds the ticket to its run, which the platform is told: no other one can begin under it. */
function noteMessage(
  { db, now, outbox }: AuthorizeDeps,
  grant: StoredGrant,
  { runId, messageId, stateHash, roster }: Question,
  type: MessageType,
) {
  transaction(db, () => {
    countMessage(db, { grantId: grant.id, runId, messageId, type, stateHash, time: now().toISOString() })
    if (grant.runId !== null) return
    noteRun(db, grant.id, runId, roster)
    outbox.add({ kind: 'grant', grant: noticeOf({ ...grant, runId }) })
  })
}

/**
 * Named parties only, this one among them, and no fewer than was agreed. The same ones through all of a run, also where
 * a new ticket was signed meanwhile: what two rosters are asked differs by a party's own part.
 */
function isRoster({ db, self }: AuthorizeDeps, { runId, roster }: Question, { plan, planHash }: StoredGrant): boolean {
  const known = findRoster(db, runId, planHash)
  const named = plan.parties.filter(({ key }) => key !== '').map(({ partyId }) => partyId)
  const isOfNamed = new Set(roster).size === roster.length && roster.every((partyId) => named.includes(partyId))
  const isSame = known === undefined || JSON.stringify(known.toSorted()) === JSON.stringify(roster.toSorted())
  return isOfNamed && isSame && roster.includes(self().partyId) && roster.length >= plan.fewest
}

/** The plan says everything about a message but its round. */
const isCovered = ({ messageConfig }: Question, plan: Plan): boolean =>
  Object.entries(messageConfig).every(
    ([name, value]) =>
      name === 'round' && Number.isInteger(value) && Number(value) >= 0 && Number(value) <= plan.maxRounds,
  )
