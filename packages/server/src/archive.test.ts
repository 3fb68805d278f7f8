import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ArchiveWriter, checkArchive, readArchive, sha256OfFile, textOf } from './archive.ts'
import { headerOf, padding, readHeader } from './tar.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-archive-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const LONG = `files/${'a'.repeat(60)}/${'b'.repeat(60)}/${'c'.repeat(60)}`
const big = randomBytes(300_000)

async function write(path: string) {
  writeFileSync(join(folder, 'big'), big)
  const writer = await ArchiveWriter.create(path)
  await writer.addText('empty', '')
  await writer.addText('tables/a.json', '["(1,ä)"]')
  expect(await writer.addFile(LONG, join(folder, 'big'))).toBe(true)
  expect(await writer.addFile('gone', join(folder, 'not there'))).toBe(false)
  await writer.finish({ of: 'test' })
}

test('what was written is read again, by us and by tar', async () => {
  const path = join(folder, 'one.tar.gz')
  await write(path)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([])
  expect(await checkArchive(path, await sha256OfFile(path))).toMatchObject({ of: 'test' })
  const read: Record<string, string> = {}
  for await (const { name, size, content } of readArchive(path)) {
    // What is not read is skipped.
    if (name !== LONG) read[name] = await textOf(content, size, 10_000)
  }
  expect(read).toMatchObject({ empty: '', 'tables/a.json': '["(1,ä)"]' })
  execFileSync('tar', ['-xzf', path, '-C', folder])
  expect(readFileSync(join(folder, LONG)).equals(big)).toBe(true)
})

test.each([
  [
    'a byte changed',
    (tar: Buffer) => Buffer.from(tar.toString('latin1').replace('(1,', '(2,'), 'latin1'),
    'tables/a.json was changed',
  ],
  ['cut short', (tar: Buffer) => tar.subarray(0, 200_000), 'cut short'],
  [
    'the list of parts missing',
    (tar: Buffer) => Buffer.concat([tar.subarray(0, tar.lastIndexOf('manifest.json')), Buffer.alloc(1024)]),
    'list of parts is missing',
  ],
  [
    'a part added',
    (tar: Buffer) => {
      const part = Buffer.from('rm -rf')
      return Buffer.concat([headerOf({ name: 'keys/evil', size: 6 }), part, padding(6), tar])
    },
    'missing or not in its place',
  ],
])('%s is found', async (_what, change, says) => {
  const path = join(folder, 'one.tar.gz')
  await write(path)
  writeFileSync(path, gzipSync(change(gunzipSync(readFileSync(path)))))
  await expect(checkArchive(path)).rejects.toThrow(says)
})

test('a file that is none, and one with another hash than was noted, are refused', async () => {
  const path = join(folder, 'one.tar.gz')
  writeFileSync(path, 'hello')
  await expect(checkArchive(path)).rejects.toThrow('no .tar.gz')
  rmSync(path)
  await write(path)
  await expect(checkArchive(path, '0'.repeat(64))).rejects.toThrow('SHA-256')
  await expect(checkArchive(join(folder, 'none'))).rejects.toThrow('ENOENT')
})

test('a file in the way is not overwritten, and a draft that is discarded leaves nothing', async () => {
  const path = join(folder, 'one.tar.gz')
  writeFileSync(path, 'mine')
  const writer = await ArchiveWriter.create(path)
  await expect(writer.finish({})).rejects.toThrow('EEXIST')
  await writer.discard()
  expect(readFileSync(path, 'utf8')).toBe('mine')
  expect(readdirSync(folder)).toEqual(['one.tar.gz'])
  expect(existsSync(`${path}.partial`)).toBe(false)
})

test.each(['/etc/passwd', '../up', 'a/../b', 'a//b', ''])('the name %j leads nowhere', (name) => {
  expect(() => headerOf({ name, size: 1 })).toThrow('leads out')
})

test('sizes beyond eight gigabytes survive', () => {
  for (const size of [0, 8 ** 11 - 1, 8 ** 11, 5e12])
    expect(readHeader(headerOf({ name: 'x', size }))).toEqual({ name: 'x', size })
})
