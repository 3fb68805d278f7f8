import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ContentType } from '@tessera/contract'
import { expect, test } from 'vitest'
import { root } from './places.ts'

const readText = (path: string) => readFileSync(join(root, path), 'utf8')

const filesOf = (...folders: string[]) =>
  spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
    cwd: root,
    encoding: 'utf8',
  })
    .stdout.trim()
    .split('\n')

/** What a path in the document begins below. */
const BELOW = {
  'docs/architecture.md': [
    '',
    'apps/platform/src',
    'apps/web/src',
    'packages/contract',
    'apps/edge/src/features/dataset',
  ],
  'docs/algorithms.md': [''],
  'docs/engine.md': [
    '',
    'engine',
    'engine/engine',
    'apps/platform/src',
    'packages/inference',
    'packages/inference/src',
  ],
}

test.each(Object.entries(BELOW))('every path that %s names is there', (document, folders) => {
  const named = [...readText(document).matchAll(/`([\w.@-]+(?:\/[\w.-]+)+\/?)`/g)].map(([, path]) => path as string)
  expect(named.length).toBeGreaterThan(5)
  const isThere = (path: string) => folders.some((folder) => existsSync(join(root, folder, path)))
  const isMadeByItsReader = (path: string) => path.includes('my_model')
  expect([...new Set(named)].filter((path) => !isThere(path) && !isMadeByItsReader(path))).toEqual([])
})

test('decision 0011 counts and names the files that list the kinds of data', () => {
  const decision = readText('docs/decisions/0011-data-of-every-kind.md')
  const listing = filesOf('apps/*.ts', 'apps/*.tsx', 'packages/*.ts').filter((path) => {
    if (/\.test\.|test-world|\/testing\//.test(path)) return false
    const text = readText(path)
    return ContentType.options.every((kind) => new RegExp(`(?<![\\w/-])${kind}(?![\\w-])(?!\\.ts)`).test(text))
  })
  expect(decision).toContain(`named in ${listing.length} others`)
  const files = listing.map((path) => basename(path)).filter((name) => !name.startsWith('phrases.'))
  expect(files.filter((name) => !['index.ts', 'table.ts'].includes(name) && !decision.includes(name))).toEqual([])
})

test('a task’s status is written by its own feature, and there by one file once it is made', () => {
  const writing = (pattern: RegExp) =>
    filesOf('apps/platform/src/*.ts')
      .filter((path) => !/\.test\.ts$|test-world|\/testing\//.test(path) && pattern.test(readText(path)))
      .toSorted()
  const feature = 'apps/platform/src/features/task'
  const anything = writing(/\.(?:insert|update)\(\s*task\s*\)|\b(?:insert into|update) "?task"?\s/)
  expect(anything.filter((path) => !path.startsWith(`${feature}/`))).toEqual([])
  expect(writing(/\.update\(\s*task\s*\)\s*\.set\(\{[^}]*\bstatus\b/)).toEqual([`${feature}/status.ts`])
})
