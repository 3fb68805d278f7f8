import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './places.ts'
import { sourcePaths } from './testing/sources.ts'

/** Returns the Biome rules that these files break, each with its file. */
function reportOn(files: Record<string, string>): string[] {
  const tree = realpathSync(mkdtempSync(join(tmpdir(), 'tessera-lint-')))
  onTestFinished(() => rmSync(tree, { recursive: true, force: true }))
  copyFileSync(join(root, 'biome.json'), join(tree, 'biome.json'))
  // Biome requires a .gitignore that is not empty.
  writeFileSync(join(tree, '.gitignore'), 'node_modules\n')
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, name)), { recursive: true })
    writeFileSync(join(tree, name), text)
  }
  const biome = join(root, 'node_modules', '.bin', 'biome')
  const { stdout } = spawnSync(biome, ['lint', '--reporter=github', '.'], { cwd: tree, encoding: 'utf8' })
  return [...stdout.matchAll(/::error title=lint\/\w+\/(\w+),file=([^,]+)/g)]
    .map(([, rule, file = '']) => `${file.replace(`${tree}/`, '')}: ${rule}`)
    .sort()
}

test('refuses files that import each other, even if only for a type', () => {
  const one = "import type { B } from './b.ts'\n\nexport interface A {\n  b?: B\n}\n"
  const other = "import type { A } from './a.ts'\n\nexport interface B {\n  a?: A\n}\n"
  expect(reportOn({ 'apps/edge/src/lib/a.ts': one, 'apps/edge/src/lib/b.ts': other })).toEqual([
    'apps/edge/src/lib/a.ts: noImportCycles',
    'apps/edge/src/lib/b.ts: noImportCycles',
  ])
})

test('refuses imports of the console in an edge or a package, except in tests', () => {
  const text = "console.error('failed')\n"
  const files = [
    'apps/edge/src/main.ts',
    'packages/server/src/serve.ts',
    'apps/edge/src/testing/world.ts',
    'apps/edge/src/main.test.ts',
  ]
  expect(reportOn(Object.fromEntries(files.map((name) => [name, text])))).toEqual([
    'apps/edge/src/main.ts: noConsole',
    'packages/server/src/serve.ts: noConsole',
  ])
})

test('spreads no object literal anywhere in the code', () => {
  const spreading = sourcePaths(/\.tsx?$/).filter((path) => /\.{3}\{/.test(readFileSync(join(root, path), 'utf8')))
  expect(spreading).toEqual([])
})

/**
 * Database columns, files and stored values that have one field per language, and the code that reads or writes them.
 */
const PAIRS =
  /^(apps\/platform\/src\/(features\/(party|algorithm\/manifest|dataset\/present|notification\/texts)|testing)|apps\/web\/src\/(lib\/session|features\/legal)|apps\/edge\/src\/testing\/fake-platform|packages\/contract\/src\/wire|bench\/sockets|tools\/lint)\b/

test('stores a text of several languages in one value, except on the wire and in tables and files', () => {
  const pairs = sourcePaths(/^(apps|packages|tools|e2e|bench)\/.*\.tsx?$/).filter((path) => {
    if (PAIRS.test(path) || /\.test\.tsx?$/.test(path)) return false
    return /\b(?:name|text|label|title|description)(?:En|Cn)\b/i.test(readFileSync(join(root, path), 'utf8'))
  })
  expect(pairs).toEqual([])
})
