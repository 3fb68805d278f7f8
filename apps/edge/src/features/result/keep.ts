import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CardFindings, fail, Residuals, Scores, type SharedResult } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { z } from 'zod'
import { findGrantOfRun } from '../grant/index.ts'
import type { ResultDeps } from './deps.ts'
import { addResult, findResult, markDeleted, markShared, type StoredResult } from './queries.ts'

const MODEL = 'model.onnx'
const CARD = 'card.json'

/** A folder of its own for each run: an id from elsewhere is no path. */
export function resultFolder(dataDir: string, runId: string): string | undefined {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(runId) ? join(dataDir, 'kept', runId) : undefined
}

/** The runner says that a run by itself is done: what it left is in the books from here on. */
export function noteResult({ db, log, dataDir, now }: Omit<ResultDeps, 'platform'>, runId: string) {
  const grant = findGrantOfRun(db, runId)
  const folder = resultFolder(dataDir, runId)
  if (!grant || !folder || findResult(db, runId) || !existsSync(join(folder, CARD))) return
  const model = join(folder, MODEL)
  const hash = existsSync(model) ? sha256(readFileSync(model)) : null
  log.append('result-kept', { runId, grantId: grant.id, sha256: hash })
  addResult(db, {
    runId,
    taskId: grant.taskId,
    taskName: grant.taskName,
    algorithm: grant.plan.algorithm,
    time: now().toISOString(),
    signedByUserId: grant.signedByUserId,
    sha256: hash,
    sharedTime: null,
    deletedTime: null,
  })
}

/** At the start: what a runner left while nobody took its report. */
export function noteLeftResults(deps: Omit<ResultDeps, 'platform'>) {
  const kept = join(deps.dataDir, 'kept')
  for (const runId of existsSync(kept) ? readdirSync(kept) : []) noteResult(deps, runId)
}

interface Doer {
  userId: string
  name: string
}

/** A member's act: model and card go to the platform, which checks them as it does any model's. */
export async function shareResult(deps: ResultDeps, { runId, sha256: hash }: StoredResult, by: Doer) {
  deps.log.append('result-shared', { runId, sha256: hash, ...by })
  await deps.platform.shareResult(runId, await readResult(deps, runId, hash))
  markShared(deps.db, runId, deps.now().toISOString())
}

async function readResult({ dataDir }: ResultDeps, runId: string, hash: string | null): Promise<SharedResult> {
  const folder = resultFolder(dataDir, runId) ?? fail('result.not-found')
  const model = await readFile(join(folder, MODEL)).catch(() => fail('result.not-found'))
  if (sha256(model) !== hash) fail('model.changed')
  const card = JSON.parse(await readFile(join(folder, CARD), 'utf8').catch(() => fail('result.not-found')))
  return { card, model: model.toString('base64') }
}

const Card = z.looseObject({
  scores: Scores.optional(),
  residuals: Residuals.optional(),
})
const NOTHING = { table: null, scores: null, residuals: null }

/** What a run without a model found out, which the platform is never sent; or how sure its model's scores are. */
export async function readFound({ dataDir }: ResultDeps, result: StoredResult) {
  const folder = resultFolder(dataDir, result.runId)
  if (result.deletedTime !== null || !folder) return NOTHING
  const isModel = result.sha256 !== null
  // Without its scores a model is a model still.
  const text = await readFile(join(folder, CARD), 'utf8').catch(() => (isModel ? '{}' : fail('result.not-found')))
  const card: unknown = JSON.parse(text)
  const { scores = null, residuals = null } = Card.catch({}).parse(card)
  return isModel ? { ...NOTHING, scores, residuals } : { ...NOTHING, table: CardFindings.catch(null).parse(card) }
}

export async function deleteResult({ db, log, dataDir, now }: ResultDeps, { runId }: StoredResult, by: Doer) {
  log.append('result-deleted', { runId, ...by })
  await rm(resultFolder(dataDir, runId) ?? fail('result.not-found'), { recursive: true, force: true })
  markDeleted(db, runId, now().toISOString())
}
