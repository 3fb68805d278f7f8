import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../places.ts'
import { buildPage, idsOf, pageSource, sectionsOf } from './build.ts'
import { proofsInPython, proofsInTypeScript } from './tests.ts'

const ROWS = `# Page

Paths begin with: \`P/\` for \`apps/platform/src/\`.

{summary}

## Calls

| Clause | Where | Test | State |
| --- | --- | --- | --- |
| one | \`P/a.ts\` | {calls.one} | done |
| two | \`P/b.ts\` | {calls.two} | partly: less |
`

const proof = (id: string, path: string, title: string) => ({ kind: 'spec' as const, id, path, title })

test('lists the tests that prove each row of an evidence page, grouped by file, and counts the rows', () => {
  const proofs = [
    proof('calls.one', 'apps/platform/src/a.test.ts', 'answers'),
    proof('calls.one', 'apps/platform/src/a.test.ts', 'refuses a | b'),
    proof('calls.one', 'engine/tests/test_a.py', 'test_a'),
    proof('calls.two', 'apps/platform/src/a.test.ts', 'answers'),
    { ...proof('calls.three', 'x.test.ts', 'of the other page'), kind: 'claim' as const },
  ]
  const { page, faults } = buildPage('coverage', ROWS, proofs)
  expect(faults).toEqual([])
  expect(page).toContain('| `P/a.test.ts`: "answers"; "refuses a \\| b"<br>`engine/tests/test_a.py`: "test_a" | done |')
  expect(page).toContain('| Calls | 2 | 1 | 1 | 0 |\n| **All** | **2** | **1** | **1** | **0** |')
})

test('reports a row without a test, an id without a row, and an id of two rows', () => {
  const proofs = [proof('calls.one', 'a.test.ts', 'a'), proof('calls.other', 'b.test.ts', 'b')]
  const source = ROWS.replace('| two |', '| one again | `P/b.ts` | {calls.one} | done |\n| two |')
  expect(buildPage('coverage', source, proofs).faults).toEqual([
    'coverage: two rows have the id calls.one',
    'coverage: no test carries the id calls.two',
    'b.test.ts: no row has the id calls.other',
  ])
})

test('reads the ids of tests for Vitest, Playwright and pytest', () => {
  const typescript = `
    test('one', { meta: { spec: 'calls.one', claim: ['rows.a', 'rows.b'] } }, () => {})
    test.each([1, 2])("it's %s", { meta: { spec: 'calls.two' } }, () => {})
    test(\`in \${tongue}\`, { annotation: [{ type: 'spec', description: 'calls.one' }, { type: 'issue' }] }, () => {})
    test('none', () => {})`
  expect(proofsInTypeScript('a.test.ts', typescript).map(({ kind, id, title }) => [kind, id, title])).toEqual([
    ['spec', 'calls.one', 'one'],
    ['claim', 'rows.a', 'one'],
    ['claim', 'rows.b', 'one'],
    ['spec', 'calls.two', "it's %s"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as it is written
    ['spec', 'calls.one', 'in ${tongue}'],
  ])
  const python = `
@pytest.mark.parametrize("rows", [1, 2])
@pytest.mark.spec("calls.one")
@pytest.mark.claim("rows.a", "rows.b")
def test_one(rows):
    pass


def test_none():
    pass
`
  expect(proofsInPython('test_a.py', python).map(({ kind, id, title }) => [kind, id, title])).toEqual([
    ['spec', 'calls.one', 'test_one'],
    ['claim', 'rows.a', 'test_one'],
    ['claim', 'rows.b', 'test_one'],
  ])
})

const coverage = pageSource('coverage')
const folders = new Map([...coverage.matchAll(/`([A-Z]+\/)` `([^`]+\/)`/g)].map(([, short, long]) => [short, long]))

test('names only existing files on the coverage page', () => {
  const clauses = [...sectionsOf(coverage).values()].flat()
  const named = clauses.flatMap(([, where = '']) =>
    [...where.matchAll(/`([\w./-]+\.\w+)`/g)].map(([, name = '']) => name),
  )
  expect(named.length).toBeGreaterThan(300)
  const missing = [...new Set(named)].filter((name) => {
    const short = name.slice(0, name.indexOf('/') + 1)
    return !existsSync(join(root, `${folders.get(short) ?? short}${name.slice(short.length)}`))
  })
  expect(missing).toEqual([])
})

/** Returns the anchor that GitHub generates for a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')

test('links each clause that is implemented differently to a decision', () => {
  const clauses = [...sectionsOf(coverage).values()].flat().filter(({ length }) => length === 4)
  expect(clauses.length).toBeGreaterThan(400)
  const astray = clauses.flatMap(([clause = '', , , state = '']) => {
    if (!state.startsWith('partly')) return state.startsWith('done') ? [] : [`${clause}: ${state}`]
    const [, file, anchor] = /\(\.\.\/(decisions\/[\w.-]+\.md)#([\w-]+)\)/.exec(state) ?? []
    if (!file || !existsSync(join(root, 'docs', file))) return [`${clause}: no decision`]
    const headings = [...readFileSync(join(root, 'docs', file), 'utf8').matchAll(/^#+ (.+)$/gm)]
    return headings.some(([, heading = '']) => anchorOf(heading) === anchor) ? [] : [`${clause}: no section ${anchor}`]
  })
  expect(astray).toEqual([])
})

test('gives each attack a result and an id, and each algorithm the file of its measurements', () => {
  const trust = pageSource('trust')
  const rowsOf = (first: string) =>
    trust
      .split('\n\n')
      .filter((part) => part.startsWith(`| ${first} |`))
      .flatMap((part) => part.trim().split('\n').slice(2))
      .map((line) => line.replace(/^\| | \|$/g, '').split(' | '))
  const attacks = rowsOf('Attack')
  expect(attacks.length).toBe(idsOf(trust).length)
  expect(attacks.filter(({ length }) => length !== 3)).toEqual([])
  const measured = rowsOf('Algorithm').map(
    (cells) => [cells.length, /`(\w+\.py)`/.exec(cells[4] ?? '')?.[1] ?? ''] as const,
  )
  expect(measured.filter(([, file]) => file !== '').length).toBeGreaterThan(7)
  const astray = measured.filter(
    ([length, file]) => length !== 5 || (file !== '' && !existsSync(join(root, 'engine/tests', file))),
  )
  expect(astray).toEqual([])
})
