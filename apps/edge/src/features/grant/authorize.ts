import { AppError, type ErrorCode, type Plan, planText } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { transaction } from '../../db/open.ts'
import type { GrantDeps } from './deps.ts'
import {
  countMessage,
  countMessages,
  findNewestGrant,
  findOriginOfRun,
  hasRunTrained,
  keepOriginOfRun,
  type MessageType,
  MOST_BESIDE_ROUNDS,
  noticeOf,
  type StoredGrant,
} from './queries.ts'
import { currentStanding } from './standing.ts'

export interface Question {
  runId: string
  messageId: string
  /** `query`, `train` or `evaluate`. */
  messageType: string
  /** Of the code that would run: the bundle, and the library of the very process that asks. */
  codeHash: string
  plan: Plan
  messageConfig: Record<string, unknown>
}

export type Verdict =
  | { allowed: true; grant: StoredGrant }
  | { allowed: false; code: ErrorCode; grantId: string | null }

type AuthorizeDeps = Pick<GrantDeps, 'db' | 'now' | 'platform' | 'outbox'>

/** No word from the platform itself. */
const AWAY: ErrorCode[] = ['edge.platform-away', 'edge.platform-untrusted']

const isMessageType = (type: string): type is MessageType => type === 'train' || Object.hasOwn(MOST_BESIDE_ROUNDS, type)

/** Whose tickets count for a task: its own, or those of the task it was cloned from. Else why none can. */
export type Cover = { taskId: string } | { code: ErrorCode }

/** Less than the runner waits for an answer: who gave up must not be let through later. */
const PLATFORM_WAIT_MS = 10_000

/**
 * Whether a message may be worked on: a ticket of this party covers code, plan and the message's own configuration, still
 * stands, and has messages of this type left. Each is counted, on disk, before it is let through. Waits for nothing, so
 * that no stop and no withdrawal comes between look and leave.
 */
export function judge(deps: AuthorizeDeps, question: Question, cover: Cover): Verdict {
  const grant = 'taskId' in cover ? findNewestGrant(deps.db, cover.taskId) : undefined
  const no = (code: ErrorCode): Verdict => ({ allowed: false, code, grantId: grant?.id ?? null })
  if (!grant) return no('code' in cover ? cover.code : 'grant.missing')

  const standing = currentStanding(deps, grant)
  if (standing !== 'signed') return no(`grant.${standing === 'none' ? 'missing' : standing}`)
  if (question.codeHash !== grant.codeHash) return no('grant.stale')
  if (sha256(planText(question.plan, question.codeHash)) !== grant.planHash) return no('grant.stale')
  const { messageType } = question
  if (!isMessageType(messageType) || !isCovered(question, grant.plan)) return no('grant.message-refused')
  const most = messageType === 'train' ? grant.trainMessages : MOST_BESIDE_ROUNDS[messageType]
  if (countMessages(deps.db, grant.id, messageType) >= most) return no('grant.rounds-used-up')
  useMessage(deps, grant, question, messageType)
  return { allowed: true, grant }
}

/** What is left is told when it changes: from a run's first round on, the ticket is too short for another. */
function useMessage(
  { db, now, outbox }: AuthorizeDeps,
  grant: StoredGrant,
  { runId, messageId }: Question,
  type: MessageType,
) {
  const isFirst = type === 'train' && !hasRunTrained(db, grant.id, runId)
  const isLast = type === 'query' && countMessages(db, grant.id, type) === MOST_BESIDE_ROUNDS.query - 1
  transaction(db, () => {
    countMessage(db, { grantId: grant.id, runId, messageId, type, time: now().toISOString() })
    if (isFirst || isLast) outbox.add({ kind: 'grant', grant: noticeOf(db, grant) })
  })
}

/**
 * The task itself if it has a ticket of its own; for a clone its origin, if every party of the clone is in the origin too.
 * The platform is asked once a run and may be away from then on.
 */
export async function findCover(deps: AuthorizeDeps, { runId, plan: { taskId } }: Question): Promise<Cover> {
  if (findNewestGrant(deps.db, taskId)) return { taskId }
  const known = findOriginOfRun(deps.db, runId, taskId)
  if (known !== undefined) return { taskId: known }
  try {
    const originTaskId = await inTime(originOf(deps, taskId))
    if (originTaskId === undefined) return { code: 'grant.missing' }
    keepOriginOfRun(deps.db, { runId, taskId, originTaskId })
    return { taskId: originTaskId }
  } catch (error) {
    // No answer does not mean that there is no ticket.
    const isUnknown = error instanceof AppError && AWAY.includes(error.code)
    return { code: isUnknown ? 'edge.platform-away' : 'grant.missing' }
  }
}

async function originOf(deps: AuthorizeDeps, taskId: string): Promise<string | undefined> {
  const { originTaskId, parties } = await deps.platform.task(taskId)
  const origin = originTaskId === null ? undefined : findNewestGrant(deps.db, originTaskId)
  if (!origin) return undefined
  const isIn = (known: string[]) => parties.every(({ partyId }) => known.includes(partyId))
  if (isIn(origin.parties)) return origin.taskId
  // Who joined after it was signed is covered in the task itself, and so in its clone.
  const joined = await deps.platform.task(origin.taskId)
  return isIn([...origin.parties, ...joined.parties.map(({ partyId }) => partyId)]) ? origin.taskId : undefined
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AppError('edge.platform-away')), PLATFORM_WAIT_MS)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** The plan says everything about a message but its round, and whether it asks how this party would fare alone. */
function isCovered({ messageType, messageConfig }: Question, plan: Plan): boolean {
  return Object.entries(messageConfig).every(([name, value]) => {
    if (name === 'round') return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= plan.maxRounds
    return name === 'alone' && messageType === 'evaluate' && value === 1
  })
}
