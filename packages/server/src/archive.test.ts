import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ArchiveWriter, BadArchive, checkArchive, readArchive, sha256OfFile, textOf } from './archive.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-archive-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const LONG = `files/${'a'.repeat(60)}/${'b'.repeat(60)}/${'c'.repeat(60)}`
const big = randomBytes(300_000)

/** Returns a part as tar stores it, without the end marker of the archive. */
function partOf(name: string, content: string): Buffer {
  const header = Buffer.alloc(512)
  header.write(name)
  header.write('0000600\0', 100)
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write('0', 156)
  header.write('ustar\x0000', 257, 'latin1')
  header.fill(' ', 148, 156)
  header.write(
    header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0'),
    148,
  )
  return Buffer.concat([header, Buffer.from(content.padEnd(512, '\0'))])
}

const OLD =
  'H4sIAAAAAAAAA+1YzY4TMQzuo6CcQKqonTh/fZXVHuxMLBbR7mpnkICqZ8SBh0DiTXgWxGugUaEq9NCuRh2oNL5kNGPnG3+OHSd19dC9n11WAAACwKwf4Xg8fPfrOQLQ7Blc9rd2s79tO36cwShYY/jzRIyO5U1tF/zydXu/fqLtueon44/299rYxR/BoZvify6/Q/RuzHOcf/v6wtwOmWWyvVYG9K5P/++fv/z49PFSNeBk/sPf+W9hyv9xVtRmOw7OhPJ/MiADZFHO8+lE/iO6fW+42/9dQLJXvv/vCisPkPPIHaj1bpKJgQswMHBZTuYjMbDi9Z3WtrtU79e7cbL+H/V/QA6uvP6PFL+hMBtzr2Zputp2Zm4e+LFrzfJmY9a8qmZpan89ZOamvftQzRLmpn3F1of+ixMoRDYnLViQMqsolZRzUMmWbORKWClQluyoMGWfM0pM3kry3mzne5Q/LiH2aHgIVxzEgD7HQKCevM81a6yitWaQKin74jlYcewarNw00QWNWVJhTB4O4Y7OPHtIe+AgEbqg7LwXF2JiRArcYNBYU6BcM6mQFotaY6zJIRQIoAELs2riY8QBvQAvBvRpsih7DwMcsurRgThXg6Soot5hqE2G3ruULVVBhAQgRZi5SeBBA1kVDo26WLLZ3k7nh6EpONlPDEwMTAz8EwZ+Ahp4EU4AGgAA'
/** Archive that consists only of the header of a part. */
const OLD_BEYOND_8_GB = 'H4sIAAAAAAAAA6tgoD0wMDAwMDMwANMGSHQDWJalR90yACYGlTc1NzdlUDCgg9sYSotLEosYDOhi1yAEAJjx3pYAAgAA'

async function write(path: string) {
  writeFileSync(join(folder, 'big'), big)
  const writer = new ArchiveWriter(path)
  await writer.addText('empty', '')
  await writer.addText('tables/a.json', '["(1,ä)"]')
  expect(await writer.addFile(LONG, join(folder, 'big'))).toBe(true)
  expect(await writer.addFile('gone', join(folder, 'not there'))).toBe(false)
  await writer.finish({ of: 'test' })
}

test('writes archives that Tessera and tar can read', async () => {
  const path = join(folder, 'one.tar.gz')
  await write(path)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['big', 'one.tar.gz'])
  expect(await checkArchive(path, await sha256OfFile(path))).toMatchObject({ of: 'test' })
  const read: Record<string, string> = {}
  for await (const { name, size, content } of readArchive(path)) {
    // Parts that the test does not read are skipped.
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
  ['a part added', (tar: Buffer) => Buffer.concat([partOf('keys/evil', 'rm -rf'), tar]), 'missing or not in its place'],
])('detects a changed archive: %s', async (_what, change, says) => {
  const path = join(folder, 'one.tar.gz')
  await write(path)
  writeFileSync(path, gzipSync(change(gunzipSync(readFileSync(path)))))
  await expect(checkArchive(path)).rejects.toThrow(says)
})

test('refuses a file that is not an archive, or whose hash is not the expected one', async () => {
  const path = join(folder, 'one.tar.gz')
  writeFileSync(path, 'hello')
  await expect(checkArchive(path)).rejects.toThrow('no .tar.gz')
  rmSync(path)
  await write(path)
  await expect(checkArchive(path, '0'.repeat(64))).rejects.toThrow('SHA-256')
  await expect(checkArchive(join(folder, 'none'))).rejects.toThrow('ENOENT')
})

test('does not overwrite an existing file, and removes a discarded draft', async () => {
  const path = join(folder, 'one.tar.gz')
  writeFileSync(path, 'mine')
  const writer = new ArchiveWriter(path)
  await expect(writer.finish({})).rejects.toThrow('EEXIST')
  await writer.discard()
  expect(readFileSync(path, 'utf8')).toBe('mine')
  expect(readdirSync(folder)).toEqual(['one.tar.gz'])
})

test('reads archives of versions up to 2.6.4, which used another library to write them', async () => {
  const path = join(folder, 'old.tar.gz')
  writeFileSync(path, Buffer.from(OLD, 'base64'))
  expect(await checkArchive(path)).toMatchObject({ of: 'test' })
  const read: Record<string, string> = {}
  for await (const { name, size, content } of readArchive(path)) read[name] = await textOf(content, size, 10_000)
  expect(read).toMatchObject({
    empty: '',
    'tables/a.json': '["(1,ä)"]',
    'files/卡片.json': '{}',
    [`files/${'a'.repeat(60)}/${'b'.repeat(60)}/c`]: 'x'.repeat(600),
  })
  writeFileSync(path, Buffer.from(OLD_BEYOND_8_GB, 'base64'))
  const parts = readArchive(path)
  expect((await parts.next()).value).toMatchObject({ name: 'x', size: 5e12 })
  await expect(parts.next()).rejects.toThrow('cut short')
})

const NAMES = ['/etc/passwd', '../up', 'a/../b', 'a//b', 'a\\b', '']

test.each(NAMES)('refuses a part of an archive with the name %j', async (name) => {
  const path = join(folder, 'one.tar.gz')
  const writer = new ArchiveWriter(path)
  await expect(writer.addText(name, 'x')).rejects.toThrow('leads out')
  await writer.discard()
  expect(readdirSync(folder)).toEqual([])
  writeFileSync(path, gzipSync(partOf(name || '.', 'x')))
  await expect(readArchive(path).next()).rejects.toThrow('leads out')
})

test.each([
  ['a link', { name: 'a', type: 'symlink', linkname: '/etc' }],
  ['a folder', { name: 'a', type: 'directory' }],
  ['a device', { name: 'a', type: 'character-device' }],
] as const)('refuses an archive with a part that is not a plain file: %s', async (_what, header) => {
  const path = join(folder, 'one.tar.gz')
  const packed = pack()
  packed.entry(header)
  packed.finalize()
  writeFileSync(path, gzipSync(await buffer(packed)))
  await expect(readArchive(path).next()).rejects.toThrow(new BadArchive('a is no plain file'))
})

test('finds the next part of an archive after only the beginning of a part was read', async () => {
  const path = join(folder, 'one.tar.gz')
  await write(path)
  const names: string[] = []
  for await (const { name, content } of readArchive(path)) {
    names.push(name)
    for await (const _chunk of content) break
  }
  expect(names).toEqual(['empty', 'tables/a.json', LONG, 'manifest.json'])
})

test('reports a truncated part with the same error while the part is read', async () => {
  const path = join(folder, 'one.tar.gz')
  await write(path)
  writeFileSync(path, gzipSync(gunzipSync(readFileSync(path)).subarray(0, 200_000)))
  const read = async () => {
    for await (const { size, content } of readArchive(path)) await textOf(content, size, 1_000_000)
  }
  await expect(read()).rejects.toThrow(new BadArchive('it ends too early: it was cut short'))
})

test('stores a growing file at its initial size, and aborts if a file shrinks', async () => {
  const path = join(folder, 'one.tar.gz')
  const writer = new ArchiveWriter(path)
  async function* grown() {
    yield Buffer.from('abc')
    yield Buffer.from('def')
  }
  await writer.add('grown', 4, grown())
  await expect(writer.add('shrunk', 7, grown())).rejects.toThrow('became shorter')
  await writer.discard()
  expect(readdirSync(folder)).toEqual([])
})

const FILL = `
  const { ArchiveWriter } = await import(process.env.MODULE)
  const { randomBytes } = await import('node:crypto')
  const writer = new ArchiveWriter(process.env.ARCHIVE)
  try {
    for (;;) await writer.addText('part', randomBytes(50_000).toString('hex'))
  } catch (error) {
    console.log(error.code)
  }
  await writer.discard()
`

test('reports a full disk, and removes the incomplete archive', () => {
  const env = { ...process.env, MODULE: import.meta.resolve('./archive.ts'), ARCHIVE: join(folder, 'one.tar.gz') }
  const options = ['--input-type=module', '-e', FILL]
  const filled = spawnSync('sh', ['-c', 'ulimit -f 400; exec "$0" "$@"', process.execPath, ...options], {
    env,
    encoding: 'utf8',
  })
  expect(filled.stdout.trim(), filled.stderr).toBe('EFBIG')
  expect(readdirSync(folder)).toEqual([])
})
