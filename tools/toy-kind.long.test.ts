import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { python, root } from './places.ts'
import { sourcePaths } from './testing/sources.ts'
import { TOY_EDGE_TEST, TOY_FILES, TOY_LINES, TOY_TRAINING, TOY_WEB_TEST, toyManifest } from './testing/toy-kind.ts'

/**
 * Adds a kind of data to a copy of the sources: a descriptor, a folder in each app, a line in each registry, and an
 * algorithm. No other file changes.
 */

/** All sources except tests, some of which require an expectation for each kind. */
const COPIED = /^(?!e2e\/journeys\/)(?!.*\.test\.tsx?$)./

let copy: string
const granted = () => join(copy, 'granted')

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'tessera-toy-kind-'))
  for (const path of sourcePaths(COPIED)) cpSync(join(root, path), join(copy, path), { force: true })
  linkPackages()
  for (const [path, text] of Object.entries(TOY_FILES)) write(path, text)
  for (const [path, line] of Object.entries(TOY_LINES)) addLine(path, line)
  const folder = 'engine/algorithms/logistic_regression'
  for (const name of ['algorithm.py', 'catalogue.json'])
    write(`engine/algorithms/wave_classes/${name}`, read(`${folder}/${name}`))
  const manifest = toyManifest(JSON.parse(read(`${folder}/manifest.json`)))
  write('engine/algorithms/wave_classes/manifest.json', JSON.stringify(manifest))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const read = (path: string) => readFileSync(join(copy, path), 'utf8')

function write(path: string, text: string) {
  mkdirSync(dirname(join(copy, path)), { recursive: true })
  writeFileSync(join(copy, path), text)
}

/** Adds an import and an entry to a registry, which is the only object literal on a line that lists `tabular`. */
function addLine(path: string, line: { import: string; entry: string }) {
  const text = read(path)
  const added = text
    .replace(/^(?=import \{ text \})/m, `${line.import}\n`)
    .replace(/\{ tabular: table,/, `{ tabular: table, ${line.entry},`)
  expect(added.split('\n').filter((one) => one.includes(line.entry)).length).toBe(2)
  write(path, added)
}

/** Links the installed packages, except ours, which must be those of the copy. */
function linkPackages() {
  mkdirSync(join(copy, 'node_modules', '@tessera'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@tessera') symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  }
  for (const name of ['contract', 'server', 'inference']) {
    symlinkSync(join(copy, 'packages', name), join(copy, 'node_modules', '@tessera', name))
  }
}

function run(program: string, args: string[], env: NodeJS.ProcessEnv = {}): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  expect(status, `${stdout}${stderr}`).toBe(0)
  return stdout
}
const installed = (name: string) => join(root, 'node_modules', '.bin', name)

test('compiles with a further kind of data, of which only the registries know', () => {
  run(installed('tsc'), ['-p', 'tsconfig.json'])
  run(installed('tsc'), ['-p', 'apps/web/tsconfig.json'])
})

test('uploads, shows and trains an archive of that kind', () => {
  write('apps/edge/src/toy-kind.test.ts', TOY_EDGE_TEST)
  write('apps/web/src/edge-pages/upload/toy-kind.test.tsx', TOY_WEB_TEST)
  const tests = ['apps/edge/src/toy-kind.test.ts', 'apps/web/src/edge-pages/upload/toy-kind.test.tsx']
  run(installed('vitest'), ['run', '--project', 'edge', '--project', 'web', ...tests], { TOY_GRANTED: granted() })
  write('train.py', TOY_TRAINING)
  const { rows, metrics } = JSON.parse(run(python, ['train.py', granted()], { PYTHONPATH: join(copy, 'engine') }))
  expect(rows).toBe(80)
  expect(metrics.accuracy).toBeGreaterThan(0.9)
})
