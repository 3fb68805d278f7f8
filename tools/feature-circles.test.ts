import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { describeCircle, findCircles, readUses } from './feature-circles.ts'
import { root } from './places.ts'

const places: string[] = []
afterEach(() => {
  for (const place of places.splice(0)) rmSync(place, { recursive: true, force: true })
})

/** Returns the import cycles among the features in these files. */
function circlesAmong(files: Record<string, string>): string[] {
  const src = mkdtempSync(join(tmpdir(), 'tessera-circles-'))
  places.push(src)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(src, name)), { recursive: true })
    writeFileSync(join(src, name), text)
  }
  return findCircles(readUses(src)).map((circle) => describeCircle('platform', circle))
}

const BELOW = { 'features/party/index.ts': "export { users } from '../account/table.ts'\n" }

test.each([
  ['a value', "import { isMember } from '../party/index.ts'\n"],
  ['a type alone', "import type { Member } from '../party/index.ts'\n"],
  ['a type among values', "import {\n  isMember,\n  type Member,\n} from '../party/index.ts'\n"],
  ['what is handed on', "export * from '../party/index.ts'\n"],
  ['an import for its effect', "import '../party/index.ts'\n"],
  ['an import when it is needed', "const { isMember } = await import('../party/index.ts')\n"],
  ['the type of an import', "type Member = import('../party/index.ts').Member\n"],
])('finds a cycle between two features if one imports %s of the other', (_how, text) => {
  expect(circlesAmong({ ...BELOW, 'features/account/sessions.ts': text })).toEqual([
    [
      'apps/platform: account → party → account',
      '  features/account/sessions.ts uses party',
      '  features/party/index.ts uses account',
    ].join('\n'),
  ])
})

test('names a cycle of three features once, even if the importing files form no cycle themselves', () => {
  const files = {
    'features/a/one.ts': "import { b } from '../b/one.ts'\n",
    'features/b/two.ts': "import type { C } from '../c/one.ts'\n",
    'features/c/deep/two.tsx': "import type { A } from '../../a/index.ts'\n",
    'features/d/one.ts': "import { a } from '../a/one.ts'\n",
  }
  expect(circlesAmong(files)).toEqual([expect.stringContaining('a → b → c → a')])
})

test('names only the shortest of several cycles that one import closes', () => {
  const files = {
    'features/a/one.ts': "import { d } from '../d/one.ts'\n",
    'features/b/one.ts': "import { a } from '../a/one.ts'\n",
    'features/c/one.ts': "import { a } from '../a/one.ts'\nimport { b } from '../b/one.ts'\n",
    'features/d/one.ts': "import { a } from '../a/one.ts'\nimport { c } from '../c/one.ts'\n",
  }
  expect(circlesAmong(files)).toEqual([expect.stringContaining('a → d → a')])
})

test('accepts imports in one direction, imports of tests, and imports of lib', () => {
  const files = {
    ...BELOW,
    'features/account/account.test.ts': "import { isMember } from '../party/index.ts'\n",
    'features/account/policy.ts': "import { a } from './queries.ts'\nimport { lib } from '../../lib/party/index.ts'\n",
    'lib/party/index.ts': "import { party } from '../../features/party/index.ts'\n",
  }
  expect(circlesAmong(files)).toEqual([])
})

test('finds the layers of docs/concepts/architecture.md among the platform’s features, each importing only lower ones', () => {
  const text = readFileSync(join(root, 'docs', 'concepts', 'architecture.md'), 'utf8')
  const lines = /```layers\n(.*?)```/s.exec(text)?.[1]?.trim().split('\n') ?? []
  const layers = lines.map((line) => (line.split(/ {2,}/)[0] ?? '').split(' '))
  const layerOf = (feature: string) => layers.findIndex((names) => names.includes(feature))
  const uses = readUses(join(root, 'apps', 'platform', 'src'))
  expect(layers.flat().sort()).toEqual([...uses.keys()].sort())
  const upward = [...uses].flatMap(([feature, used]) =>
    [...used].flatMap(([other, file]) => (layerOf(other) < layerOf(feature) ? [] : [`${file} uses ${other}`])),
  )
  expect(upward).toEqual([])
})
