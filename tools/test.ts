import { mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { canLogIn } from '../apps/platform/src/testing/server.ts'
import { engineDir, python, root } from './places.ts'
import { speedLine } from './testing/speed.ts'
import { runStage, type Stage } from './testing/stages.ts'
import { type Failure, failureList } from './testing/suites.ts'

const bin = (name: string) => join(root, 'node_modules', '.bin', name)
/** What the runners print themselves, warnings included: nothing of it stands between the lines of `make test`. */
const logs = join(root, 'node_modules', '.cache', 'tests')

/** A check has one result: its exit code. */
const check = (name: string, command: string, args: string[]): Stage => ({ name, command, args })

const stages: Record<string, Stage[]> = {
  check: [
    check('biome (lint, format, import direction)', bin('biome'), ['check', '.']),
    check('features (no circle, types counted)', process.execPath, ['tools/feature-circles.ts']),
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

/** Names beside each other run at the same time: the engine's tests mostly wait for Flower, the others for the processor. */
const PHASES = [['check'], ['unit', 'engine'], ['e2e']]

async function runAll(list: Stage[]) {
  for (const stage of list) {
    const { passed, failed, skipped, failures } = await runStage(stage, { logs, print })
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
    total.failures.push(...failures)
    if (stage.needsPostgres && !postgres) withoutPostgres += skipped
  }
}

const print = (text: string) => void process.stdout.write(text)
const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } })
const names = PHASES.flat()
const chosen = values.only ?? names
const unknown = chosen.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`Unknown after --only: ${unknown.join(', ')}. Known: ${names.join(', ')}.\n`)
  process.exit(2)
}
const total = { passed: 0, failed: 0, skipped: 0, failures: [] as Failure[] }
let withoutPostgres = 0
const start = Date.now()
mkdirSync(logs, { recursive: true })
print(`What the runners print themselves: ${relative(root, logs)}\n`)
// By the very check of the tests. One that was named and lets nobody in fails them, with its reason.
const postgres = await canLogIn().catch(() => true)
for (const phase of PHASES) {
  await Promise.all(phase.filter((name) => chosen.includes(name)).map((name) => runAll(stages[name] ?? [])))
}
print(failureList(total.failures))
print(speedLine(process.execPath, python))
if (!postgres) print(`PostgreSQL: not found, ${withoutPostgres} tests not run\n`)
print(`${total.skipped} skipped, ${((Date.now() - start) / 1000).toFixed(1)} s in all\n`)
print(`${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed ? 1 : 0
