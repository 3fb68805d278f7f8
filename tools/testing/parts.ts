import { join } from 'node:path'
import { demoPort } from '../../e2e/demo.ts'
import { engineDir, python, root } from '../places.ts'
import { LONG, NETWORKS, PROJECTS } from './projects.ts'
import type { Stage } from './stages.ts'

/** Names of parts for `make test ONLY=…`, in addition to `all`. */
export const PARTS = ['check', ...PROJECTS, 'engine', 'e2e', LONG]

/**
 * Parses ONLY, a list of parts separated by commas, and returns the parts and the unknown names. An empty list means
 * all parts except the long ones.
 */
export function partsOf(only = ''): { parts: string[]; unknown: string[] } {
  const named = only.split(/[\s,]+/).filter(Boolean)
  const isMeant = (part: string) => named.includes('all') || (named.length > 0 ? named.includes(part) : part !== LONG)
  return { parts: PARTS.filter(isMeant), unknown: named.filter((name) => ![...PARTS, 'all'].includes(name)) }
}

/** Returns the stages for these parts. Each stage starts when the stages in its `after` have ended. */
export function stagesOf(parts: string[]): Stage[] {
  const has = (part: string) => parts.includes(part)
  const projects = PROJECTS.filter(has)
  const first = has('check') ? checks : []
  const journeys = has('e2e') ? [after(first, playwright('journeys', '--grep-invert', LONG_JOURNEYS))] : []
  const engine = has('engine') ? [after(first, pytest(`not ${LONG}`))] : []
  const tests = projects.length > 0 ? [after(first, vitest(projects))] : []
  const short = [...first, ...journeys, ...engine, ...tests]
  if (!has(LONG)) return short
  const longEngine = after([...first, ...engine], pytest(LONG))
  // These long journeys stop processes of their own demo and mostly wait, so other journeys run at the same time with
  // another demo.
  const longJourneys = [
    after([...first, ...journeys], playwright(LONG, '--grep', TAG)),
    after([...first, ...journeys, ...tests], failures),
  ]
  const longTests = after([...first, ...tests], vitest([LONG]))
  const networks = after([...first, ...journeys, ...longJourneys], vitest([NETWORKS]))
  const all = [...short, longEngine, ...longJourneys, longTests, networks]
  // The busy processes of this stage would slow down every other stage, so it runs alone.
  return [...all, after(all, starved)]
}

const after = (stages: Stage[], stage: Stage): Stage => ({ ...stage, after: stages.map(({ name }) => name) })

const bin = (name: string) => join(root, 'node_modules', '.bin', name)
const reporter = (name: string) => `--reporter=${join(root, 'tools', 'testing', name)}`

/** Returns a stage whose only result is its exit status. */
const check = (name: string, command: string, args: string[]): Stage => ({ name, command, args })

const checks = [
  check('biome (lint, format)', bin('biome'), ['check', '.']),
  check('imports (table of the architecture)', process.execPath, ['tools/import-rules.ts']),
  check('features (no circle, types counted)', process.execPath, ['tools/feature-circles.ts']),
  check('layers of the engine', process.execPath, ['tools/engine-layers.ts']),
  check('evidence (pages built from tests)', process.execPath, ['tools/evidence/build.ts', '--check']),
  check('OpenAPI (documents built from the contract)', process.execPath, ['tools/export-open-api.ts', '--check']),
  check('Python API (pages built from docstrings)', python, ['tools/python_reference.py', '--check']),
  check('licences, known holes of packages', process.execPath, ['tools/dependencies.ts']),
  check('types: platform, edge, tools', bin('tsc'), ['-p', 'tsconfig.json']),
  check('types: web', bin('tsc'), ['-p', 'apps/web/tsconfig.json']),
  check('types: engine', bin('pyright'), []),
  check('ruff check', python, ['-m', 'ruff', 'check', 'engine', 'bench', 'tools']),
  check('ruff format', python, ['-m', 'ruff', 'format', '--check', 'engine', 'bench', 'tools']),
]

/** Runs all projects in one process, with two shared workers. */
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

/** Runs the journeys of either the first language or the long tests, on a new demo. */
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

const failures: Stage = { ...playwright('failures', '--grep', FAILURES), env: { E2E_PORT: String(demoPort + 100) } }
