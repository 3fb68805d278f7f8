import { createHash, timingSafeEqual } from 'node:crypto'
import { type ErrorCode, grantedColumns, isByItself, Plan, phrase, RunProgress, RunWork } from '@tessera/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Db, get, put, transaction } from '../../db/open.ts'
import type { DecisionLog } from '../../lib/decision-log.ts'
import { isDiskFull, spaceOf } from '../../lib/files.ts'
import type { Reports } from '../../lib/reports.ts'
import { findApart, findGrantOfRun, type GrantDeps, judge, saveApart } from '../grant/index.ts'
import { noteResult, resultFolder } from '../result/index.ts'
import { stepOf, type Workers, workerReport } from './workers.ts'

export interface GuardDeps {
  db: Db
  log: DecisionLog
  outbox: Reports
  self: GrantDeps['self']
  workers: Workers
  secret: string
  dataDir: string
  /** Tells the platform how far a run by itself is, where the link is open. */
  tellProgress: (progress: RunProgress) => void
  /** The same of the work on a message of any run. */
  tellWork: (work: RunWork) => void
  now: () => Date
  say: (line: string) => void
}

const Params = z.record(z.string(), z.union([z.string(), z.number()]))

const AuthorizeRequest = z.object({
  pid: z.number().int().positive(),
  flowerRunId: z.string(),
  runId: z.string(),
  messageId: z.string(),
  messageType: z.string(),
  bundleHash: z.string(),
  codeHash: z.string(),
  /** As it stands in `run_config`, which is the platform's word until its hash is compared. */
  plan: z.string(),
  /** Who is in the run, from there too; runners of before do not tell. */
  parties: z.string().default('[]'),
  messageConfig: z.record(z.string(), z.unknown()),
  stateHash: z.string().regex(/^[0-9a-f]{64}$/),
})

const ReportRequest = z.object({
  pid: z.number().int(),
  flowerRunId: z.string().default(''),
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

/** So long a party's part of a stage takes before it is worth telling that it is done. */
const SLOW_SECONDS = 1

/**
 * What the runner asks before any app code loads, on loopback, with a secret from a file only it and we may read. Whatever
 * goes wrong here, the answer is no.
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
    deps.say(`guard: ${error instanceof Error ? error.message : error}`)
    // It is asked again: nothing is wrong with the message.
    if (isDiskFull(error)) return reply.send({ allowed: false, code: 'guard.no-space', params: spaceOf(deps.dataDir) })
    return reply.code(400).send({ allowed: false, code: 'internal' })
  })
  /** Runs whose last stage was told to be done. */
  const answered = new Set<string>()
  app.post('/authorize', async (request) => {
    const asked = AuthorizeRequest.parse(request.body)
    const answer = authorize(deps, asked)
    // Else the platform would take the stage before for this one.
    if (answer.allowed && answered.delete(asked.runId))
      deps.tellWork({ runId: asked.runId, what: workOf(asked.messageType), percent: 0, secondsLeft: null })
    return answer
  })
  const reached = new Map<string, number>()
  app.post('/progress', async (request) => {
    takeProgress(deps, reached, RunProgress.parse(request.body))
    return {}
  })
  const working = new Map<string, RunWork>()
  app.post('/work', async (request) => {
    const told = RunWork.parse(request.body)
    // All may be read and nothing learnt yet: whole is what is answered.
    const work = { ...told, percent: Math.min(told.percent, 99) }
    if (!findGrantOfRun(deps.db, work.runId) || !isWorking(deps, work.runId)) return {}
    working.set(work.runId, work)
    deps.tellWork(work)
    return {}
  })
  app.post('/apart', async (request) => {
    takeApart(deps, ApartRequest.parse(request.body))
    return {}
  })
  app.post('/report', async (request) => {
    const report = ReportRequest.parse(request.body)
    reached.delete(report.runId)
    const work = working.get(report.runId)
    // The party has done its part, and the others may not have. Of quick stages nobody has to be told.
    const isKnown = work !== undefined || ((report.seconds ?? 0) >= SLOW_SECONDS && isWorking(deps, report.runId))
    // A process takes a while to end: the next message may be here before the word of it.
    const isNewest = !deps.workers.current.some(
      ({ runId, messageId }) => runId === report.runId && messageId !== report.messageId,
    )
    if (isKnown && isNewest && report.outcome === 'done') {
      const what = work?.what ?? workOf(report.messageType)
      deps.tellWork({ runId: report.runId, what, percent: 100, secondsLeft: 0 })
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
  // A party has one message of a run at a time: who asks anew waits for nothing else of it.
  deps.workers.killOfRun(body.runId)
  deps.workers.began({ ...body, grantId: grant.id })
  // In an order of its own: the platform chooses that of the roster.
  const place = roster.toSorted().indexOf(deps.self().partyId)
  const allowed = { dataPath: grant.folder, rows: grant.rowCount, place, plan: { ...grant.plan, taskId: plan.taskId } }
  return { allowed: true, ...allowed, ...(resultPath === null ? {} : { resultPath }) }
}

/** Rounds only, none earlier than was told, and of a run that works here under a ticket for a run by itself. */
function takeProgress(deps: GuardDeps, reached: Map<string, number>, progress: RunProgress) {
  const { runId, round } = progress
  const plan = findGrantOfRun(deps.db, runId)?.plan
  if (!plan || !isByItself(plan) || !isWorking(deps, runId)) return
  if (round > plan.maxRounds || round < (reached.get(runId) ?? 0)) return
  reached.set(runId, round)
  deps.tellProgress(progress)
}

/** Columns whose values lie apart: members read the values at this edge, and the platform gets the names. A ticket is for one run. */
function takeApart(deps: GuardDeps, { runId, columns }: z.infer<typeof ApartRequest>) {
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

/** The platform hears of a refusal from here; the runner's own report of the same would be the second. */
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
  // Of a run by itself: no other one leaves anything.
  if (outcome === 'done') noteResult(deps, runId)
  // A traceback may quote rows: it stays in this machine's log.
  const what = runId === '' ? 'a message that did not arrive whole' : `run ${runId}, ${stepOf(messageType)}`
  if (detail) deps.say(`${what}, ${seconds ?? '?'} s: ${detail}`)
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

/** From now on the guard says no to this run, and what it runs here is killed. */
export function stopRun(deps: Pick<GuardDeps, 'db' | 'log' | 'workers' | 'now'>, runId: string) {
  // First what needs no disk.
  deps.workers.killOfRun(runId)
  if (isStopped(deps.db, runId)) return
  put(deps.db, 'stopped_runs', { run_id: runId, time: deps.now().toISOString() })
  deps.log.append('run-stopped', { runId })
}
