/**
 * On a running demo: a whole day's operation. Then it checks whether any log has a line of an error.
 *
 *     createdb tessera_day; CAPTCHA_ANSWER=e2e-code DATABASE_URL=postgres://postgres@127.0.0.1:5432/tessera_day make demo
 *     E2E_PORT=8080 E2E_DATA_DIR=$PWD/.data DATABASE_URL=… node bench/day.ts --hours 8
 *
 * Each hour takes a few minutes: every party uploads a table, two parties train, and the model is published and used.
 * During the training, a backup is written or one of the processes is restarted like an operator does it, each of them
 * in turn. Every third hour, two trainings run at once on the same rows. For each hour it prints what was trained, how
 * it ended, how long it took, and the memory of all processes. At the end `tessera verify` checks all decision logs.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import type { TableRow } from '@tessera/contract'
import * as wire from '@tessera/contract/wire'
import { members, pidsOf, places, plannedTogether, startAgain } from '../e2e/world.ts'
import type { Client } from '../tools/client.ts'
import { LABEL, readTable } from '../tools/demo-table.ts'
import { edgesReady } from '../tools/main-job.ts'
import { PARTIES, root } from '../tools/places.ts'
import { readyInference, upload } from '../tools/steps.ts'
import { runEnded } from '../tools/testing/disturbing.ts'
import { memoryNow, rowOf, secondsText } from './watching.ts'

const { values } = parseArgs({ options: { hours: { type: 'string', default: '8' } } })
const [FIRST, SECOND] = PARTIES
const MIN_PARTIES = 2
const ALGORITHMS = ['mlp', 'logistic-regression', 'boosted-trees', 'additive-model']
const ROUNDS = 20
const HELD_OUT = join(places.dataDir, 'demo', 'holdout.csv')
/** Matches a line with an error of Tessera or Flower, or of a stack trace. */
const RED = /"level":[56]0| (ERROR|CRITICAL) |Traceback|^\s+at .+:\d+:\d+|[Uu]n(caught|handled)/
const row = rowOf(4, 22, 56, 8, 8)
const run = promisify(execFile)
const PROCESSES = {
  platform: 'platform/src/main.ts',
  fleet: 'platform/src/fleet/main.ts',
  edge: 'edge/src/main.ts',
}

const began = new Date()
/**
 * Suffix that distinguishes the dataset names of this run from those of others on the same demo, because names must be
 * unique.
 */
const today = began.getTime().toString(36).slice(-5)
const backups = mkdtempSync(join(tmpdir(), 'tessera-day-'))
mkdirSync(join(backups, 'pepper'))
/** An operator's actions during a training. */
const deeds: Record<string, () => Promise<unknown>> = {
  'backup of the platform': () => tessera('backup', backups),
  'edge restarted': () => restarted(PROCESSES.edge, places.edgeData(SECOND.id)),
  'platform restarted': () => restarted(PROCESSES.platform),
  'backup of an edge': () =>
    tessera('backup', '--edge', places.edgeData(FIRST.id), backups, '--pepper', join(backups, 'pepper', 'edge.pepper')),
  'fleet restarted': () => restarted(PROCESSES.fleet),
}

let clients = await members()
try {
  await edgesReady(clients)
  console.log(row('hour', 'during it', 'trained', 'took', 'memory'))
  for (let hour = 1; hour <= Number(values.hours); hour += 1) console.log(await liveAnHour(hour))
  const isWhole = await verified()
  const red = linesInRed()
  for (const [line, count] of red) console.log(`${count} × ${line}`)
  console.log(
    `${red.size === 0 ? 'No line' : 'Lines'} of an error in any log; the logs of decisions ${isWhole ? 'are whole' : 'are NOT whole'}`,
  )
  if (red.size > 0 || !isWhole) process.exitCode = 1
} finally {
  rmSync(backups, { recursive: true })
}

async function liveAnHour(hour: number): Promise<string> {
  const start = performance.now()
  // Sessions survive a restart, but members log in again each day.
  clients = await members()
  await edgesReady(clients)
  const [alice] = [...clients.values()] as [Client]
  await Promise.all(
    PARTIES.map(({ id }) => upload(clients.get(id) as Client, HELD_OUT, `Hour ${hour} ${today}`, 'One table an hour')),
  )
  const wanted = hour % 3 === 0 ? 2 : 1
  const chosen = Array.from({ length: wanted }, (_, at) => ALGORITHMS[(hour + at) % ALGORITHMS.length] as string)
  const running = []
  for (const algorithmId of chosen) {
    const taskId = await plannedTogether(clients, `H${hour} ${algorithmId}`.slice(0, 20), {
      rounds: ROUNDS,
      fewest: MIN_PARTIES,
      algorithmId,
    })
    running.push(await startAgain(clients, taskId))
  }
  const [name, deed] = Object.entries(deeds)[(hour - 1) % Object.keys(deeds).length] as [string, () => Promise<unknown>]
  await deed()
  const ends = await Promise.all(running.map((taskId) => runEnded(alice, taskId)))
  for (const taskId of running) await useModel(alice, taskId, hour)
  const outcome = ends.map(({ phase, failure }, at) => `${chosen[at]} ${failure?.code ?? phase}`)
  if (ends.some(({ phase }) => phase !== 'completed')) process.exitCode = 1
  return row(
    String(hour),
    name,
    outcome.join(', '),
    secondsText((performance.now() - start) / 1_000),
    `${memoryNow()} MB`,
  )
}

/** Uses a new model as its party would: publishes it and predicts a row. */
async function useModel(client: Client, taskId: string, hour: number) {
  const { modelId } = await client.call(wire.GetTask, { taskId })
  if (!modelId) return
  const about = { description: 'Of one hour', instruction: 'Thirty measurements of a biopsy', application: 'A trial' }
  const name = `H${hour} ${taskId.slice(-6)}`
  await client.call(wire.PublishModel, { modelId, name, ...about })
  const inferenceId = await readyInference(client, modelId, name)
  const [row] = readTable(HELD_OUT)
  const { [LABEL]: _truth, ...features } = row as TableRow
  await client.call(wire.Infer, { inferenceId, rows: [features] })
}

async function restarted(main: string, ...named: string[]) {
  for (const pid of pidsOf(main, ...named)) process.kill(pid, 'SIGTERM')
  // About as long as an operator takes to check whether the process is back.
  await new Promise((done) => setTimeout(done, 10_000))
}

async function tessera(...words: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: places.platformData }
  return (await run(process.execPath, [join(root, 'tools', 'tessera.ts'), ...words], { env })).stdout
}

async function verified(): Promise<boolean> {
  const edges = PARTIES.flatMap(({ id }) => ['--edge', join(places.edgeData(id), 'log')])
  try {
    await tessera('verify', '--live', ...edges)
    return true
  } catch (error) {
    console.log((error as { stdout?: string }).stdout ?? error)
    return false
  }
}

/**
 * Returns each distinct error line that any process has written since the start, without the variable parts of lines.
 */
function linesInRed(): Map<string, number> {
  const counts = new Map<string, number>()
  for (const file of readdirSync(places.dataDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.log(\.\d)?$/.test(name),
  )) {
    const lines = readFileSync(join(places.dataDir, file), 'utf8').split('\n')
    for (const line of lines.filter((one) => RED.test(one) && timeOf(one) >= began.getTime())) {
      const alike = `${file}: ${line.replace(/"(time|pid|responseTime)":[\d.]+,?|\d{4}-\S+Z |[0-9a-f-]{10,}/g, '')}`
      counts.set(alike, (counts.get(alike) ?? 0) + 1)
    }
  }
  return counts
}

/** Returns the time of a log line. A line without a time counts as written today. */
function timeOf(line: string): number {
  const time = /"time":(\d+)/.exec(line)?.[1] ?? /^(\d{4}-\S+Z) /.exec(line)?.[1]
  return time === undefined ? Number.POSITIVE_INFINITY : Number(new Date(Number(time) || time))
}
