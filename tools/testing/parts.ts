import { join } from 'node:path'
import { demoPort } from '../../e2e/demo.ts'
import { engineDir, python, root } from '../places.ts'
import { PROJECTS } from './projects.ts'
import type { Stage } from './stages.ts'

/** What `make test ONLY=…` can name. */
export const PARTS = ['check', ...PROJECTS, 'engine', 'e2e']

/** The parts in `only`, separated by commas: all of them when none is named, and which of them do not exist. */
export function partsOf(only = ''): { parts: string[]; unknown: string[] } {
  const named = only.split(/[\s,]+/).filter(Boolean)
  const parts = named.length > 0 ? PARTS.filter((part) => named.includes(part)) : PARTS
  return { parts, unknown: named.filter((name) => !PARTS.includes(name)) }
}

/**
 * What runs for these parts, phase after phase. The lists of a phase run at the same time, each from its first to its
 * last. One worker of vitest beside two lists that often wait, for Flower and for a browser, keeps two cores busy; more
 * would make the others' waits run out.
 */
export function phasesOf(parts: string[]): Stage[][][] {
  const of = (part: string, stages: Stage[]) => (parts.includes(part) ? stages : [])
  const projects = PROJECTS.filter((project) => parts.includes(project))
  const workers = parts.includes('e2e') && parts.includes('engine') ? 1 : 2
  return [
    [of('check', linters), of('check', compilers)],
    [
      projects.length > 0 ? [vitest(projects, workers)] : [],
      of('e2e', [journeys]),
      [...of('e2e', [failures]), ...of('engine', [pytest])],
    ],
  ]
}

const bin = (name: string) => join(root, 'node_modules', '.bin', name)
const reporter = (name: string) => `--reporter=${join(root, 'tools', 'testing', name)}`

/** A check has one result: its exit code. */
const check = (name: string, command: string, args: string[]): Stage => ({ name, command, args })

const linters = [
  check('biome (lint, format, import direction)', bin('biome'), ['check', '.']),
  check('features (no circle, types counted)', process.execPath, ['tools/feature-circles.ts']),
  check('ruff check', python, ['-m', 'ruff', 'check', 'engine', 'bench', 'tools']),
  check('ruff format', python, ['-m', 'ruff', 'format', '--check', 'engine', 'bench', 'tools']),
]

const compilers = [
  check('types: platform, edge, tools', bin('tsc'), ['-p', 'tsconfig.json']),
  check('types: web', bin('tsc'), ['-p', 'apps/web/tsconfig.json']),
]

/** One process for all of them, which share its workers. */
const vitest = (projects: string[], workers: number): Stage => ({
  name: `vitest: ${projects.join(', ')}`,
  command: bin('vitest'),
  args: ['run', ...projects.flatMap((project) => ['--project', project]), reporter('vitest-lines.ts')],
  env: { TEST_WORKERS: String(workers) },
  hasSuites: true,
  needsPostgres: true,
})

const pytest: Stage = {
  name: 'pytest: engine',
  command: python,
  args: ['-m', 'pytest', '-p', 'pytest_lines', '-o', 'verbosity_assertions=2'],
  cwd: engineDir,
  env: { PYTHONPATH: join(root, 'tools', 'testing') },
  hasSuites: true,
}

const playwright = (name: string, folder: string, port: number): Stage => ({
  name: `playwright: ${name}`,
  command: bin('playwright'),
  // Each empties the folder of its output first.
  args: ['test', folder, `--output=${join('test-results', folder)}`, reporter('playwright-lines.ts')],
  cwd: join(root, 'e2e'),
  env: { E2E_PORT: String(port) },
  hasSuites: true,
})

const journeys = playwright('journeys on a fresh demo', 'journeys', demoPort)
/** What kills processes has a demo of its own. */
const failures = playwright('failures on another', 'failures', demoPort + 100)
