import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CardFindings, fail, Residuals, Scores, type SharedResult } from '@tessera/contract'
import { oneAtATime, sha256 } from '@tessera/server'
import { z } from 'zod'
import { checkShared, findGrantOfRun } from '../grant/index.ts'
import type { ResultDeps } from './deps.ts'
import { addResult, findResult, markDeleted, markShared, type StoredResult } from './queries.ts'

const MODEL = 'model.onnx'
const CARD = 'card.json'

/**
 * Returns the folder of a run's result, or undefined if the run id is not a plain name. The id comes from the network.
 */
export function resultFolder(dataDir: string, runId: string): string | undefined {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(runId) ? join(dataDir, 'kept', runId) : undefined
}

type NoteDeps = Omit<ResultDeps, 'platform' | 'differenceLimits'>

/** Records the result of a finished single-party run in the database. */
export function recordResult({ db, log, dataDir, now }: NoteDeps, runId: string) {
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

/**
 * At start, records the results that a task runner stored while the edge did not run and so could not receive its
 * report.
 */
export function recordLeftResults(deps: NoteDeps) {
  const folder = join(deps.dataDir, 'kept')
  for (const runId of existsSync(folder) ? readdirSync(folder) : []) recordResult(deps, runId)
}

interface Doer {
  userId: string
  name: string
}

/** Results are shared one after another, because each is compared with those that were shared before. */
const oneCheckAtATime = oneAtATime()

/** Sends model and model card to the platform at a member's request. The platform checks them like any other model. */
export const shareResult = (deps: ResultDeps, { runId, sha256: hash }: StoredResult, by: Doer) =>
  oneCheckAtATime(async () => {
    const grant = findGrantOfRun(deps.db, runId)
    if (grant) checkShared(deps, grant)
    deps.log.append('result-shared', { runId, sha256: hash, ...by })
    await deps.platform.shareResult(runId, await readResult(deps, runId, hash))
    markShared(deps.db, runId, deps.now().toISOString())
  })

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

/**
 * Returns the findings of a run without a model, which never leave the edge, or the confidence intervals of a model's
 * scores.
 */
export async function readFound({ dataDir }: ResultDeps, result: StoredResult) {
  const folder = resultFolder(dataDir, result.runId)
  if (result.deletedTime !== null || !folder) return NOTHING
  const isModel = result.sha256 !== null
  // A model can be used even if the file with its scores is missing.
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
