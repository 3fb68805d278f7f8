import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'
import { canLogIn } from '../apps/platform/src/testing/server.ts'
import { engineDir, python, root } from './places.ts'

/** How many tests of a stage passed, failed, and did not run because something they need is not here. */
interface Count {
  passed: number
  failed: number
  skipped: number
}

interface Stage {
  name: string
  command: string
  args: string[]
  cwd?: string
  env?: Record<string, string>
  /** Has tests that are left out where there is no PostgreSQL. */
  needsPostgres?: boolean
  count: (exitCode: number) => Count
}

/** Scripts that ask for `node` get the pinned one, not the machine's. */
const pinnedNode = { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}` }

const bin = (name: string) => join(root, 'node_modules', '.bin', name)
const reports = mkdtempSync(join(tmpdir(), 'tessera-test-'))
const report = (name: string) => join(reports, name)

/** A check has one result: its exit code. */
const check = (name: string, command: string, args: string[]): Stage => ({
  name,
  command,
  args,
  count: (exitCode) => (exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }),
})

/** Reads a runner's own report; a runner that failed without one, or without a failed test, counts as one failure. */
const counted = (file: string, read: (text: string) => Count) => (exitCode: number) => {
  const count = existsSync(file) ? read(readFileSync(file, 'utf8')) : { passed: 0, failed: 0, skipped: 0 }
  return exitCode !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}

function vitestCount(text: string): Count {
  const result = JSON.parse(text) as { numPassedTests: number; numFailedTests: number; numPendingTests: number }
  return { passed: result.numPassedTests, failed: result.numFailedTests, skipped: result.numPendingTests }
}

function junitCount(text: string): Count {
  const suite = text.slice(text.indexOf('<testsuite '))
  const number = (name: string) => Number(suite.match(new RegExp(` ${name}="(\\d+)"`))?.[1] ?? 0)
  const failed = number('failures') + number('errors')
  const skipped = number('skipped')
  return { passed: number('tests') - failed - skipped, failed, skipped }
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs: { title: string; tests: { status: string }[] }[]
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}

function flakyIn({ specs, suites = [] }: PlaywrightSuite): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ title }) => title)
  return [...own, ...suites.flatMap(flakyIn)]
}

function playwrightCount(text: string): Count {
  const { stats, suites } = JSON.parse(text) as PlaywrightReport
  for (const title of suites.flatMap(flakyIn)) process.stdout.write(`  passed at the second attempt only: ${title}\n`)
  // A journey that did not run proved nothing.
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + stats.skipped, skipped: 0 }
}

const stages: Record<string, Stage[]> = {
  check: [
    check('biome (lint, format, import direction)', bin('biome'), ['check', '.']),
    check('types: platform, edge, tools', bin('tsc'), ['-p', 'tsconfig.json']),
    check('types: web', bin('tsc'), ['-p', 'apps/web/tsconfig.json']),
    check('ruff check', python, ['-m', 'ruff', 'check', 'engine', 'bench']),
    check('ruff format', python, ['-m', 'ruff', 'format', '--check', 'engine', 'bench']),
  ],
  unit: [
    {
      name: 'vitest: contract, platform, edge, web, tools',
      command: bin('vitest'),
      args: ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report('vitest.json')}`],
      needsPostgres: true,
      count: counted(report('vitest.json'), vitestCount),
    },
  ],
  engine: [
    {
      name: 'pytest: engine',
      command: python,
      args: ['-m', 'pytest', '-q', `--junitxml=${report('pytest.xml')}`],
      cwd: engineDir,
      count: counted(report('pytest.xml'), junitCount),
    },
  ],
  e2e: [
    {
      name: 'playwright: journeys on a fresh demo',
      command: bin('playwright'),
      args: ['test', '--reporter=line,json'],
      cwd: join(root, 'e2e'),
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report('playwright.json') },
      count: counted(report('playwright.json'), playwrightCount),
    },
  ],
}

async function run(stage: Stage): Promise<Count> {
  const start = Date.now()
  process.stdout.write(`… ${stage.name}\n`)
  let output = ''
  const exitCode = await new Promise<number>((resolve) => {
    const child = spawn(stage.command, stage.args, { cwd: stage.cwd ?? root, env: { ...pinnedNode, ...stage.env } })
    const collect = (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-200_000)
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', (error) => {
      output += error.message
      resolve(127)
    })
    child.on('exit', (code) => resolve(code ?? 1))
  })
  const count = stage.count(exitCode)
  if (count.failed) process.stdout.write(`${output}\n`)
  const seconds = ((Date.now() - start) / 1000).toFixed(1)
  process.stdout.write(
    `${count.failed ? '✗' : '✓'} ${stage.name}: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped (${seconds} s)\n`,
  )
  return count
}

/** Names beside each other run at the same time: the engine's tests mostly wait for Flower, the others for the processor. */
const PHASES = [['check'], ['unit', 'engine'], ['e2e']]

async function runAll(list: Stage[]) {
  for (const stage of list) {
    const { passed, failed, skipped } = await run(stage)
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
    if (stage.needsPostgres && !postgres) withoutPostgres += skipped
  }
}

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } })
const chosen = values.only ?? PHASES.flat()
const total = { passed: 0, failed: 0, skipped: 0 }
let withoutPostgres = 0
const start = Date.now()
// By the very check of the tests. One that was named and lets nobody in fails them, with its reason.
const postgres = await canLogIn().catch(() => true)
for (const phase of PHASES) {
  await Promise.all(phase.filter((name) => chosen.includes(name)).map((name) => runAll(stages[name] ?? [])))
}
rmSync(reports, { recursive: true, force: true })
if (!postgres) process.stdout.write(`PostgreSQL: not found, ${withoutPostgres} tests not run\n`)
process.stdout.write(`${total.skipped} skipped, ${((Date.now() - start) / 1000).toFixed(1)} s in all\n`)
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed ? 1 : 0
