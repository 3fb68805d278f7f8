import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { root } from '../places.ts'
import { fixedLimits } from './fixed-limits.ts'
import { LIMITS } from './limits.ts'

const TESTS = /\.(test|spec)\.tsx?$|\/testing\/|^e2e\//
/** Files whose limits are not limits of tests. */
const NO_TESTS = ['tools/testing/speed.ts']

test('uses only limits that follow the measured speed of the machine in tests', () => {
  const files = globSync('{apps,packages,tools,e2e}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /node_modules|dist/.test(path),
  }).filter((path) => TESTS.test(path) && !NO_TESTS.includes(path))
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap((path) => {
    const source = readFileSync(join(root, path), 'utf8')
    // Skips files that cannot contain a limit, because parsing all files takes long.
    if (!/timeout:|\d\s*,?\s*\)|const \w+ = \d/.test(source)) return []
    return fixedLimits(path, source).map(({ start }) => `${path}:${source.slice(0, start).split('\n').length}`)
  })
  expect(found).toEqual([])
})

test('finds a fixed limit of a test, of its set-up, of setTimeout, and of a timeout property', () => {
  const source = `
test.each([1])('one', { timeout: 5_000 }, () => {})
describe.skipIf(true)('group', () => { beforeAll(() => {}, 20_000) })
test.each\`a\`('two', () => {}, 100)
await vi.waitFor(() => {}, { interval: 5, timeout: 8_000 })
test.setTimeout(900)`
  expect(fixedLimits('a.test.ts', source).map(({ start, end }) => source.slice(start, end))).toEqual(
    expect.arrayContaining(['5_000', '20_000', '100', '8_000', '900']),
  )
  const fine = `test('one', { timeout: limit(5_000) }, () => {}); setTimeout(() => {}, 5_000); expect(1, 2)`
  expect(fixedLimits('a.test.ts', fine)).toEqual([])
})

test('finds a fixed limit through the name of its constant in the same file', () => {
  const source = `
const SOON = 5_000
test('one', () => {}, SOON)
await vi.waitFor(() => {}, { timeout: SOON })
test('two', () => { const timeout = 800; return wait({ timeout }) })`
  expect(fixedLimits('a.test.ts', source).map(({ start, end }) => source.slice(start, end))).toEqual([
    'SOON',
    'SOON',
    'timeout',
  ])
  const fine = `const LONG = limit(5_000); const COUNT = 3; test('one', () => use(COUNT), LONG)`
  expect(fixedLimits('a.test.ts', fine)).toEqual([])
})

test('waits longer than Vitest’s default if the test sets no limit', async () => {
  const start = performance.now()
  // The default limit of Vitest is one second, so this wait takes longer.
  await vi.waitFor(() => expect(performance.now() - start).toBeGreaterThan(1_200))
  expect(LIMITS.wait).toBeGreaterThanOrEqual(60_000)
})
