import { createHash, timingSafeEqual } from 'node:crypto'
import { type ErrorCode, grantedColumns, isByItself, Plan, phrase, RunProgress, RunWork } from '@tessera/contract'
import type { Logger } from '@tessera/server'
import Fastify, { type FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Db, get, put, transaction } from '../../db/open.ts'
import type { DecisionLog } from '../../lib/decision-log.ts'
import { isDiskFull, spaceOf } from '../../lib/files.ts'
import type { Reports } from '../../lib/reports.ts'
import { findApart, findGrantOfRun, type GrantDeps, judge, saveApart } from '../grant/index.ts'
import { recordResult, resultFolder } from '../result/index.ts'
import { stepOf, type Workers, workerReport } from './workers.ts'

export interface GuardDeps {
  db: Db
  log: DecisionLog
  outbox: Reports
  self: GrantDeps['self']
  differenceLimits: GrantDeps['differenceLimits']
  workers: Workers
  secret: string
  dataDir: string
  /** Sends the progress of a single-party run to the platform, if the edge is connected. */
  reportProgress: (progress: RunProgress) => void
  /** Sends the progress of the work on a message of any run. */
  reportWork: (work: RunWork) => void
  now: () => Date
  logger: Logger
}

const Params = z.record(z.string(), z.union([z.string(), z.number()]))

const AuthorizeRequest = z.object({
  pid: z.number().int().positive(),
  attemptId: z.string(),
  runId: z.string(),
  messageId: z.string(),
  messageType: z.string(),
  bundleHash: z.string(),
  codeHash: z.string(),
  /**
   * The plan from the message's `run_config`. It comes from the platform and is untrusted until its hash is compared.
   */
  plan: z.string(),
  /** The parties of the run, also from the message's `run_config`. A run without parties is refused. */
  parties: z.string().default('[]'),
  messageConfig: z.record(z.string(), z.unknown()),
  stateHash: z.string().regex(/^[0-9a-f]{64}$/),
})

const ReportRequest = z.object({
  pid: z.number().int(),
  attemptId: z.string().default(''),
  runId: z.string().default(''),
  messageId: z.string().default(''),
  messageType: z.string().default(''),
  outcome: z.enum(['done', 'refused', 'failed', 'died', 'dropped']),
  code: z.string().optional(),
  params: Params.optional(),
  detail: z.string().optional(),
  seconds: z.number().optional(),
})

const Pair = z.tuple([z.number(), z.number()]).transform(([mean, deviation]) => ({ mean, deviation }))
const ApartRequest = z.object({
  runId: z.string(),
  columns: z.array(z.object({ column: z.string(), own: Pair, all: Pair })).min(1),
})

/** A stage is reported as complete only if it took longer than this. */
const SLOW_SECONDS = 1

/**
 * Builds the guard: a server that the task runner asks for permission before it loads the code of an app. It listens on
 * loopback, and requires a secret from a file that only the task runner and the edge may read. After any error, the
 * answer is a refusal.
 */
export function buildGuard(deps: GuardDeps): FastifyInstance {
  const app = Fastify({ bodyLimit: 8 * 1024 * 1024 })
  const wanted = createHash('sha256').update(`Bearer ${deps.secret}`).digest()
  app.addHook('onRequest', async (request, reply) => {
    const shown = createHash('sha256')
      .update(request.headers.authorization ?? '')
      .digest()
    if (!timingSafeEqual(shown, wanted)) return reply.code(401).send({ allowed: false, code: 'edge.token-refused' })
  })
  app.setErrorHandler((error, _request, reply) => {
    deps.logger.error({ err: error }, 'the guard could not answer')
    // The message itself is valid, so the platform sends it again later.
    if (isDiskFull(error)) return reply.send({ allowed: false, code: 'guard.no-space', params: spaceOf(deps.dataDir) })
    return reply.code(400).send({ allowed: false, code: 'internal' })
  })
  /** Runs whose last stage was reported as complete. */
  const answered = new Set<string>()
  app.post('/authorize', async (request) => {
    const question = AuthorizeRequest.parse(request.body)
    const answer = authorize(deps, question)
    // Without this report, the platform would show the previous stage as the current one.
    if (answer.allowed && answered.delete(question.runId))
      deps.reportWork({ runId: question.runId, what: workOf(question.messageType), percent: 0, secondsLeft: null })
    return answer
  })
  const reached = new Map<string, number>()
  app.post('/progress', async (request) => {
    takeProgress(deps, reached, RunProgress.parse(request.body))
    return {}
  })
  const working = new Map<string, RunWork>()
  app.post('/work', async (request) => {
    const report = RunWork.parse(request.body)
    // A worker may have read all data before its training is complete, so 100 percent is reported only with the answer.
    const work = { ...report, percent: Math.min(report.percent, 99) }
    if (!findGrantOfRun(deps.db, work.runId) || !isWorking(deps, work.runId)) return {}
    working.set(work.runId, work)
    deps.reportWork(work)
    return {}
  })
  app.post('/apart', async (request) => {
    storeDifferingColumns(deps, ApartRequest.parse(request.body))
    return {}
  })
  app.post('/report', async (request) => {
    const report = ReportRequest.parse(request.body)
    reached.delete(report.runId)
    const work = working.get(report.runId)
    // This party has completed its part of the stage, although other parties may not have. Quick stages are not
    // reported.
    const isKnown = work !== undefined || ((report.seconds ?? 0) >= SLOW_SECONDS && isWorking(deps, report.runId))
    // A process needs time to end, so the next message may arrive before the end of the process is reported.
    const isNewest = !deps.workers.current.some(
      ({ runId, messageId }) => runId === report.runId && messageId !== report.messageId,
    )
    if (isKnown && isNewest && report.outcome === 'done') {
      const what = work?.what ?? workOf(report.messageType)
      deps.reportWork({ runId: report.runId, what, percent: 100, secondsLeft: 0 })
      answered.add(report.runId)
    }
    working.delete(report.runId)
    takeReport(deps, report)
    return {}
  })
  return app
}

const workOf = (messageType: string): RunWork['what'] => (messageType === 'query' ? 'reading' : 'learning')

function authorize(deps: GuardDeps, body: z.infer<typeof AuthorizeRequest>) {
  const plan = read(Plan, body.plan)
  if (!plan) return refuse(deps, body, 'grant.stale', null)
  if (isStopped(deps.db, body.runId)) return refuse(deps, body, 'run.stopped', null)
  const roster = read(z.array(z.string()), body.parties)
  if (!roster) return refuse(deps, body, 'grant.roster-refused', null)
  const resultPath = isByItself(plan) ? resultFolder(deps.dataDir, body.runId) : null
  if (resultPath === undefined) return refuse(deps, body, 'grant.message-refused', null)
  const verdict = judge(deps, { ...body, plan, roster })
  if (!verdict.allowed) return refuse(deps, body, verdict.code, verdict.grantId)

  const { grant } = verdict
  deps.log.append('run', {
    grantId: grant.id,
    taskId: plan.taskId,
    runId: body.runId,
    messageId: body.messageId,
    messageType: body.messageType,
    round: body.messageConfig.round ?? null,
    parties: roster,
  })
  // A party processes one message per run at a time, so a new request ends the previous one.
  deps.workers.killOfRun(body.runId)
  deps.workers.began({ ...body, grantId: grant.id })
  const allowed = { dataPath: grant.folder, rows: grant.rowCount, plan: { ...grant.plan, taskId: plan.taskId } }
  return { allowed: true, ...allowed, ...(resultPath === null ? {} : { resultPath }) }
}

/**
 * Forwards progress only for an active single-party run with a ticket, only for rounds within the plan, and only if it
 * increases.
 */
function takeProgress(deps: GuardDeps, reached: Map<string, number>, progress: RunProgress) {
  const { runId, round } = progress
  const plan = findGrantOfRun(deps.db, runId)?.plan
  if (!plan || !isByItself(plan) || !isWorking(deps, runId)) return
  if (round > plan.maxRounds || round < (reached.get(runId) ?? 0)) return
  reached.set(runId, round)
  deps.reportProgress(progress)
}

/**
 * Stores the columns in which the party's values differ clearly from those of other parties. Members see the values at
 * this edge. The platform receives only the column names, once per ticket.
 */
function storeDifferingColumns(deps: GuardDeps, { runId, columns }: z.infer<typeof ApartRequest>) {
  const grant = findGrantOfRun(deps.db, runId)
  if (!grant || !isWorking(deps, runId) || findApart(deps.db, grant.id)) return
  const granted = grantedColumns(grant.plan)
  if (columns.some(({ column }) => !granted.includes(column))) return
  const names = columns.map(({ column }) => column)
  deps.log.append('columns-apart', { grantId: grant.id, runId, columns: names })
  transaction(deps.db, () => {
    saveApart(deps.db, grant.id, columns)
    deps.outbox.add({ kind: 'apart', runId, columns: names })
  })
}

const isWorking = ({ workers }: GuardDeps, runId: string) => workers.current.some((worker) => worker.runId === runId)

/** Reports a refusal to the platform. The task runner's own report of the same refusal is then ignored. */
function refuse(deps: GuardDeps, body: z.infer<typeof AuthorizeRequest>, code: ErrorCode, grantId: string | null) {
  const { runId, messageId, messageType, bundleHash, codeHash } = body
  deps.log.append('refused', { what: 'run', code, grantId, runId, messageId, messageType, bundleHash, codeHash })
  if (code !== 'run.stopped') deps.outbox.add(workerReport(body, 'refused', code))
  return { allowed: false, code, params: {}, message: phrase('en', code) }
}

function takeReport(deps: GuardDeps, report: z.infer<typeof ReportRequest>) {
  const wasOurDoing = deps.workers.ended(report.messageId)
  const { outcome, runId, messageId, messageType, code, detail, seconds } = report
  deps.log.append('run-ended', { runId, messageId, messageType, outcome, ...(code ? { code } : {}) })
  // Only a single-party run produces a result at the edge.
  if (outcome === 'done') recordResult(deps, runId)
  // A traceback may contain values of rows, so it stays in the log of this machine.
  const what = runId === '' ? 'an incomplete message' : `run ${runId}, ${stepOf(messageType)}`
  if (detail) deps.logger.warn(`${what}, ${seconds ?? '?'} s: ${detail}`)
  if (wasOurDoing || runId === '' || (outcome !== 'failed' && outcome !== 'died')) return
  deps.outbox.add(workerReport(report, outcome, code ?? 'internal', report.params))
}

function read<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

const isStopped = (db: Db, runId: string) =>
  get(db, 'select 1 as one from stopped_runs where run_id = ?', runId) !== undefined

/** Makes the guard refuse this run in future, and kills the work of the run at this edge. */
export function stopRun(deps: Pick<GuardDeps, 'db' | 'log' | 'workers' | 'now'>, runId: string) {
  // The work is killed first, because this needs no free disk space.
  deps.workers.killOfRun(runId)
  if (isStopped(deps.db, runId)) return
  put(deps.db, 'stopped_runs', { run_id: runId, time: deps.now().toISOString() })
  deps.log.append('run-stopped', { runId })
}
