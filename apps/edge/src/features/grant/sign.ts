import { randomUUID } from 'node:crypto'
import { chmod, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '@tessera/contract'
import { transaction } from '../../db/open.ts'
import { ident, literal, parquet } from '../../lib/duck.ts'
import type { Actor } from '../../lib/edge-token.ts'
import type { GrantDeps } from './deps.ts'
import { expiryOf, type Findings, findOut, lentColumns } from './draft.ts'
import { endWork } from './end-work.ts'
import { maySign } from './policy.ts'
import { findNewestGrant, noticeOf, type StoredGrant, saveGrant } from './queries.ts'

/**
 * Signs the ticket a member has read: task and code are found out once more, and must still hash to what was read; the
 * rows set aside must be the same ones.
 */
export async function signGrant(
  deps: GrantDeps,
  { taskId, planHash, datasetId }: { taskId: string; planHash: string; datasetId: string },
  actor: Actor,
): Promise<StoredGrant> {
  if (!maySign(actor, deps.signers)) {
    deps.log.append('refused', { what: 'sign', taskId, userId: actor.userId, code: 'grant.not-signer' })
    fail('grant.not-signer', { signers: signerNames(deps) })
  }
  const findings = await findOut(deps, taskId)
  if (findings.planHash !== planHash || findings.dataset.id !== datasetId) {
    deps.log.append('refused', { what: 'sign', taskId, userId: actor.userId, code: 'grant.plan-changed' })
    fail('grant.plan-changed')
  }
  const grant = await makeGrant(deps, findings, actor)
  const before = findNewestGrant(deps.db, taskId)
  deps.log.append('ticket-signed', {
    ...noticeOf(deps.db, grant),
    plan: grant.plan,
    mapping: findings.dataset.mapping,
    codeHash: grant.codeHash,
    userId: actor.userId,
  })
  const replaced = before && !isSame(before, grant) ? before : undefined
  transaction(deps.db, () => {
    saveGrant(deps.db, grant)
    if (replaced) deps.outbox.add({ kind: 'grant', grant: { ...noticeOf(deps.db, replaced), withdrawn: true } })
    deps.outbox.add({ kind: 'grant', grant: noticeOf(deps.db, grant) })
  })
  if (replaced) endWork(deps, replaced, 'grant.stale')
  return grant
}

async function makeGrant(deps: GrantDeps, { task, dataset, codeHash, planHash }: Findings, actor: Actor) {
  const id = randomUUID()
  const signTime = deps.now()
  const grant: StoredGrant = {
    id,
    taskId: task.taskId,
    taskName: task.taskName,
    parties: task.parties.map(({ partyId }) => partyId),
    plan: task.plan,
    codeHash,
    planHash,
    datasetId: dataset.id,
    datasetName: dataset.name,
    rowCount: dataset.rowCount,
    signedByUserId: actor.userId,
    signedBy: actor.displayName,
    signTime: signTime.toISOString(),
    expiryTime: expiryOf(signTime).toISOString(),
    withdrawTime: null,
    file: join(deps.dataDir, 'grants', `${id}.parquet`),
  }
  // The granted rows and columns and nothing else: whoever gets this file can't look further.
  await mkdir(join(deps.dataDir, 'grants'), { recursive: true, mode: 0o700 })
  const cells = lentColumns(task.plan).map((name) =>
    dataset.columnTypes[name] === 'date' ? `CAST(${ident(name)} AS VARCHAR) AS ${ident(name)}` : ident(name),
  )
  await (await open(grant.file, 'wx', 0o600)).close()
  await deps.duck.run(
    `COPY (SELECT ${cells.join(', ')} FROM ${parquet(dataset.file)}) TO ${literal(grant.file)} (FORMAT parquet)`,
  )
  await chmod(grant.file, 0o600)
  return grant
}

/** Signed again for more time or rounds: what runs under the old ticket goes on under the new. */
const isSame = (before: StoredGrant, after: StoredGrant) =>
  before.planHash === after.planHash && before.datasetId === after.datasetId

export const signerNames = ({ signers }: GrantDeps) =>
  [...new Set([signers.enroller.username, ...signers.usernames])].join(', ')
