import {
  type CodeOrigin,
  type EdgeTask,
  fail,
  findTypeMismatch,
  type GrantDraft,
  grantedColumns,
  type Language,
  LEAST_PARTIES,
  type NamedParty,
  planText,
  withoutValues,
} from '@tessera/contract'
import { sha256 } from '@tessera/server'
import type { Actor } from '../../lib/edge-token.ts'
import { isInSession } from '../../lib/who-asks.ts'
import { findOffered, isShownUnasked, type StoredDataset } from '../dataset/index.ts'
import { listSigners } from '../signing/index.ts'
import { changesSince } from './changes.ts'
import type { GrantDeps } from './deps.ts'
import { codeHashOf, originOf, toldOfOwn } from './known-code.ts'
import { countLeftOut } from './left-out.ts'
import { isNamed, maySign } from './policy.ts'
import { countGrants, findNewestGrant } from './queries.ts'

export const TICKET_DAYS = 30

/** What a ticket would say, all of it found out by this edge itself. */
export interface Findings {
  task: EdgeTask
  dataset: StoredDataset
  codeHash: string
  codeOrigin: CodeOrigin
  planHash: string
  /** Of the ticket, the same when it is signed: the plan, the rows, and how many were signed for the task before. */
  number: string
}

/** Fetches the task and the code it runs, finds out whose code that is, and checks that the rows set aside can serve it. */
export async function findOut(deps: GrantDeps, taskId: string): Promise<Findings> {
  const task = await deps.platform.task(taskId)
  checkNamed(task, deps.self())
  const { originTaskId } = task
  const dataset =
    findOffered(deps.db, taskId) ??
    (originTaskId === null ? undefined : findOffered(deps.db, originTaskId)) ??
    fail('task.no-data')
  const bundle = await deps.platform.code(task.plan.algorithm).catch(() => fail('grant.code-unreadable'))
  const bundleHash = sha256(bundle)
  checkColumns(dataset, task)
  if (isShownUnasked(deps.db, deps.self(), task.plan, dataset.id)) fail('grant.own-table-refused')
  requireEnough(deps, dataset.rowCount)
  const codeHash = codeHashOf(bundleHash, task)
  const codeOrigin = originOf(deps.knownCode, bundleHash, task)
  const planHash = sha256(planText(task.plan, codeHash))
  const number = sha256(`${planHash} ${dataset.id} ${countGrants(deps.db, taskId)}`).slice(0, 8)
  return { task, dataset, codeHash, codeOrigin, planHash, number }
}

/**
 * Rows that stay here, as their class is none of the plan's. Counted for a member who has shown who they are, and for nobody
 * else: the plan is the platform's, which would learn of any value how many rows have it.
 */
export async function findLeftOut(deps: GrantDeps, { task, dataset }: Findings): Promise<number> {
  const leftOut = await countLeftOut(deps.duck, dataset, task.plan)
  requireEnough(deps, dataset.rowCount - leftOut)
  return leftOut
}

function requireEnough({ minimumRows: minimum }: GrantDeps, rows: number) {
  if (rows < minimum) fail('grant.too-few-rows', { minimum, rows })
}

/** Who the others are is part of what is signed, so nothing is while that is open; nor what names another edge as ours. */
function checkNamed({ plan }: EdgeTask, self: NamedParty) {
  if (plan.parties.length === 0) fail('task.joining-open')
  if (!isNamed(self, plan)) fail('grant.not-named')
  const most = plan.parties.length
  // A plan of one party is research by itself, in which nothing is summed over parties.
  if (most > 1 && plan.fewest < LEAST_PARTIES) fail('task.fewest-invalid', { least: LEAST_PARTIES, most })
}

function checkColumns(dataset: StoredDataset, { plan, columnTypes = {} }: EdgeTask) {
  const granted = grantedColumns(plan)
  const missing = granted.find((column) => !dataset.columns.includes(column))
  if (missing !== undefined) fail('grant.column-missing', { column: missing })
  const grantedTypes = Object.entries(columnTypes).filter(([column]) => granted.includes(column))
  const mismatch = findTypeMismatch(dataset, Object.fromEntries(grantedTypes))
  if (mismatch) fail('grant.type-mismatch', mismatch)
}

export function expiryOf(signTime: Date): Date {
  return new Date(signTime.getTime() + TICKET_DAYS * 24 * 60 * 60 * 1_000)
}

/** The ticket as it is laid before a member, with the parties' names in their language; `leftOut` is null where nobody counted. */
export function presentDraft(
  deps: GrantDeps,
  findings: Findings,
  leftOut: number | null,
  actor: Actor,
  language: Language,
): GrantDraft {
  const nameIn = (cn: string, en: string | undefined) => (language === 'en' ? (en ?? cn) : cn)
  const { task, dataset, codeHash, codeOrigin, planHash, number } = findings
  const last =
    findNewestGrant(deps.db, task.taskId) ??
    (task.originTaskId === null ? undefined : findNewestGrant(deps.db, task.originTaskId))
  const names = new Map(task.parties.map(({ partyId, name, nameEn }) => [partyId, nameIn(name, nameEn)]))
  return {
    number,
    taskId: task.taskId,
    taskName: task.taskName,
    initiatorName: nameIn(task.initiatorName, task.initiatorNameEn),
    parties: task.plan.parties.map(({ partyId }) => ({ partyId, name: names.get(partyId) ?? partyId })),
    plan: task.plan,
    codeHash,
    codeOrigin,
    planHash,
    ...(codeOrigin.kind === 'own' ? toldOfOwn(deps.knownCode, codeHash, task.plan) : {}),
    algorithmName: task.algorithmName,
    datasetId: dataset.id,
    datasetName: dataset.name,
    rowCount: dataset.rowCount - (leftOut ?? 0),
    leftOut: leftOut ?? undefined,
    mapping: isInSession(actor) ? dataset.mapping : withoutValues(dataset.mapping),
    minimumRows: deps.minimumRows,
    expiryTime: expiryOf(deps.now()),
    changes: last ? changesSince(last, findings, leftOut) : null,
    canSign: codeOrigin.kind === 'own' && maySign(actor, deps),
    signers: listSigners(deps.db).map(({ displayName }) => displayName),
  }
}
