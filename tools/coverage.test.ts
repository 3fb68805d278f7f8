import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './places.ts'

const text = readFileSync(join(root, 'docs/coverage.md'), 'utf8')

/** `PL/` and its like, as the document itself says what they stand for. */
const FOLDERS = new Map(
  [...text.slice(0, text.indexOf('## Summary')).matchAll(/`([A-Z]+\/)` `([^`]+)`/g)].map(([, short, long]) => [
    short as string,
    long as string,
  ]),
)

function pathOf(name: string): string {
  const short = name.slice(0, name.indexOf('/') + 1)
  return join(root, `${FOLDERS.get(short) ?? short}${name.slice(short.length)}`)
}

/** Sections by heading, each with its rows of four cells. */
const sections = new Map(
  text
    .split(/^## /m)
    .slice(2)
    .map((section) => {
      const rows = section.split('\n').filter((line) => line.startsWith('| '))
      const cells = rows.slice(2).map((row) => row.split(/(?<!\\) \| /).map((cell) => cell.replace(/^\| |\s*\|$/g, '')))
      return [section.slice(0, section.indexOf('\n')), cells] as const
    }),
)
const rows = [...sections.values()].flat()

test('every file that the coverage names is there', () => {
  const named = rows.flatMap(([, where = '', proof = '']) => [...`${where} ${proof}`.matchAll(/`([\w./-]+\.\w+)`/g)])
  expect(named.length).toBeGreaterThan(300)
  expect([...new Set(named.map(([, name]) => name as string).filter((name) => !existsSync(pathOf(name))))]).toEqual([])
})

test('every test that the coverage names is in its file', () => {
  const missing: string[] = []
  let found = 0
  for (const [, , proof = ''] of rows) {
    for (const part of proof.split('<br>')) {
      const [file] = part.match(/(?<=^`)[^`]+(?=`)/) ?? []
      if (!file || !existsSync(pathOf(file))) continue
      // A quotation mark or a formatter's line break may stand differently in the source.
      const source = readFileSync(pathOf(file), 'utf8').replaceAll('\\', '')
      for (const [, name = ''] of part.matchAll(/"([^"]+)"/g)) {
        found += 1
        if (!source.includes(name)) missing.push(`${file}: ${name}`)
      }
    }
  }
  expect(found).toBeGreaterThan(200)
  expect(missing).toEqual([])
})

/** As GitHub makes it of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')

test('each difference leads to the decision that says why, and nothing is without its test', () => {
  const astray = rows.flatMap(([what = '', , proof = '', state = '']) => {
    if (state.startsWith('not yet') || proof.startsWith('no test yet') || proof === '—') return [`${what}: open`]
    if (!state.startsWith('partly')) return []
    const [, file, anchor] = /\((decisions\/[\w.-]+\.md)#([\w-]+)\)/.exec(state) ?? []
    if (!file || !existsSync(join(root, 'docs', file))) return [`${what}: no decision`]
    const headings = [...readFileSync(join(root, 'docs', file), 'utf8').matchAll(/^#+ (.+)$/gm)]
    return headings.some(([, heading = '']) => anchorOf(heading) === anchor) ? [] : [`${what}: no section ${anchor}`]
  })
  expect(astray).toEqual([])
})

test('the summary counts what stands below it', () => {
  const summary = [...text.matchAll(/^\| ([A-Z][^|]+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/gm)]
  expect(summary.length).toBe(sections.size)
  for (const [, section = '', ...counts] of summary) {
    const states = (sections.get(section) ?? []).map(([, , proof = '', state = '']) => ({ proof, state }))
    const of = (word: string) => states.filter(({ state }) => state.startsWith(word)).length
    const unproved = states.filter(
      ({ proof, state }) => proof.startsWith('no test yet') && !state.startsWith('not yet'),
    )
    expect([section, ...counts.map(Number)]).toEqual([
      section,
      states.length,
      of('done'),
      of('partly'),
      of('not yet'),
      unproved.length,
    ])
  }
})
