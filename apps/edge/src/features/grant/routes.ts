import { setTimeout } from 'node:timers/promises'
import { fail, type Grant, withoutValues } from '@tessera/contract'
import {
  ChangeRows,
  CompareRows,
  DraftGrant,
  ListGrantEvents,
  ListGrants,
  SignGrant,
  WithdrawGrant,
} from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import { isInSession } from '../../lib/caller-check.ts'
import type { Actor } from '../../lib/edge-token.ts'
import { requireOwnPage } from '../../lib/own-page.ts'
import type { Serve } from '../../lib/serve.ts'
import { prove, signerNames } from '../signing/index.ts'
import { changeRows } from './change-rows.ts'
import type { GrantDeps } from './deps.ts'
import { findLeftOut, findOut, presentDraft } from './draft.ts'
import { listEvents } from './events.ts'
import { declarationsOf } from './known-code.ts'
import { presentNear, rowsOf } from './near.ts'
import { maySign, mayWithdraw } from './policy.ts'
import { findApart, findGrant, listGrants, roundsUsed, type StoredGrant } from './queries.ts'
import { signGrant } from './sign.ts'
import { currentStatus, staleBecauseNow } from './status.ts'
import { withdrawGrant } from './withdraw.ts'

/** If a comparison takes longer than this time, the response contains the progress so far. */
const COMPARISON_WAIT_MS = 1_000

export function grantRoutes(serve: Serve, app: FastifyInstance, deps: GrantDeps) {
  serve(app, DraftGrant, async ({ taskId }, actor, { language }) => {
    const findings = await findOut(deps, taskId)
    const leftOut = isInSession(actor) ? await findLeftOut(deps, findings) : null
    return presentDraft(deps, findings, leftOut, actor, language)
  })

  const requireSigner = (actor: Actor) => {
    if (!maySign(actor, deps)) fail('grant.not-signer', { signers: signerNames(deps.db) })
  }

  serve(app, CompareRows, async ({ taskId }, actor) => {
    requireSigner(actor)
    const findings = await findOut(deps, taskId)
    const job = deps.hashes.take(rowsOf(findings.dataset, findings.task.plan))
    const rows = await Promise.race([job.rows, setTimeout(COMPARISON_WAIT_MS, null, { ref: false })])
    if (!rows) return { percent: Math.min(Math.floor(job.share * 100), 99), near: null }
    await deps.hashes.compare(rows)
    return { percent: 100, near: presentNear(deps, findings, rows) }
  })

  serve(app, ChangeRows, (input, actor) => {
    requireSigner(actor)
    return changeRows(deps, input, actor)
  })

  serve(app, SignGrant, async (input, actor, { request }) => {
    requireOwnPage(deps.edgeUrl, request)
    return presentGrant(deps, await signGrant(deps, input, actor), actor)
  })

  serve(app, ListGrants, ({ taskId }, actor) =>
    listGrants(deps.db, taskId).map((grant) => presentGrant(deps, grant, actor)),
  )

  serve(app, ListGrantEvents, ({ id, ...page }) => {
    const grant = findGrant(deps.db, id) ?? fail('grant.not-found')
    return listEvents(deps, grant.id, page)
  })

  serve(app, WithdrawGrant, async ({ id, proof }, actor, { request }) => {
    requireOwnPage(deps.edgeUrl, request)
    if (!findGrant(deps.db, id)) fail('grant.not-found')
    if (!mayWithdraw(actor, deps)) {
      deps.log.append('refused', {
        what: 'withdraw',
        grantId: id,
        userId: actor.userId,
        name: actor.displayName,
        code: 'grant.not-signer',
      })
      fail('grant.not-signer', { signers: signerNames(deps.db) })
    }
    const { by: factor } = await prove(deps, actor, { kind: 'withdraw', id }, proof)
    const person = { userId: actor.userId, name: actor.displayName, factor }
    return presentGrant(deps, withdrawGrant(deps, id, person), actor)
  })
}

function presentGrant(deps: GrantDeps, grant: StoredGrant, actor: Actor): Grant {
  const status = currentStatus(deps, grant)
  return {
    id: grant.id,
    number: grant.number,
    taskId: grant.taskId,
    taskName: grant.taskName,
    partyIds: grant.parties,
    plan: grant.plan,
    codeHash: grant.codeHash,
    planHash: grant.planHash,
    ...declarationsOf(deps.knownCode, grant.codeHash, grant.plan),
    datasetId: grant.datasetId,
    datasetName: grant.datasetName,
    mapping: isInSession(actor) ? grant.mapping : withoutValues(grant.mapping),
    ...(isInSession(actor) && { apart: findApart(deps.db, grant.id) }),
    rowCount: grant.rowCount,
    leftOut: grant.leftOut,
    signedBy: grant.signedBy,
    signTime: new Date(grant.signTime),
    expiryTime: new Date(grant.expiryTime),
    withdrawTime: grant.withdrawTime === null ? null : new Date(grant.withdrawTime),
    roundsUsed: roundsUsed(deps.db, grant),
    status,
    staleBecause: status === 'stale' ? staleBecauseNow(deps, grant) : [],
    runId: grant.runId,
    abilities: { withdraw: status !== 'withdrawn' && mayWithdraw(actor, deps) },
  }
}
