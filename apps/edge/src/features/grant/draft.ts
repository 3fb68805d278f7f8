import {
  type CodeOrigin,
  type EdgeTask,
  fail,
  findTypeMismatch,
  type GrantDraft,
  grantedColumns,
  type Language,
  MIN_PARTIES,
  type NamedParty,
  planText,
  withoutValues,
} from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { isInSession } from '../../lib/caller-check.ts'
import type { Actor } from '../../lib/edge-token.ts'
import { isShownUnasked } from '../offer/index.ts'
import { findOffered, type StoredDataset } from '../rows/index.ts'
import { listSigners } from '../signing/index.ts'
import { changesSince } from './changes.ts'
import type { GrantDeps } from './deps.ts'
import { declarationsOf, originOf } from './known-code.ts'
import { checkWithdrawn } from './leaves.ts'
import { countLeftOut } from './left-out.ts'
import { isNamed, maySign } from './policy.ts'
import { countGrants, findNewestGrant } from './queries.ts'

export const TICKET_DAYS = 30

/** The content of a consent ticket, all of which this edge determines itself. */
export interface Findings {
  task: EdgeTask
  dataset: StoredDataset
  codeHash: string
  codeOrigin: CodeOrigin
  planHash: string
  /**
   * Number of the ticket, derived from the plan, the rows and the number of earlier tickets for the task. Signing does
   * not change the number.
   */
  number: string
}

/**
 * Fetches the task and its code, determines the origin of the code, and checks that the selected rows are valid for the
 * task.
 */
export async function findOut(deps: GrantDeps, taskId: string): Promise<Findings> {
  const task = await deps.platform.task(taskId)
  checkNamed(task, deps.self())
  checkWithdrawn(deps.knownCode.declared[task.plan.algorithm], task.plan)
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
  const codeHash = task.code.hash
  const codeOrigin = originOf(deps.knownCode, bundleHash, task)
  const planHash = sha256(planText(task.plan, codeHash))
  const number = sha256(`${planHash} ${dataset.id} ${countGrants(deps.db, taskId)}`).slice(0, 8)
  return { task, dataset, codeHash, codeOrigin, planHash, number }
}

/**
 * Counts the rows that are not granted because the plan does not include their class. Only members with a session get
 * this count. The platform writes the plan, so with the count it could find out how many rows have any value.
 */
export async function findLeftOut(deps: GrantDeps, { task, dataset }: Findings): Promise<number> {
  const leftOut = await countLeftOut(deps.duck, dataset, task.plan)
  requireEnough(deps, dataset.rowCount - leftOut)
  return leftOut
}

function requireEnough({ minimumRows: minimum }: GrantDeps, rows: number) {
  if (rows < minimum) fail('grant.too-few-rows', { minimum, rows })
}

/**
 * Refuses a plan that does not name its parties yet, or that names another edge for this party. The list of the other
 * parties is part of what a member signs.
 */
function checkNamed({ plan }: EdgeTask, self: NamedParty) {
  if (plan.parties.length === 0) fail('task.joining-open')
  if (!isNamed(self, plan)) fail('grant.not-named')
  const most = plan.parties.length
  // A plan with one party is a single-party run, in which no sums over parties are computed.
  if (most > 1 && plan.fewest < MIN_PARTIES) fail('task.fewest-invalid', { least: MIN_PARTIES, most })
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

/**
 * Returns the ticket as a member reads it, with party names in the member's language. `leftOut` is null if the rows
 * were not counted.
 */
export function presentDraft(
  deps: GrantDeps,
  findings: Findings,
  leftOut: number | null,
  actor: Actor,
  language: Language,
): GrantDraft {
  const { task, dataset, codeHash, codeOrigin, planHash, number } = findings
  const last =
    findNewestGrant(deps.db, task.taskId) ??
    (task.originTaskId === null ? undefined : findNewestGrant(deps.db, task.originTaskId))
  const names = new Map(task.parties.map(({ partyId, name }) => [partyId, name[language]]))
  return {
    number,
    taskId: task.taskId,
    taskName: task.taskName,
    initiatorName: task.initiatorName[language],
    parties: task.plan.parties.map(({ partyId }) => ({ partyId, name: names.get(partyId) ?? partyId })),
    plan: task.plan,
    codeHash,
    codeOrigin,
    planHash,
    ...(codeOrigin.kind === 'own' ? declarationsOf(deps.knownCode, codeHash, task.plan) : {}),
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
