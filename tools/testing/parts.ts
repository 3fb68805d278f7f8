import { join } from 'node:path'
import { demoPort } from '../../e2e/demo.ts'
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
 * the other, take longest: the others take what they leave of the processor. What is long comes last.
 */
export function phasesOf(parts: string[]): Stage[][] {
  const has = (part: string) => parts.includes(part)
  const projects = PROJECTS.filter(has)
  return [
    has('check') ? checks : [],
    [
      ...(has('e2e') ? [playwright('journeys', '--grep-invert', LONG_JOURNEYS)] : []),
      ...(has('engine') ? [pytest(`not ${LONG}`)] : []),
      ...(projects.length > 0 ? [vitest(projects)] : []),
    ],
    // Apart from browsers: these add and remove networks, at which a browser drops what it is loading.
    ...(has(LONG)
      ? [
          [vitest([LONG]), pytest(LONG)],
          [playwright(LONG, '--grep', TAG), failures],
          // Alone: its busy processes would starve whatever ran beside it.
          [starved],
        ]
      : []),
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

const starved: Stage = {
  ...vitest([LONG]),
  name: 'vitest: a demo beside 40 busy processes',
  args: ['run', '--project', LONG, 'tools/starved', reporter('vitest-lines.ts')],
  env: { STARVED_LOOPS: '40' },
}

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
const playwright = (name: string, grep: '--grep' | '--grep-invert', pattern: string): Stage => ({
  name: `playwright: ${name}`,
  command: bin('playwright'),
  args: ['test', grep, pattern, '--output', join('test-results', name), reporter('playwright-lines.ts')],
  cwd: join(root, 'e2e'),
  hasSuites: true,
})

const TAG = '@long'
const FAILURES = 'failures/'
const LONG_JOURNEYS = `${TAG}|${FAILURES}`

/** They break processes of their demo and mostly wait, so the journeys run beside them on another one. */
const failures: Stage = { ...playwright('failures', '--grep', FAILURES), env: { E2E_PORT: String(demoPort + 100) } }
