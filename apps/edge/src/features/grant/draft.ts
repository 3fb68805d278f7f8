import { type EdgeTask, fail, type GrantDraft, type Language, type Plan, planText } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import type { Actor } from '../../lib/edge-token.ts'
import { findOffered, type StoredDataset } from '../dataset/index.ts'
import type { GrantDeps } from './deps.ts'
import { maySign } from './policy.ts'
import { findNewestGrant, findNewestOfAlgorithm, type StoredGrant } from './queries.ts'

export const TICKET_DAYS = 30

/** What a ticket would say, all of it found out by this edge itself. */
export interface Findings {
  task: EdgeTask
  dataset: StoredDataset
  codeHash: string
  planHash: string
}

/** Fetches the task and the code it runs, hashes the code here, and checks that the rows set aside can serve it. */
export async function findOut(deps: GrantDeps, taskId: string): Promise<Findings> {
  const task = await deps.platform.task(taskId)
  const { originTaskId } = task
  const dataset =
    findOffered(deps.db, taskId) ??
    (originTaskId === null ? undefined : findOffered(deps.db, originTaskId)) ??
    fail('task.no-data')
  const code = await deps.platform.code(task.plan.algorithm).catch(() => fail('grant.code-unreadable'))
  const codeHash = sha256(code)
  checkRows(dataset, task.plan, deps.minimumRows)
  return { task, dataset, codeHash, planHash: sha256(planText(task.plan, codeHash)) }
}

function checkRows(dataset: StoredDataset, plan: Plan, minimum: number) {
  if (dataset.rowCount < minimum) fail('grant.too-few-rows', { minimum, rows: dataset.rowCount })
  const missing = lentColumns(plan).find((column) => !dataset.columns.includes(column))
  if (missing !== undefined) fail('grant.column-missing', { column: missing })
}

/** Features and the label, each once. */
export const lentColumns = (plan: Plan) => [...new Set([...plan.columns, plan.label])]

export function expiryOf(signTime: Date): Date {
  return new Date(signTime.getTime() + TICKET_DAYS * 24 * 60 * 60 * 1_000)
}

/** The ticket as it is laid before a member, with the parties' names in their language. */
export function presentDraft(deps: GrantDeps, findings: Findings, actor: Actor, language: Language): GrantDraft {
  const nameIn = (cn: string, en: string | undefined) => (language === 'en' ? (en ?? cn) : cn)
  const { task, dataset, codeHash, planHash } = findings
  const last =
    findNewestGrant(deps.db, task.taskId) ??
    (task.originTaskId === null ? undefined : findNewestGrant(deps.db, task.originTaskId)) ??
    findNewestOfAlgorithm(deps.db, task.plan.algorithm)
  return {
    taskId: task.taskId,
    taskName: task.taskName,
    initiatorName: nameIn(task.initiatorName, task.initiatorNameEn),
    parties: task.parties.map(({ partyId, name, nameEn }) => ({ partyId, name: nameIn(name, nameEn) })),
    plan: task.plan,
    codeHash,
    planHash,
    algorithmName: task.algorithmName,
    datasetId: dataset.id,
    datasetName: dataset.name,
    rowCount: dataset.rowCount,
    mapping: dataset.mapping,
    minimumRows: deps.minimumRows,
    expiryTime: expiryOf(deps.now()),
    changes: last ? changesSince(last, findings) : null,
    canSign: maySign(actor, deps.signers),
  }
}

/** What differs from a ticket signed before; field names are the console's to put into words. */
export function changesSince(
  last: StoredGrant,
  { task, dataset, codeHash }: Findings,
): NonNullable<GrantDraft['changes']> {
  const before: Record<string, string> = {
    ...fieldsOf(last.plan),
    code: last.codeHash,
    rows: String(last.rowCount),
    dataset: last.datasetName,
    parties: [...last.parties].sort().join(', '),
  }
  const after: Record<string, string> = {
    ...fieldsOf(task.plan),
    code: codeHash,
    rows: String(dataset.rowCount),
    dataset: dataset.name,
    parties: task.parties
      .map(({ partyId }) => partyId)
      .sort()
      .join(', '),
  }
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, before: before[field] ?? '', after: after[field] ?? '' }))
    .filter((change) => change.before !== change.after)
}

function fieldsOf(plan: Plan): Record<string, string> {
  const parameters = Object.entries(plan.parameters).map(([name, value]) => [
    `parameters.${name}`,
    JSON.stringify(value),
  ])
  return {
    algorithm: plan.algorithm,
    columns: plan.columns.join(', '),
    label: plan.label,
    maxRounds: String(plan.maxRounds),
    ...Object.fromEntries(parameters),
  }
}
