import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ContentType } from '@tessera/contract'
import { expect, test } from 'vitest'
import { root } from './places.ts'
import { readText, sourcePaths } from './testing/sources.ts'

const ENGINE_FOLDERS = [
  '',
  'engine',
  'engine/engine',
  'apps/platform/src',
  'packages/inference',
  'packages/inference/src',
]

/** For each document, the folders to which its paths are relative. */
const BELOW = {
  'docs/concepts/architecture.md': ['', 'apps/platform/src', 'apps/web/src', 'packages/contract'],
  'docs/guides/adding-an-algorithm.md': [''],
  ...Object.fromEntries(sourcePaths(/^docs\/reference\/engine\/.*\.md$/).map((path) => [path, ENGINE_FOLDERS])),
}

/** Returns the paths that a document names. A part such as `{en,cn}` stands for several paths. */
const pathsIn = (document: string) => [
  ...new Set(
    [...readText(document).matchAll(/`([\w.@-]+(?:\/[\w.{},-]+)+\/?)`/g)].flatMap(([, path = '']) => expanded(path)),
  ),
]

function expanded(path: string): string[] {
  const [, before = '', names, after = ''] = /^(.*?)\{([^}]*)\}(.*)$/.exec(path) ?? []
  return names === undefined ? [path] : names.split(',').flatMap((name) => expanded(`${before}${name}${after}`))
}

test.each(Object.entries(BELOW))('refers only to existing paths in the document %s', (document, folders) => {
  const isThere = (path: string) => folders.some((folder) => existsSync(join(root, folder, path)))
  const isMadeByItsReader = (path: string) => path.includes('my_model')
  expect(pathsIn(document).filter((path) => !isThere(path) && !isMadeByItsReader(path))).toEqual([])
  expect(Object.keys(BELOW).flatMap(pathsIn).length).toBeGreaterThan(60)
})

test('lists every source file that names all kinds of data in decision 0011', () => {
  const decision = readText('docs/decisions/0011-data-of-every-kind.md')
  const listing = sourcePaths(/^(apps\/.*\.tsx?|packages\/.*\.ts)$/).filter((path) => {
    if (/\.test\.|\/testing\//.test(path)) return false
    const text = readText(path)
    return ContentType.options.every((kind) => new RegExp(`(?<![\\w/-])${kind}(?![\\w-])(?!\\.ts)`).test(text))
  })
  expect(decision).toContain(`named in ${listing.length} others`)
  const files = listing.map((path) => basename(path)).filter((name) => !name.startsWith('phrases.'))
  expect(files.filter((name) => !['index.ts', 'table.ts'].includes(name) && !decision.includes(name))).toEqual([])
})

test('changes a task’s status only in the task feature, and after the creation only in one of its files', () => {
  const writing = (pattern: RegExp) =>
    sourcePaths(/^apps\/platform\/src\/.*\.ts$/)
      .filter((path) => !/\.test\.ts$|\/testing\//.test(path) && pattern.test(readText(path)))
      .toSorted()
  const feature = 'apps/platform/src/features/task'
  const anything = writing(/\.(?:insert|update)\(\s*task\s*\)|\b(?:insert into|update) "?task"?\s/)
  expect(anything.filter((path) => !path.startsWith(`${feature}/`))).toEqual([])
  expect(writing(/\.update\(\s*task\s*\)\s*\.set\(\{[^}]*\bstatus\b/)).toEqual([`${feature}/status.ts`])
})

test('lists every decision in the index, and marks missing numbers as withdrawn', () => {
  const index = readText('docs/decisions/README.md')
  const files = sourcePaths(/^docs\/decisions\/\d{4}-.*\.md$/).toSorted()
  expect(files.length).toBeGreaterThan(40)
  const byNumber = new Map(files.map((path) => [basename(path).slice(0, 4), path]))
  const lines = Array.from({ length: Number([...byNumber.keys()].at(-1)) }, (_, place) => {
    const number = String(place + 1).padStart(4, '0')
    const path = byNumber.get(number)
    const title = path && readText(path).split('\n', 1)[0]?.replace(`# ${number} `, '')
    return path ? `| ${number} | [${title}](${basename(path)}) |` : `| ${number} | withdrawn |`
  })
  expect(index.match(/^\| \d{4} .*$/gm)).toEqual(lines)
})

/** All documents except the sources of the evidence pages, whose links are relative to the built pages. */
const documents = sourcePaths(/^(?!tools\/evidence\/).*\.md$/)

/** Returns the anchors that GitHub generates for a document's headings. */
const anchorsOf = (path: string) =>
  [...readText(path).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )

test('links only to existing files and headings', () => {
  expect(documents.length).toBeGreaterThan(60)
  const broken = documents.flatMap((path) =>
    [...readText(path).matchAll(/\]\((?!\w+:)([^()#\s]*)(?:#([^()\s]+))?\)/g)].flatMap(([link, file = '', anchor]) => {
      const target = file ? join(dirname(path), file) : path
      if (!existsSync(join(root, target))) return `${path}: ${link}`
      return anchor && !anchorsOf(target).includes(decodeURIComponent(anchor)) ? `${path}: ${link}` : []
    }),
  )
  expect(broken).toEqual([])
})

test('keeps every line of English prose in documents within 140 characters', () => {
  const long = documents
    .filter((path) => !/\.(zh|cn)\.md$/.test(path))
    .flatMap((path) =>
      readText(path)
        .replace(/^ *```[\s\S]*?^ *```/gm, '')
        .split('\n')
        .filter((line) => line.length > 140 && !/^\s*(\||#|!\[|<!--)/.test(line))
        .map((line) => `${path}: ${line}`),
    )
  expect(long).toEqual([])
})

const ENGLISH = sourcePaths(/^apps\/web\/src\/.*(phrases|common-texts|page-texts)\.en\.ts$/).map(readText)

/** The words in bold of a page, without the first one, which explains what bold means. */
const boldIn = (page: string) => [...readText(page).matchAll(/\*\*([^*]+)\*\*(:?)/g)].slice(1)

test.each([
  ['docs/start/try-it.md', 20],
  ['docs/guides/first-federation.md', 60],
  ['docs/guides/first-model-of-each-kind.md', 30],
])('names only labels of the console in bold in %s', (page, least) => {
  const labels = boldIn(page)
    // The steps of the first page begin with a title and a colon.
    .filter(([, , colon]) => page.startsWith('docs/guides/') || !colon)
    .map(([, label = '']) => label.replace(/\s+/g, ' '))
    .filter((label) => !/^(Look at what is there|Choose rows, columns and algorithm)$/.test(label))
  expect(labels.length).toBeGreaterThan(least)
  expect(labels.filter((label) => !ENGLISH.some((text) => text.includes(`'${label}'`)))).toEqual([])
})
