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
 * last: the engine's tests and the journeys mostly wait, for Flower and for a browser, the others for the processor.
 */
export function phasesOf(parts: string[]): Stage[][][] {
  const of = (part: string, stages: Stage[]) => (parts.includes(part) ? stages : [])
  const projects = PROJECTS.filter((project) => parts.includes(project))
  return [
    [of('check', checks)],
    [[...(projects.length > 0 ? [vitest(projects)] : []), ...of('e2e', [journeys])], of('engine', [pytest])],
  ]
}

const bin = (name: string) => join(root, 'node_modules', '.bin', name)
const reporter = (name: string) => `--reporter=${join(root, 'tools', 'testing', name)}`

/** A check has one result: its exit code. */
const check = (name: string, command: string, args: string[]): Stage => ({ name, command, args })

const checks = [
  check('biome (lint, format, import direction)', bin('biome'), ['check', '.']),
  check('features (no circle, types counted)', process.execPath, ['tools/feature-circles.ts']),
  check('licences, known holes of packages', process.execPath, ['tools/dependencies.ts']),
  check('types: platform, edge, tools', bin('tsc'), ['-p', 'tsconfig.json']),
  check('types: web', bin('tsc'), ['-p', 'apps/web/tsconfig.json']),
  check('ruff check', python, ['-m', 'ruff', 'check', 'engine', 'bench', 'tools']),
  check('ruff format', python, ['-m', 'ruff', 'format', '--check', 'engine', 'bench', 'tools']),
]

/** One process for all of them, whose two workers are shared. */
const vitest = (projects: string[]): Stage => ({
  name: `vitest: ${projects.join(', ')}`,
  command: bin('vitest'),
  args: ['run', ...projects.flatMap((project) => ['--project', project]), reporter('vitest-lines.ts')],
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

const journeys: Stage = {
  name: 'playwright: journeys on a fresh demo',
  command: bin('playwright'),
  args: ['test', reporter('playwright-lines.ts')],
  cwd: join(root, 'e2e'),
  hasSuites: true,
}
