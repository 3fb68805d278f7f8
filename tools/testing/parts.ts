import { join } from 'node:path'
import { engineDir, python, root } from '../places.ts'
import { LONG, PROJECTS } from './projects.ts'
import type { Stage } from './stages.ts'

/** What `make test ONLY=…` can name, `all` besides. */
export const PARTS = ['check', ...PROJECTS, 'engine', 'e2e', LONG]

/** The parts in `only`, separated by commas: all but the long ones when none is named. And which of them do not exist. */
export function partsOf(only = ''): { parts: string[]; unknown: string[] } {
  const named = only.split(/[\s,]+/).filter(Boolean)
  const isMeant = (part: string) => named.includes('all') || (named.length > 0 ? named.includes(part) : part !== LONG)
  return { parts: PARTS.filter(isMeant), unknown: named.filter((name) => ![...PARTS, 'all'].includes(name)) }
}

/**
 * What runs for these parts, phase after phase; what stands in one phase runs at the same time. The journeys, one after
 * the other, take longest: the others take what they leave of the processor. What is long comes last and by itself: it
 * breaks and times processes that have to answer.
 */
export function phasesOf(parts: string[]): Stage[][] {
  const has = (part: string) => parts.includes(part)
  const projects = PROJECTS.filter(has)
  return [
    has('check') ? checks : [],
    [
      ...(has('e2e') ? [playwright('journeys', '--grep-invert')] : []),
      ...(has('engine') ? [pytest(`not ${LONG}`)] : []),
      ...(projects.length > 0 ? [vitest(projects)] : []),
    ],
    ...(has(LONG) ? [[vitest([LONG])], [pytest(LONG)], [playwright(LONG, '--grep')]] : []),
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
  isPatient: true,
  needsPostgres: true,
})

const pytest = (marked: string): Stage => ({
  name: `pytest: ${marked}`,
  command: python,
  args: ['-m', 'pytest', '-p', 'pytest_lines', '-o', 'verbosity_assertions=2', '-m', marked],
  cwd: engineDir,
  env: { PYTHONPATH: join(root, 'tools', 'testing') },
  hasSuites: true,
  isPatient: true,
})

/** Journeys in their first language, or what is long: on a fresh demo. */
const playwright = (name: string, grep: '--grep' | '--grep-invert'): Stage => ({
  name: `playwright: ${name}`,
  command: bin('playwright'),
  args: ['test', grep, LONG_JOURNEYS, reporter('playwright-lines.ts')],
  cwd: join(root, 'e2e'),
  hasSuites: true,
})

/** By tag or folder. */
const LONG_JOURNEYS = '@long|failures/'
