import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { whenAskedToEnd } from '../foreground.ts'
import { root } from '../places.ts'
import { SUITES_PIPE, type Suite, suiteLine, suiteReader, suiteReport } from './suites.ts'

export interface Stage {
  name: string
  command: string
  args: string[]
  cwd?: string
  env?: Record<string, string>
  /** Leaves the processor to what runs beside it and is longer. */
  isPatient?: boolean
  /** Tells of its suites itself, over the pipe; what does not has one result, its exit code. */
  hasSuites?: boolean
  /** Has tests that are left out where there is no PostgreSQL. */
  needsPostgres?: boolean
}

interface Output {
  /** Where the runners' own words go, a file a stage. */
  logs: string
  print: (text: string) => void
}

/** Scripts that ask for `node` get the pinned one, not the machine's. */
const pinnedNode = { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}` }

/** As much of a runner's own words as says why it ended. */
const LAST_WORDS = 20_000
/** What a runner wrote is read long before; then only a process that it left still holds its output. */
const HELD_OUTPUT_MS = 5_000

/** They are gone long before, unless they hang. */
const END_MS = 5_000
/** As shells report an end by Ctrl-C. */
const ENDED = 130

const running = new Set<ChildProcess>()

let isEnding = false

/**
 * When this process is asked to end, asks every stage that runs to end as Ctrl-C does, and waits a while. Whatever a
 * stage started and left is killed when this process ends, also after a SIGKILL (`run-step.mjs`).
 */
export function endStagesWhenAsked() {
  whenAskedToEnd(async () => {
    if (isEnding) process.exit(ENDED)
    isEnding = true
    const ends = [...running].map((child) => new Promise((done) => child.once('exit', done)))
    for (const child of running) child.kill('SIGINT')
    await Promise.race([Promise.all(ends), sleep(END_MS)])
    process.exit(ENDED)
  })
}

/** Runs it to its end, prints what it tells, and returns the sum. */
export async function runStage(stage: Stage, { logs, print }: Output): Promise<Suite> {
  // The process ends soon; nothing is started any more.
  if (isEnding) return new Promise(() => {})
  const start = Date.now()
  const sum: Suite = { name: stage.name, passed: 0, failed: 0, skipped: 0, seconds: 0, failures: [] }
  const add = (suite: Suite) => {
    print(suiteReport(suite))
    for (const count of ['passed', 'failed', 'skipped'] as const) sum[count] += suite[count]
    sum.failures.push(...suite.failures)
  }
  const { ending, output, state, isHeld } = await execute(stage, logs, add)
  const faults = [
    ending !== 0 && sum.failed === 0 && `It ended with ${ending}.`,
    stage.hasSuites && !state.closed && 'It ended before all tests had run.',
    stage.hasSuites && sum.passed + sum.failed + sum.skipped === 0 && 'It told of not one test.',
    ...state.strays.map((line) => `What it told is no suite: ${line}`),
  ].filter(Boolean)
  const text = [...faults, output.trim() || 'It said nothing.'].join('\n')
  const failures = faults.length > 0 ? [{ name: stage.name, text }] : []
  const seconds = (Date.now() - start) / 1_000
  if (!stage.hasSuites || failures.length > 0) {
    add({ ...sum, passed: 1 - failures.length, failed: failures.length, skipped: 0, seconds, failures })
  }
  if (isHeld) print(`${stage.name}: a process that it left running still holds its output\n`)
  if (stage.hasSuites) print(suiteLine({ ...sum, seconds }))
  return sum
}

/** Runs it to its end; its own words go to a file, and the last of them come back. */
async function execute(
  { name, command, args, cwd = root, env, isPatient }: Stage,
  logs: string,
  hear: (suite: Suite) => void,
) {
  const log = createWriteStream(join(logs, `${name.replace(/\W+/g, '-')}.log`))
  // In a group of its own, which ends with this process: its fourth descriptor closes then.
  const child = spawn(process.execPath, [join(root, 'tools', 'run-step.mjs'), '--suites', command, ...args], {
    cwd,
    env: { ...pinnedNode, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
    detached: true,
  })
  running.add(child)
  if (isPatient && child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = `${output}${text}`.slice(-LAST_WORDS)
      log.write(stripVTControlCharacters(text))
    })
  }
  const suites = child.stdio[SUITES_PIPE + 1] as Readable
  const { read, state } = suiteReader(hear)
  suites.setEncoding('utf8').on('data', read)
  let isHeld = false
  const ending = await new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.on('error', (error) => {
      output += error.message
      resolve(127)
    })
    child.on('exit', () => {
      running.delete(child)
      const letGo = setTimeout(() => {
        isHeld = true
        for (const stream of child.stdio) stream?.destroy()
      }, HELD_OUTPUT_MS)
      child.on('close', () => clearTimeout(letGo))
    })
    child.on('close', (code, signal) => resolve(code ?? signal))
  })
  log.end()
  return { ending, output, state, isHeld }
}
