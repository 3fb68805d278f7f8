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
  /** Names of stages that must end first. Stages that do not run are ignored. */
  after?: string[]
  /** Whether the stage runs with lower priority than longer stages beside it. */
  isPatient?: boolean
  /** Whether the stage reports suites over the pipe. Other stages have one result, their exit status. */
  hasSuites?: boolean
  /** Whether the stage has tests that are skipped without PostgreSQL. */
  needsPostgres?: boolean
}

interface Output {
  /** Folder for the runners' own output, with one file per stage. */
  logs: string
  print: (text: string) => void
}

/** Environment in which scripts that call `node` get the pinned Node instead of the machine's. */
const pinnedNode = { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}` }

/** Number of characters at the end of a runner's output that are shown to explain a failure. */
const LAST_WORDS = 20_000
/** If a pipe is still open this long after its runner ended, only a process that the runner left behind holds it. */
const HELD_OUTPUT_MS = 5_000

/** Stages end long before this limit, unless they hang. */
const END_MS = 5_000
/** Exit status of a shell that was ended by Ctrl-C. */
const ENDED = 130

const running = new Set<ChildProcess>()

let isEnding = false

/**
 * If this process receives a signal to end, sends SIGINT to every running stage and waits for END_MS at most. All
 * remaining processes of a stage are killed when this process ends, also after a SIGKILL (`run-step.mjs`).
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

/**
 * Runs each stage as soon as the stages in its `after` have ended. A stage comes later in the list than those in its
 * `after`.
 */
export async function runStages(stages: Stage[], run: (stage: Stage) => Promise<void>): Promise<void> {
  const ended = new Map<string, Promise<void>>()
  for (const stage of stages) {
    const before = Promise.all((stage.after ?? []).map((name) => ended.get(name)))
    ended.set(
      stage.name,
      before.then(() => run(stage)),
    )
  }
  await Promise.all(ended.values())
}

/** Runs a stage to its end and prints its suites. Returns the sums of their results. */
export async function runStage(stage: Stage, { logs, print }: Output): Promise<Suite> {
  // Never resolves, because this process is ending and must start no other stage.
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
    stage.hasSuites && sum.passed + sum.failed + sum.skipped === 0 && 'It reported no tests.',
    ...state.strays.map((line) => `It sent a line that is not a suite: ${line}`),
  ].filter(Boolean)
  const text = [...faults, output.trim() || 'It printed nothing.'].join('\n')
  const failures = faults.length > 0 ? [{ name: stage.name, text }] : []
  const seconds = (Date.now() - start) / 1_000
  if (!stage.hasSuites || failures.length > 0) {
    add({ ...sum, passed: 1 - failures.length, failed: failures.length, skipped: 0, seconds, failures })
  }
  if (isHeld) print(`${stage.name}: a process that it left running still holds its output\n`)
  if (stage.hasSuites) print(suiteLine({ ...sum, seconds }))
  return sum
}

/** Runs a stage to its end. Writes its output to a file, and returns the last part of the output. */
async function execute(
  { name, command, args, cwd = root, env, isPatient }: Stage,
  logs: string,
  hear: (suite: Suite) => void,
) {
  const log = createWriteStream(join(logs, `${name.replace(/\W+/g, '-')}.log`))
  // The child leads its own process group, which is killed when this process closes descriptor 4.
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
