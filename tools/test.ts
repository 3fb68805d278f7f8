import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'
import { engineDir, python, root } from './places.ts'

/** How many tests of a stage passed and failed; `skipped` are those that need a PostgreSQL. */
interface Count {
  passed: number
  failed: number
  skipped?: number
}

interface Stage {
  name: string
  command: string
  args: string[]
  cwd?: string
  env?: Record<string, string>
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
  count: (exitCode) => (exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
})

/** Reads a runner's own report; a runner that failed without one, or without a failed test, counts as one failure. */
const counted = (file: string, read: (text: string) => Count) => (exitCode: number) => {
  const count = existsSync(file) ? read(readFileSync(file, 'utf8')) : { passed: 0, failed: 0 }
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
  return { passed: number('tests') - failed - number('skipped'), failed }
}

function playwrightCount(text: string): Count {
  const { stats } = JSON.parse(text) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  }
  if (stats.flaky) process.stdout.write(`  ${stats.flaky} passed at the second attempt only\n`)
  // A journey that did not run proved nothing.
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + stats.skipped }
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
    `${count.failed ? '✗' : '✓'} ${stage.name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)\n`,
  )
  return count
}

function canConnect(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2_000 })
    const answer = (found: boolean) => {
      socket.destroy()
      resolve(found)
    }
    socket.on('connect', () => answer(true))
    socket.on('error', () => answer(false))
    socket.on('timeout', () => answer(false))
  })
}

async function hasPostgres(): Promise<boolean> {
  const url = new URL(process.env.TEST_DATABASE_URL ?? 'postgres://127.0.0.1:5432')
  return canConnect(url.hostname, Number(url.port || 5432))
}

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } })
const chosen = values.only ?? Object.keys(stages)
const total = { passed: 0, failed: 0, skipped: 0 }
const postgres = await hasPostgres()
for (const stage of chosen.flatMap((name) => stages[name] ?? [])) {
  const { passed, failed, skipped } = await run(stage)
  total.passed += passed
  total.failed += failed
  total.skipped += skipped ?? 0
}
rmSync(reports, { recursive: true, force: true })
if (!postgres) process.stdout.write(`PostgreSQL: not found, ${total.skipped} tests not run\n`)
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed ? 1 : 0
