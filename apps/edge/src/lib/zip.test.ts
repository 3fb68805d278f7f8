import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError, type ChosenEncoding } from '@tessera/contract'
import iconv from 'iconv-lite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type RawFile, rawZip } from '../testing/corpus/raw-zip.ts'
import { openArchive } from './zip.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tessera-zip-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

async function opened(zip: Buffer, encoding?: ChosenEncoding) {
  const path = join(dir, 'a.zip')
  await writeFile(path, zip)
  return openArchive(path, encoding)
}

/** Opens and unpacks an archive, and returns the error. */
async function refusal(zip: Buffer) {
  try {
    const archive = await opened(zip)
    try {
      for (const [index, entry] of archive.entries.entries()) await archive.extract(entry, join(dir, `out-${index}`))
    } finally {
      archive.close()
    }
    return 'taken'
  } catch (error) {
    const { code, params } = error as { code: string; params: object }
    return { code, ...params }
  }
}

const good: RawFile = { name: 'a.csv', content: 'a\n1\n' }
const named = (name: string | Buffer, more: Partial<RawFile> = {}) => rawZip([{ ...good, name, ...more }])
const noise = Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 7_919) % 251))
const zeros = Buffer.alloc(80 * 1024 * 1024)

test.each([
  ['a path outside', named('../a.csv'), { code: 'dataset.zip-path', name: '../a.csv' }],
  ['a path outside below a folder', named('x/../../a.csv'), { code: 'dataset.zip-path', name: 'x/../../a.csv' }],
  [
    'a path outside with backslashes',
    named('x\\..\\..\\a.csv'),
    { code: 'dataset.zip-path', name: 'x\\..\\..\\a.csv' },
  ],
  ['dots that some systems shorten', named('.. ./a.csv'), { code: 'dataset.zip-path', name: '.. ./a.csv' }],
  ['an absolute name', named('/etc/a.csv'), { code: 'dataset.zip-path', name: '/etc/a.csv' }],
  ['an absolute name with backslashes', named('\\etc\\a.csv'), { code: 'dataset.zip-path', name: '\\etc\\a.csv' }],
  ['a drive', named('C:a.csv'), { code: 'dataset.zip-path', name: 'C:a.csv' }],
  ['a NUL in a name', named('a.csv\0.txt'), { code: 'dataset.zip-name', number: 1 }],
  ['too many folders', named('x/'.repeat(100)), { code: 'dataset.zip-name', number: 1 }],
  ['a name that is too long', named('x'.repeat(5_000)), { code: 'dataset.zip-name', number: 1 }],
  [
    'a name with a wrong UTF-8 flag',
    named(Buffer.from([0xff, 0x2e]), { flags: 0x800 }),
    { code: 'dataset.zip-name', number: 1 },
  ],
  ['a symbolic link', named('a.csv', { mode: 0o120777 }), { code: 'dataset.zip-link', name: 'a.csv' }],
  ['a device', named('a.csv', { mode: 0o060666 }), { code: 'dataset.zip-device', name: 'a.csv' }],
  ['a pipe', named('a.csv', { mode: 0o010666 }), { code: 'dataset.zip-device', name: 'a.csv' }],
  ['a password', named('a.csv', { flags: 1 }), { code: 'dataset.zip-encrypted' }],
  ['strong encryption', named('a.csv', { flags: 0x41 }), { code: 'dataset.zip-encrypted' }],
  ['AES', named('a.csv', { method: 99 }), { code: 'dataset.zip-encrypted' }],
  ['an unknown method', named('a.csv', { method: 14 }), { code: 'dataset.zip-method', name: 'a.csv' }],
  ['a repeated name', rawZip([good, good]), { code: 'dataset.zip-twice', name: 'a.csv' }],
  [
    'one name in two spellings',
    rawZip([good, { ...good, name: './a.csv' }]),
    { code: 'dataset.zip-twice', name: 'a.csv' },
  ],
  [
    'a declared size that is too small',
    named('a.csv', { content: noise, size: 10 }),
    { code: 'dataset.zip-damaged', name: 'a.csv' },
  ],
  [
    'a declared size that is too large',
    named('a.csv', { content: noise, size: 9_999 }),
    { code: 'dataset.zip-damaged', name: 'a.csv' },
  ],
  ['a wrong check sum', named('a.csv', { crc: 1 }), { code: 'dataset.zip-damaged', name: 'a.csv' }],
  [
    'content that is not deflate',
    named('a.csv', { content: noise, stored: true, method: 8 }),
    { code: 'dataset.zip-damaged', name: 'a.csv' },
  ],
  ['a missing end', named('a.csv').subarray(0, -20), { code: 'dataset.zip-broken' }],
  ['a missing beginning', named('a.csv', { content: noise }).subarray(3_000), { code: 'dataset.zip-broken' }],
  ['no content', Buffer.alloc(0), { code: 'dataset.zip-broken' }],
  [
    'more files than declared',
    rawZip([good, { ...good, name: 'b.csv' }], { count: 1 }),
    { code: 'dataset.zip-count', count: 1 },
  ],
  ['fewer files than declared', rawZip([good], { count: 60_000 }), { code: 'dataset.zip-broken' }],
  ['a million files', rawZip([good], { count64: 1_000_000n }), { code: 'dataset.zip-many-files', limit: 100_000 }],
  [
    'an excessive declared number of files',
    rawZip([good], { count64: 2n ** 63n }),
    { code: 'dataset.zip-many-files', limit: 100_000 },
  ],
  [
    'one content under two names',
    rawZip([
      { ...good, content: noise },
      { ...good, content: noise, name: 'b.csv', sameAs: 0 },
    ]),
    { code: 'dataset.zip-overlap', name: 'b.csv' },
  ],
  [
    'content that begins in another',
    rawZip([
      { ...good, content: noise },
      { ...good, content: noise, name: 'b.csv', shift: -50 },
    ]),
    { code: 'dataset.zip-overlap', name: 'a.csv' },
  ],
  ['a bomb', named('a.csv', { content: zeros }), { code: 'dataset.zip-bomb', size: '80.0 MB' }],
  [
    'a declared size beyond the file',
    named('a.csv', { content: noise, stored: true, size: 0xfffffff0, packedSize: 0xfffffff0 }),
    { code: 'dataset.zip-overlap', name: 'a.csv' },
  ],
])('refuses an archive with %s', { meta: { spec: 'calls.uploadZip' } }, async (_what, zip, error) => {
  expect(await refusal(zip)).toEqual(error)
})

test('refuses a truncated archive; refuses or reads an archive with one changed byte, without other effects', async () => {
  const files: RawFile[] = [
    { ...good, extra: Buffer.from('0100040001020304', 'hex'), comment: Buffer.from('c') },
    { name: '目录/b.txt', content: 'hello', stored: true },
  ]
  const zip = rawZip(files, { count64: 2n })
  for (let size = 0; size < zip.length; size += 1) {
    expect(await refusal(zip.subarray(0, size))).toMatchObject({ code: 'dataset.zip-broken' })
  }
  for (const [at, byte] of zip.entries()) {
    for (const changed of [byte ^ 0x55, byte ^ 0xff, byte ^ 0x01]) {
      const other = Buffer.from(zip)
      other[at] = changed
      const found = await refusal(other)
      if (found !== 'taken') expect(found).toMatchObject({ code: expect.stringMatching(/^dataset\.zip-/) })
    }
  }
  // The test reads thousands of archives, which takes seconds, or up to one minute if other tests run at the same time.
})

test('does not load a list of files that would fill the memory', async () => {
  const file = { content: '', stored: true, extra: Buffer.alloc(65_000), comment: Buffer.alloc(65_000) }
  const files = Array.from({ length: 600 }, (_, at) => ({ ...file, name: `${at}.csv` }))
  expect(await refusal(rawZip(files))).toEqual({ code: 'dataset.zip-list-large', limit: '64.0 MB' })
})

test('decodes file names correctly, and ignores system files', async () => {
  const zip = rawZip([
    { ...good, name: iconv.encode('数据\\病人.csv', 'gb18030') },
    { ...good, name: 'größe.csv', flags: 0x800 },
    { ...good, name: '数据/', content: '' },
    { ...good, name: '__MACOSX/._a.csv' },
    { ...good, name: 'x/./y//z.csv', flags: 0x800 },
  ])
  const archive = await opened(zip)
  expect(archive.entries.map(({ fileName }) => fileName)).toEqual(['数据/病人.csv', 'größe.csv', 'x/y/z.csv'])
  archive.close()
})

test('reads file names without a UTF-8 flag as UTF-8 if all of them are valid UTF-8', async () => {
  const archive = await opened(rawZip([{ ...good, name: 'größe.csv' }, good]))
  expect(archive.entries.map(({ fileName }) => fileName)).toEqual(['größe.csv', 'a.csv'])
  expect(archive.foreign.notes).toEqual([])
  archive.close()
})

test('reads all file names of an archive in one encoding, even names that are valid UTF-8 by chance', async () => {
  const names = ['猫/1.png', '狗/2.png']
  const archive = await opened(rawZip(names.map((name) => ({ ...good, name: iconv.encode(name, 'gbk') }))))
  expect(archive.entries.map(({ fileName }) => fileName)).toEqual(names)
  archive.close()
})

test.each<[ChosenEncoding, string[], string[]]>([
  ['GB18030', ['张三/1.png'], ['李四/1.png', '王五与赵六/2.png']],
  ['Shift_JIS', ['ねこ/1.png', 'いぬ/2.png'], ['ことり/1.png']],
  ['windows-1252', ['Äpfel/1.png'], ['Öle/2.png', '猫/3.png']],
])('reads file names in %s beside file names in UTF-8, each in its own encoding', async (encoding, names, others) => {
  const all = [...names.map((name) => iconv.encode(name, encoding)), ...others.map((name) => Buffer.from(name))]
  const archive = await opened(rawZip(all.map((name) => ({ ...good, name }))), encoding)
  expect(archive.entries.map(({ fileName }) => fileName)).toEqual([...names, ...others])
  archive.close()
})

test('guesses the encoding of file names from those that are not UTF-8', async () => {
  const all = [iconv.encode('张三/1.png', 'gbk'), Buffer.from('李四/1.png'), Buffer.from('王五与赵六/2.png')]
  const archive = await opened(rawZip(all.map((name) => ({ ...good, name }))))
  expect(archive.entries.map(({ fileName }) => fileName)).toEqual(['张三/1.png', '李四/1.png', '王五与赵六/2.png'])
  archive.close()
})

test.each<[ChosenEncoding, string[]]>([
  ['Shift_JIS', ['ねこ/1.png', 'いぬ/2.png']],
  ['EUC-KR', ['고양이/1.png', '강아지/2.png']],
  ['windows-1252', ['Äpfel/1.png', 'Öle/2.png']],
])('warns that file names in %s may be wrong, and reads them in the chosen encoding', async (encoding, names) => {
  const zip = rawZip(names.map((name) => ({ ...good, name: iconv.encode(name, encoding) })))
  const guessed = await opened(zip)
  const doubt = guessed.foreign.notes.find(({ name }) => name === 'encoding-doubtful')
  expect(doubt?.ways?.[0]).toBe(encoding)
  const missing = new AppError('dataset.picture-missing', { name: names[0] as string, remedy: 'skip-rows' })
  expect(guessed.foreign.offer(missing)).toMatchObject({
    params: { remedy: 'encoding', encoding, otherRemedy: 'skip-rows' },
  })
  guessed.close()
  const chosen = await opened(zip, encoding)
  expect(chosen.entries.map(({ fileName }) => fileName)).toEqual(names)
  chosen.close()
})

test('provides the content of an entry as a file, in memory, or as a stream that the reader may abandon', async () => {
  const text = 'Größe,Wert\n'.repeat(50_000)
  const archive = await opened(
    rawZip([
      { name: 'packed.txt', content: iconv.encode(text, 'utf-16le', { addBOM: true }) },
      { name: 'stored.txt', content: text, stored: true },
      { name: 'bad.txt', content: Buffer.from([0xff, 0xff, 0xff]) },
    ]),
  )
  const [packed, stored, bad] = archive.entries as [never, never, never]
  for await (const piece of await archive.open(stored)) {
    expect(piece.length).toBeGreaterThan(0)
    break
  }
  expect(await archive.text(packed, 2_000_000)).toBe(text)
  expect((await archive.bytes(stored, 2_000_000)).toString()).toBe(text)
  await archive.extract(stored, join(dir, 'out'))
  expect(await readFile(join(dir, 'out'), 'utf8')).toBe(text)
  await expect(archive.text(stored, 100)).rejects.toMatchObject({
    code: 'dataset.zip-file-large',
    params: { name: 'stored.txt', limit: '100 B' },
  })
  await expect(archive.text(bad, 100)).rejects.toMatchObject({
    code: 'dataset.file-encoding',
    params: { file: 'bad.txt' },
  })
  archive.close()
  expect((await readdir(dir)).sort()).toEqual(['a.zip', 'out'])
})
