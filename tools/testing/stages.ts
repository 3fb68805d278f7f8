import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Readable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../places.ts'
import { SUITES_PIPE, type Suite, suiteLine, suiteReader, suiteReport } from './suites.ts'

export interface Stage {
  name: string
  command: string
  args: string[]
  cwd?: string
  env?: Record<string, string>
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

/** Runs it to its end, prints what it tells, and returns the sum. */
export async function runStage(stage: Stage, { logs, print }: Output): Promise<Suite> {
  const start = Date.now()
  const sum: Suite = { name: stage.name, passed: 0, failed: 0, skipped: 0, seconds: 0, failures: [] }
  const add = (suite: Suite) => {
    print(suiteReport(suite))
    for (const count of ['passed', 'failed', 'skipped'] as const) sum[count] += suite[count]
    sum.failures.push(...suite.failures)
  }
  const { exitCode, output } = await execute(stage, logs, add)
  const said = output.trim() || `It ended with ${exitCode} and said nothing.`
  const failures = exitCode === 0 || sum.failed > 0 ? [] : [{ name: stage.name, text: said }]
  const seconds = (Date.now() - start) / 1_000
  if (!stage.hasSuites || failures.length > 0) {
    add({
      ...sum,
      passed: stage.hasSuites || failures.length > 0 ? 0 : 1,
      failed: failures.length,
      skipped: 0,
      seconds,
      failures,
    })
  }
  if (stage.hasSuites) print(suiteLine({ ...sum, seconds }))
  return sum
}

/** Runs it to its end; its own words go to a file, and the last of them come back. */
async function execute({ name, command, args, cwd = root, env }: Stage, logs: string, hear: (suite: Suite) => void) {
  const log = createWriteStream(join(logs, `${name.replace(/\W+/g, '-')}.log`))
  const child = spawn(command, args, {
    cwd,
    env: { ...pinnedNode, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = `${output}${text}`.slice(-LAST_WORDS)
      log.write(stripVTControlCharacters(text))
    })
  }
  const suites = child.stdio[SUITES_PIPE] as Readable
  suites.setEncoding('utf8').on('data', suiteReader(hear))
  const exitCode = await new Promise<number>((resolve) => {
    child.on('error', (error) => {
      output += error.message
      resolve(127)
    })
    child.on('close', (code) => resolve(code ?? 1))
  })
  log.end()
  return { exitCode, output }
}
