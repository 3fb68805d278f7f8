import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeAtomically, writeNew } from './write-atomically.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-write-'))
  file = join(folder, 'inner', 'file')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const modeOf = (path: string) => statSync(path).mode & 0o777
const files = () => readdirSync(join(folder, 'inner'))

async function* chunks() {
  yield 'a'
  yield Buffer.from('b')
}

test.each([
  ['a text', 'ab'],
  ['bytes', new Uint8Array([97, 98])],
  ['a stream', chunks()],
])('replaces the content of a file with %s, so that only its owner can read it', async (_what, content) => {
  await writeAtomically(file, 'old')
  await writeAtomically(file, content)
  expect(readFileSync(file, 'utf8')).toBe('ab')
  expect([modeOf(file), modeOf(join(folder, 'inner'))]).toEqual([0o600, 0o700])
  expect(files()).toEqual(['file'])
})

test('keeps the old file and leaves no temporary file if writing fails', async () => {
  await writeAtomically(file, 'old')
  const broken = (async function* () {
    yield 'half'
    throw new Error('the disk is full')
  })()
  await expect(writeAtomically(file, broken)).rejects.toThrow('the disk is full')
  expect(readFileSync(file, 'utf8')).toBe('old')
  expect(files()).toEqual(['file'])
})

test('leaves one complete file after many concurrent writes', async () => {
  const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(10_000))
  await Promise.all(texts.map((text) => writeAtomically(file, text)))
  expect(texts).toContain(readFileSync(file, 'utf8'))
  expect(files()).toEqual(['file'])
})

test('creates a new file once, and refuses later attempts without changing it', async () => {
  const made = await Promise.allSettled(['a', 'b', 'c'].map((text) => writeNew(file, text)))
  const refused = made.filter((one) => one.status === 'rejected')
  expect(refused.map(({ reason }) => reason.code)).toEqual(['EEXIST', 'EEXIST'])
  expect(['a', 'b', 'c']).toContain(readFileSync(file, 'utf8'))
  expect(files()).toEqual(['file'])
})
