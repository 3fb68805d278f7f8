import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEMO_JOURNAL, partiesOfDemo } from './demo.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-demo-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function read() {
  const lines: string[] = []
  const parties = partiesOfDemo({ DATA_DIR: join(folder, 'platform') }, (line) => lines.push(line))
  return { parties, lines }
}

test.each([
  ['cut short', '{"party 1001": n'],
  ['empty', ''],
  ['null', 'null'],
  ['a text', '"party 1001"'],
])('a journal that is %s is none: a platform that only happens to lie beside it starts, and says so', (_how, text) => {
  writeFileSync(join(folder, DEMO_JOURNAL), text)
  expect(read()).toEqual({ parties: [], lines: [expect.stringContaining(join(folder, DEMO_JOURNAL))] })
})

test('so is one that cannot be read', () => {
  mkdirSync(join(folder, DEMO_JOURNAL))
  expect(read()).toEqual({ parties: [], lines: [expect.stringContaining('EISDIR')] })
})

test('where there is no journal nothing is said', () => {
  expect(read()).toEqual({ parties: [], lines: [] })
})
