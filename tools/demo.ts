import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { exitStatusOf } from '@tessera/server'
import { DEMO_PASSWORD } from '../apps/platform/src/lib/demo.ts'
import type { Client } from './client.ts'
import { confinementOf } from './confinement.ts'
import { holdFolder, requirePorts } from './demo-folder.ts'
import { trainKinds } from './demo-kinds.ts'
import { whenAskedToEnd } from './foreground.ts'
import { Journal } from './journal.ts'
import { doMainJob, edgesReady, memberOf, type Outcome } from './main-job.ts'
import { type DemoParty, engineDir, PARTIES, placesFrom, python, root, SIGNING_PIN } from './places.ts'
import { percent } from './steps.ts'
import { Supervisor } from './supervisor.ts'
import { until } from './until.ts'

process.umask(0o077)

const say = (line: string) => process.stdout.write(`${line}\n`)

const places = placesFrom(process.env)
const captchaAnswer = process.env.CAPTCHA_ANSWER ?? randomBytes(4).toString('hex')
mkdirSync(places.dataDir, { recursive: true, mode: 0o700 })
const releaseFolder = holdFolderOrEnd()
/** The platform recognises the accounts of this demo by this secret, which only this process knows. */
const demoSecret = randomBytes(32).toString('hex')
const supervisor = new Supervisor(places, { captchaAnswer, demoSecret })

let stopping = false
/** Exit status when the demo is stopped. It becomes 1 when the main job fails. */
let exitCode = 0

/** The first signal stops all processes in order; the second one exits at once. */
async function stop(exitCode: number) {
  if (stopping) process.exit(exitCode || 130)
  stopping = true
  await supervisor.stop()
  releaseFolder()
  process.exit(exitCode)
}

whenAskedToEnd(() => {
  if (!stopping) say('\nStopping …')
  void stop(exitCode)
})

async function start() {
  const started = Date.now()
  await requirePorts(places)

  const { setting, warning } = confinementOf(process.platform, process.env)
  if (setting) process.env.TESSERA_SANDBOX = setting
  if (warning) say(warning)

  const journal = new Journal(places.journal)
  supervisor.startPlatform()
  await until('the platform to answer', () => answers(`${places.platformUrl}/healthz`), 180_000, 250, { say })

  if (process.argv.includes('--reload')) reloadOnChange()
  // The platform runs from here on. If the main job fails, the processes keep running.
  try {
    const outcome = await startEdgesAndWork(journal)
    const everybody = async () => [...(await members()).values()] as [Client, ...Client[]]
    await trainKinds(process.env.KINDS, { members: everybody, journal, say })
    report(outcome, started)
  } catch (error) {
    if (stopping) return
    exitCode = exitStatusOf(error)
    logReason(error as Error)
    process.stderr.write(`  ${places.platformUrl} and its edges go on; Ctrl-C ends them. ${nextDemo(journal)}\n`)
  }
}

/** Locks the folder before anything is written to it, because its logs belong to the demo that holds the lock. */
function holdFolderOrEnd(): () => void {
  try {
    return holdFolder(places)
  } catch (error) {
    process.stderr.write(`\n✗ ${(error as Error).message}\n`)
    process.exit(exitStatusOf(error))
  }
}

/** Returns what another `make demo` would do. */
const nextDemo = (journal: Journal) =>
  journal.has('outcome')
    ? 'Another `make demo` starts the same processes on the same data; only what KINDS names is then still done.'
    : 'Another `make demo` keeps what was done so far and continues with the step that failed; `rm -r` of the folder of the data begins from nothing.'

/** Runs the whole main job at the first start. Later starts only start the edges on the stored data. */
async function startEdgesAndWork(journal: Journal): Promise<Outcome> {
  const earlier = journal.get<Outcome>('outcome')
  if (!earlier) {
    const startEdge = (party: DemoParty, enrolment?: string) => supervisor.startEdge(party, enrolment)
    return journal.once('outcome', () =>
      doMainJob({ places, journal, captchaAnswer, demoSecret, say, startEdge, onRepeat: say }),
    )
  }
  const since = new Date()
  for (const party of PARTIES) supervisor.startEdge(party)
  await edgesReady(await members(), { since, say })
  say('All three edges are connected and ready to train')
  return earlier
}

const answers = (url: string) =>
  fetch(url).then(
    (response) => response.ok || undefined,
    () => undefined,
  )

async function members(): Promise<Map<string, Client>> {
  const entries = PARTIES.map(
    async (party) => [party.id, await memberOf({ places, captchaAnswer, demoSecret, onRepeat: say }, party)] as const,
  )
  return new Map(await Promise.all(entries))
}

function report(outcome: Outcome, started: number) {
  say('')
  say(`Right on ${outcome.heldOut} biopsies that nobody trained on:`)
  for (const party of PARTIES) {
    say(
      `  ${party.name.en.padEnd(26)} alone     ${percent(outcome.alone[party.id] ?? 0).padStart(8)}   (${outcome.rows[party.id]} rows)`,
    )
  }
  say(`  ${'All three'.padEnd(26)} together  ${percent(outcome.together).padStart(8)}   (no row left its hospital)`)
  say(`  ${'All rows in one place'.padEnd(26)} pooled    ${percent(outcome.pooled).padStart(8)}   (for comparison)`)
  say('')
  say(
    `Log in as ${PARTIES.map(({ username }) => username).join(', ')} with the password ${DEMO_PASSWORD}; signing PIN ${SIGNING_PIN}`,
  )
  say(`Data and logs: ${places.dataDir}   (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  say(`ready ${places.platformUrl}`)
}

/**
 * For development: restarts each process whose code has changed. Tickets still cover the engine as it was at the start.
 */
function reloadOnChange() {
  const owners: [string, (name: string) => boolean, (() => Promise<unknown>)?][] = [
    ['apps/platform/src', (name) => name === 'platform' || name === 'fleet'],
    ['apps/edge/src', (name) => name.startsWith('edge-')],
    ['packages', () => true],
    ['engine/engine', () => true, buildEngine],
    ['engine/algorithms', () => true, buildEngine],
  ]
  for (const [folder, owns, prepare] of owners) {
    let timer: NodeJS.Timeout | undefined
    const reload = async () => {
      await prepare?.()
      for (const name of supervisor.names.filter(owns)) void supervisor.restart(name)
    }
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (file?.includes('__pycache__')) return
      clearTimeout(timer)
      timer = setTimeout(() => void reload().catch((error) => say(String(error))), 300)
    })
  }
}

const buildEngine = () =>
  promisify(execFile)(python, ['-m', 'engine.build', join(engineDir, 'build')], {
    env: { ...process.env, PYTHONPATH: engineDir },
  })

function logReason(error: Error) {
  const lines = [...supervisor.ends, `The logs are in ${places.logs}`]
  process.stderr.write(`\n✗ ${error.message}\n${lines.map((line) => `  ${line}\n`).join('')}`)
}

start().catch((error: Error) => {
  if (stopping) return
  logReason(error)
  void stop(exitStatusOf(error))
})
