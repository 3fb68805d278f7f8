import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ErrorCode, fail, grantedColumns, type Proof, START_FILE } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { transaction } from '../../db/open.ts'
import type { Actor } from '../../lib/edge-token.ts'
import type { HashedRows } from '../differencing/index.ts'
import { grantRows } from '../offer/index.ts'
import { prove, signerNames } from '../signing/index.ts'
import type { GrantDeps } from './deps.ts'
import { expiryOf, type Findings, findLeftOut, findOut } from './draft.ts'
import { endWork } from './end-work.ts'
import { budgetOf } from './leaves.ts'
import { isGranted } from './left-out.ts'
import { confirmedNear, rowsOf } from './near.ts'
import { maySign } from './policy.ts'
import { findNewestGrant, noticeOf, type StoredGrant, saveGrant } from './queries.ts'

interface ToSign {
  taskId: string
  planHash: string
  datasetId: string
  proof: Proof
  /** Ids of earlier tickets whose rows differ in only a few rows. The signer has confirmed them. */
  confirmed?: string[] | undefined
}

/**
 * Signs the ticket that a member has read. The edge fetches the task and code again: their hashes must be those that
 * the member read, and the selected rows must be the same. The token identifies the signer; the PIN or passkey proves
 * the intention to sign.
 */
export async function signGrant(
  deps: GrantDeps,
  { taskId, planHash, datasetId, proof, confirmed = [] }: ToSign,
  actor: Actor,
): Promise<StoredGrant> {
  const refuse = (code: ErrorCode, params: Record<string, string> = {}): never => {
    deps.log.append('refused', { what: 'sign', taskId, userId: actor.userId, name: actor.displayName, code })
    return fail(code, params)
  }
  if (!maySign(actor, deps)) refuse('grant.not-signer', { signers: signerNames(deps.db) })
  const findings = await findOut(deps, taskId)
  const before = findNewestGrant(deps.db, taskId)
  if (findings.planHash !== planHash || findings.dataset.id !== datasetId) refuse('grant.plan-changed')
  if (findings.codeOrigin.kind !== 'own') refuse('grant.code-foreign', { version: deps.knownCode.version })
  const { start: named } = findings.task.plan
  const start = named && (await deps.platform.start(taskId))
  if (start && sha256(start) !== named.numbers) refuse('data.start-altered')
  const { by } = await prove(deps, actor, { kind: 'sign', taskId, planHash, datasetId }, proof)
  const leftOut = await findLeftOut(deps, findings)
  const { plan } = findings.task
  const rows = await deps.hashes.take(rowsOf(findings.dataset, plan)).rows
  await deps.hashes.compare(rows)
  if (!confirmedNear(deps, plan, rows, confirmed)) refuse('grant.rows-near')
  const grant = await makeGrant(deps, findings, { leftOut, rows }, actor)
  try {
    if (start) await writeFile(join(grant.folder, START_FILE), start, { mode: 0o600 })
    // The signer may have been removed from the list since the check of the PIN or passkey.
    if (!maySign(actor, deps)) fail('grant.not-signer', { signers: signerNames(deps.db) })
    // Other tickets may have been signed and other runs may have begun during the comparison, so nothing may be awaited
    // after the last comparison.
    do {
      await deps.hashes.compare(rows)
      await deps.hashes.storeFile(rows)
    } while (!deps.hashes.isCompared(rows))
    grant.confirmedNear = confirmedNear(deps, plan, rows, confirmed) ?? refuse('grant.rows-near')
  } catch (error) {
    // No ticket was created, so the copy of the granted rows is removed from disk.
    await rm(grant.folder, { recursive: true, force: true })
    throw error
  }
  const newest = findNewestGrant(deps.db, taskId)
  if (newest && newest.id !== before?.id) {
    // The ticket was signed in another tab or by another signer while the rows were being written. One ticket is
    // enough.
    await rm(grant.folder, { recursive: true, force: true })
    return isSame(newest, grant) ? newest : fail('grant.plan-changed')
  }
  deps.log.append('ticket-signed', {
    ...noticeOf(grant),
    plan: grant.plan,
    mapping: grant.mapping,
    codeHash: grant.codeHash,
    ...(grant.confirmedNear.length > 0 && { confirmed }),
    userId: actor.userId,
    name: actor.displayName,
    factor: by,
  })
  const replaced = before && !isSame(before, grant) ? before : undefined
  transaction(deps.db, () => {
    deps.hashes.save(rows)
    saveGrant(deps.db, grant)
    if (replaced) deps.outbox.add({ kind: 'grant', grant: { ...noticeOf(replaced), withdrawn: true } })
    deps.outbox.add({ kind: 'grant', grant: { ...noticeOf(grant), byUserId: actor.userId } })
  })
  if (replaced) endWork(deps, replaced, 'grant.stale')
  return grant
}

async function makeGrant(
  deps: GrantDeps,
  { task, dataset, codeHash, planHash, number }: Findings,
  { leftOut, rows }: { leftOut: number; rows: HashedRows },
  actor: Actor,
) {
  const id = randomUUID()
  const signTime = deps.now()
  const grant: StoredGrant = {
    id,
    number,
    taskId: task.taskId,
    taskName: task.taskName,
    parties: task.plan.parties.map(({ partyId }) => partyId),
    plan: task.plan,
    codeHash,
    planHash,
    datasetId: dataset.id,
    datasetName: dataset.name,
    mapping: dataset.mapping,
    rowCount: dataset.rowCount - leftOut,
    leftOut,
    budget: budgetOf(deps.knownCode.declared[task.plan.algorithm], task.plan),
    signedByUserId: actor.userId,
    signedBy: actor.displayName,
    signTime: signTime.toISOString(),
    expiryTime: expiryOf(signTime).toISOString(),
    withdrawTime: null,
    runId: null,
    roster: null,
    folder: join(deps.dataDir, 'grants', id),
    rowDigest: rows.digest,
    comparedBelow: deps.differenceLimits.confirmed,
    confirmedNear: [],
  }
  await grantRows(
    deps.duck,
    { dataset, columns: grantedColumns(task.plan), where: isGranted(dataset, task.plan) },
    grant.folder,
  )
  return grant
}

/**
 * Returns whether the new ticket differs from the old one only in its time limit or number of rounds. Work under the
 * old ticket then continues under the new one.
 */
const isSame = (before: StoredGrant, after: StoredGrant) =>
  before.planHash === after.planHash && before.datasetId === after.datasetId
