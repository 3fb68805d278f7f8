import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync } from 'node:fs'
import { delimiter, join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { canLogIn } from '../apps/platform/src/testing/server.ts'
import { engineDir, python, root } from './places.ts'
import { speedLine } from './testing/speed.ts'
import {
  type Failure,
  failureList,
  SUITES_PIPE,
  type Suite,
  suiteLine,
  suiteReader,
  suiteReport,
} from './testing/suites.ts'

interface Stage {
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

/** Scripts that ask for `node` get the pinned one, not the machine's. */
const pinnedNode = { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}` }

const bin = (name: string) => join(root, 'node_modules', '.bin', name)
/** What the runners print themselves, warnings included: nothing of it stands between the lines of `make test`. */
const logs = join(root, 'node_modules', '.cache', 'tests')
/** As much of a runner's own words as says why it ended. */
const LAST_WORDS = 20_000

/** A check has one result: its exit code. */
const check = (name: string, command: string, args: string[]): Stage => ({ name, command, args })

const stages: Record<string, Stage[]> = {
  check: [
    check('biome (lint, format, import direction)', bin('biome'), ['check', '.']),
    check('types: platform, edge, tools', bin('tsc'), ['-p', 'tsconfig.json']),
    check('types: web', bin('tsc'), ['-p', 'apps/web/tsconfig.json']),
    check('ruff check', python, ['-m', 'ruff', 'check', 'engine', 'bench', 'tools']),
    check('ruff format', python, ['-m', 'ruff', 'format', '--check', 'engine', 'bench', 'tools']),
  ],
  unit: [
    {
      name: 'vitest: contract, platform, edge, web, tools',
      command: bin('vitest'),
      args: ['run', `--reporter=${join(root, 'tools', 'testing', 'vitest-lines.ts')}`],
      hasSuites: true,
      needsPostgres: true,
    },
  ],
  engine: [
    {
      name: 'pytest: engine',
      command: python,
      args: ['-m', 'pytest', '-p', 'pytest_lines', '-o', 'verbosity_assertions=2'],
      cwd: engineDir,
      env: { PYTHONPATH: join(root, 'tools', 'testing') },
      hasSuites: true,
    },
  ],
  e2e: [
    {
      name: 'playwright: journeys on a fresh demo',
      command: bin('playwright'),
      args: ['test', `--reporter=${join(root, 'tools', 'testing', 'playwright-lines.ts')}`],
      cwd: join(root, 'e2e'),
      hasSuites: true,
    },
  ],
}

async function run(stage: Stage): Promise<Suite> {
  const start = Date.now()
  const sum: Suite = { name: stage.name, passed: 0, failed: 0, skipped: 0, seconds: 0, failures: [] }
  const add = (suite: Suite) => {
    process.stdout.write(suiteReport(suite))
    for (const count of ['passed', 'failed', 'skipped'] as const) sum[count] += suite[count]
    sum.failures.push(...suite.failures)
  }
  const { exitCode, output } = await execute(stage, add)
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
  if (stage.hasSuites) process.stdout.write(suiteLine({ ...sum, seconds }))
  return sum
}

/** Runs it to its end; its own words go to a file, and the last of them come back. */
async function execute({ name, command, args, cwd = root, env }: Stage, hear: (suite: Suite) => void) {
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

/** Names beside each other run at the same time: the engine's tests mostly wait for Flower, the others for the processor. */
const PHASES = [['check'], ['unit', 'engine'], ['e2e']]

async function runAll(list: Stage[]) {
  for (const stage of list) {
    const { passed, failed, skipped, failures } = await run(stage)
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
    total.failures.push(...failures)
    if (stage.needsPostgres && !postgres) withoutPostgres += skipped
  }
}

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } })
const chosen = values.only ?? PHASES.flat()
const total = { passed: 0, failed: 0, skipped: 0, failures: [] as Failure[] }
let withoutPostgres = 0
const start = Date.now()
mkdirSync(logs, { recursive: true })
process.stdout.write(`What the runners print themselves: ${relative(root, logs)}\n`)
// By the very check of the tests. One that was named and lets nobody in fails them, with its reason.
const postgres = await canLogIn().catch(() => true)
for (const phase of PHASES) {
  await Promise.all(phase.filter((name) => chosen.includes(name)).map((name) => runAll(stages[name] ?? [])))
}
process.stdout.write(failureList(total.failures))
process.stdout.write(speedLine(process.execPath, python))
if (!postgres) process.stdout.write(`PostgreSQL: not found, ${withoutPostgres} tests not run\n`)
process.stdout.write(`${total.skipped} skipped, ${((Date.now() - start) / 1000).toFixed(1)} s in all\n`)
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed ? 1 : 0
