import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ErrorCode, fail, grantedColumns, type Proof, START_FILE } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { transaction } from '../../db/open.ts'
import type { Actor } from '../../lib/edge-token.ts'
import { grantRows } from '../dataset/index.ts'
import { prove, signerNames } from '../signing/index.ts'
import type { GrantDeps } from './deps.ts'
import { expiryOf, type Findings, findLeftOut, findOut } from './draft.ts'
import { endWork } from './end-work.ts'
import { budgetOf } from './leaves.ts'
import { isGranted } from './left-out.ts'
import { maySign } from './policy.ts'
import { findNewestGrant, noticeOf, type StoredGrant, saveGrant } from './queries.ts'

/**
 * Signs the ticket a member has read: task and code are found out once more, and must still hash to what was read; the
 * rows set aside must be the same ones. The token says who signs; that it is they who want it, only their PIN or passkey.
 */
export async function signGrant(
  deps: GrantDeps,
  { taskId, planHash, datasetId, proof }: { taskId: string; planHash: string; datasetId: string; proof: Proof },
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
  const grant = await makeGrant(deps, findings, await findLeftOut(deps, findings), actor)
  try {
    if (start) await writeFile(join(grant.folder, START_FILE), start, { mode: 0o600 })
    // Taken off the list meanwhile.
    if (!maySign(actor, deps)) fail('grant.not-signer', { signers: signerNames(deps.db) })
  } catch (error) {
    // Without a ticket the rows must not lie there.
    await rm(grant.folder, { recursive: true, force: true })
    throw error
  }
  const newest = findNewestGrant(deps.db, taskId)
  if (newest && newest.id !== before?.id) {
    // In another tab, or by another signer, while this one's rows were set aside: one ticket is enough.
    await rm(grant.folder, { recursive: true, force: true })
    return isSame(newest, grant) ? newest : fail('grant.plan-changed')
  }
  deps.log.append('ticket-signed', {
    ...noticeOf(grant),
    plan: grant.plan,
    mapping: grant.mapping,
    codeHash: grant.codeHash,
    userId: actor.userId,
    name: actor.displayName,
    factor: by,
  })
  const replaced = before && !isSame(before, grant) ? before : undefined
  transaction(deps.db, () => {
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
  leftOut: number,
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
  }
  await grantRows(
    deps.duck,
    { dataset, columns: grantedColumns(task.plan), where: isGranted(dataset, task.plan) },
    grant.folder,
  )
  return grant
}

/** Signed again for more time or rounds: what runs under the old ticket goes on under the new. */
const isSame = (before: StoredGrant, after: StoredGrant) =>
  before.planHash === after.planHash && before.datasetId === after.datasetId
