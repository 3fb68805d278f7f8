import { join } from 'node:path'
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
 * last. What waits for Flower and for browsers goes first wherever the processor is asked for; all else takes what is
 * left of it, which is most.
 */
export function phasesOf(parts: string[]): Stage[][][] {
  const of = (part: string, stages: Stage[]) => (parts.includes(part) ? stages : [])
  const projects = PROJECTS.filter((project) => parts.includes(project))
  return [
    [of('check', checks)],
    [
      projects.length > 0 ? [vitest(projects)] : [],
      of('engine', [flower]),
      of('engine', [pytest]),
      of('e2e', [consoleJourneys, signals]),
      of('e2e', [kindJourneys]),
    ],
  ]
}

const bin = (name: string) => join(root, 'node_modules', '.bin', name)
const reporter = (name: string) => `--reporter=${join(root, 'tools', 'testing', name)}`

/** A check has one result: its exit code. */
const check = (name: string, command: string, args: string[]): Stage => ({ name, command, args })

const checks = [
  check('biome (lint, format, import direction)', bin('biome'), ['check', '.']),
  check('features (no circle, types counted)', process.execPath, ['tools/feature-circles.ts']),
  check('types: platform, edge, tools', bin('tsc'), ['-p', 'tsconfig.json']),
  check('types: web', bin('tsc'), ['-p', 'apps/web/tsconfig.json']),
  check('ruff check', python, ['-m', 'ruff', 'check', 'engine', 'bench', 'tools']),
  check('ruff format', python, ['-m', 'ruff', 'format', '--check', 'engine', 'bench', 'tools']),
]

/** How much less than others a process is to have of a processor that is wanted by both (nice). */
const BEHIND = 5

/** One process for all of them, whose two workers are shared. */
const vitest = (projects: string[]): Stage => ({
  name: `vitest: ${projects.join(', ')}`,
  command: bin('vitest'),
  args: ['run', ...projects.flatMap((project) => ['--project', project]), reporter('vitest-lines.ts')],
  hasSuites: true,
  needsPostgres: true,
  behind: BEHIND,
})

const engineTests = (name: string, args: string[]): Stage => ({
  name: `pytest: ${name}`,
  command: python,
  args: ['-m', 'pytest', '-p', 'pytest_lines', '-o', 'verbosity_assertions=2', ...args],
  cwd: engineDir,
  env: { PYTHONPATH: join(root, 'tools', 'testing') },
  hasSuites: true,
})

const flower = engineTests('the engine on Flower', ['tests/flower'])
const pytest: Stage = { ...engineTests('the engine by itself', ['--ignore=tests/flower']), behind: BEHIND }

/** Journeys of these folders, on a fresh demo of their own. */
const journeys = (name: string, folders: string[], port: number): Stage => ({
  name: `playwright: ${name}`,
  command: bin('playwright'),
  args: ['test', ...folders.map((folder) => `${folder}/`), reporter('playwright-lines.ts')],
  cwd: join(root, 'e2e'),
  env: { E2E_PORT: String(port) },
  hasSuites: true,
})

const consoleJourneys = journeys('the console', ['journeys'], 18_480)
const kindJourneys = journeys('kinds of data, and failures', ['failures', 'kinds'], 18_540)
const signals: Stage = {
  ...journeys('starts and signals', [], 18_480),
  args: ['test', '--config', 'signals.config.ts', reporter('playwright-lines.ts')],
}
