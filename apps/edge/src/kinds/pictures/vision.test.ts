import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TableRow } from '@tessera/contract'
import iconv from 'iconv-lite'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesIn, inputZip } from '../../testing/corpus/inputs.ts'
import { bmp, picture, picturesReader, pngOfSize } from '../../testing/pictures.ts'
import { pixelBudget } from './pixel-budget.ts'
import { readVision } from './vision.ts'

let reader: Awaited<ReturnType<typeof picturesReader>>
let jpeg: Buffer
beforeAll(async () => {
  reader = await picturesReader(readVision)
  jpeg = await picture()
})
afterAll(() => reader.close())

const read: typeof reader.read = (files, skipBadRows) => reader.read(files, skipBadRows)
const refused: typeof reader.refused = (files, skipBadRows) => reader.refused(files, skipBadRows)
const labelled = ({ rows }: { rows: TableRow[] }) => rows.map(({ name, label }) => `${name}: ${label}`)

test('reads only the first page of pictures with several pages, and reports them: other-writers/pages', async () => {
  const { report, rowCount } = await read(await filesIn(await inputZip('other-writers/pages')))
  expect(rowCount).toBe(4)
  expect(report.notes).toContainEqual({ name: 'first-pages', value: 'a/1.gif', count: 3 })
})

test('refuses a picture of measured values, which eight bits would make black: other-writers/float-tiff', async () => {
  const files = await filesIn(await inputZip('other-writers/float-tiff'))
  expect(await refused(files)).toEqual({ code: 'dataset.picture-depth', file: 'a/1.tif', remedy: 'skip-rows' })
})

test('reads folders as classes, also if another folder contains all of them', async () => {
  const below = await read({
    'data/cats/1.jpg': jpeg,
    'data/cats/2.jpg': jpeg,
    'data/狗/1.jpg': jpeg,
    'data/readme.md': 'x',
  })
  expect(labelled(below)).toEqual(['cats/1.jpg: cats', 'cats/2.jpg: cats', '狗/1.jpg: 狗'])
  expect(below).toMatchObject({
    columns: ['label'],
    labelColumns: ['label'],
    columnTypes: { label: 'text' },
    rowCount: 3,
  })
  expect(below.report).toEqual({
    rowsRead: 3,
    rejected: [],
    renamed: [],
    notes: [{ name: 'layout', value: 'class-folders' }],
  })
  expect(below.analysis?.classes).toEqual([
    {
      column: 'label',
      values: [
        { name: 'cats', count: 2 },
        { name: '狗', count: 1 },
      ],
    },
  ])
  expect(below.analysis?.distributions.map(({ of, mean }) => [of, mean])).toEqual([
    ['picture-width', 64],
    ['picture-height', 48],
    ['picture-bytes', jpeg.length],
  ])
  expect(labelled(await read({ 'cats/1.jpg': jpeg }))).toEqual(['1.jpg: cats'])
  expect(labelled(await read({ 'data/cats/1.jpg': jpeg }))).toEqual(['1.jpg: cats'])
})

test('combines the parts train, val and test, and notes it in the draft', async () => {
  const found = await read({ 'd/train/cat/1.jpg': jpeg, 'd/train/dog/2.jpg': jpeg, 'd/Val/cat/1.jpg': jpeg })
  expect(labelled(found)).toEqual(['train/cat/1.jpg: cat', 'train/dog/2.jpg: dog', 'Val/cat/1.jpg: cat'])
  expect(found.report.notes).toEqual([
    { name: 'layout', value: 'class-folders' },
    { name: 'parts', value: 'train, Val' },
    { name: 'copies', value: 'd/Val/cat/1.jpg = d/train/cat/1.jpg', count: 2 },
  ])
})

test('keeps class folders distinct if their names are single letters or differ in more than case and spaces', async () => {
  for (const names of [
    ['x²', 'x2'],
    ['A', 'a'],
    ['Ä', 'ä'],
    ['①', '1'],
  ]) {
    const files = await Promise.all(names.map(async (name) => [`train/${name}/1.jpg`, await picture()] as const))
    const found = await read(Object.fromEntries(files))
    expect(found.rows.map(({ label }) => label).sort()).toEqual([...names].sort())
    expect(found.report.notes.some(({ name }) => name === 'classes-merged')).toBe(false)
  }
})

test('combines class folders that differ only in case and spaces into one class, and notes it in the draft', async () => {
  const other = await picture()
  const found = await read({
    'train/Cat/1.jpg': jpeg,
    'val/cat/2.jpg': other,
    'val/cat/3.jpg': await picture(),
    'val/Dog /4.jpg': await picture(),
    'train/dog/5.jpg': await picture(),
    'train/dog/6.jpg': await picture(),
  })
  expect(found.rows.map(({ label }) => label)).toEqual(['cat', 'cat', 'cat', 'dog', 'dog', 'dog'])
  expect(found.report.notes).toEqual([
    { name: 'layout', value: 'class-folders' },
    { name: 'parts', value: 'train, val' },
    { name: 'classes-merged', value: 'cat = Cat', count: 2 },
  ])
})

test('counts copies of a picture in both train and test, but not copies within one part', async () => {
  const [one, two] = [await picture(), await picture()]
  const found = await read({
    'train/cat/1.jpg': one,
    'train/dog/2.jpg': two,
    'test/cat/7.jpg': two,
    'test/dog/8.jpg': one,
    'train/cat/9.jpg': one,
  })
  const copies = found.report.notes.filter(({ name }) => name === 'copies')
  expect(copies).toEqual([{ name: 'copies', value: 'test/dog/8.jpg = train/cat/1.jpg', count: 3 }])
})

test('stores a picture unchanged, with a thumbnail that fits 100 × 100', async () => {
  const wide = await picture('jpeg', 400, 200)
  const { rows, pictures, sizeBytes } = await read({ 'a/x.jpg': wide, 'a/y.png': await picture('png', 30, 20) })
  expect(rows[0]).toEqual({
    id: 1,
    name: 'x.jpg',
    file: '000001.jpg',
    width: 400,
    height: 200,
    bytes: wide.length,
    label: 'a',
  })
  expect((await readFile(join(pictures, '000001.jpg'))).equals(wide)).toBe(true)
  expect(sizeBytes).toBeGreaterThan(wide.length)
  expect(await readdir(join(pictures, 'small'))).toEqual(['000001.webp', '000002.webp'])
  expect(await sharp(join(pictures, 'small/000001.webp')).metadata()).toMatchObject({
    width: 100,
    height: 50,
    format: 'webp',
  })
  expect(await sharp(join(pictures, 'small/000002.webp')).metadata()).toMatchObject({ width: 30, height: 20 })
})

test("converts formats that browsers do not display, whatever the file's extension", async () => {
  const grey = sharp(await picture('png', 8, 8)).toColourspace('grey16')
  const deep = await grey.tiff({ compression: 'none' }).toBuffer()
  const { rows, pictures } = await read({
    'a/1.jpep': jpeg,
    'a/2.jpg': await picture('webp'),
    'a/3.tif': await picture('tiff'),
    'a/4.gif': await picture('gif'),
    'a/5.bmp': bmp(5, 3),
    'a/6.tiff': deep,
  })
  expect(rows.map(({ file }) => file)).toEqual([
    '000001.jpg',
    '000002.webp',
    '000003.png',
    '000004.png',
    '000005.png',
    '000006.png',
  ])
  const { data, info } = await sharp(join(pictures, '000005.png')).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 5, height: 3, channels: 3 })
  expect([...data.subarray(0, 6)]).toEqual([255, 0, 0, 0, 0, 255])
  expect(await sharp(join(pictures, '000006.png')).metadata()).toMatchObject({ depth: 'ushort', channels: 1 })
})

test('draws a transparent picture on white at upload, whatever colours its transparent pixels have', async () => {
  const raw = { width: 2, height: 2, channels: 4 } as const
  const drawn = (hidden: number[]) =>
    sharp(Buffer.from([...hidden, 0, 10, 20, 30, 255, 100, 0, 200, 128, 7, 8, 9, 255]), { raw })
  const expected = [255, 255, 255, 10, 20, 30, 177, 127, 227, 7, 8, 9]
  for (const hidden of [
    [255, 0, 0],
    [0, 200, 5],
  ]) {
    const files = {
      'a/1.png': await drawn(hidden).png().toBuffer(),
      'a/2.webp': await drawn(hidden).webp({ lossless: true, exact: true }).toBuffer(),
      'a/3.tif': await drawn(hidden).tiff({ compression: 'none' }).toBuffer(),
      'a/4.png': await drawn(hidden).toColourspace('rgb16').png().toBuffer(),
    }
    const { pictures, rows } = await read(files)
    expect(rows.map(({ file }) => file)).toEqual(['000001.png', '000002.png', '000003.png', '000004.png'])
    for (const { file } of rows) {
      const { data, info } = await sharp(join(pictures, String(file)))
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect(info).toMatchObject({ width: 2, height: 2, channels: 3 })
      expect([...data]).toEqual(expected)
      const small = join(pictures, 'small', String(file).replace('.png', '.webp'))
      expect(await sharp(small).metadata()).toMatchObject({ hasAlpha: false })
    }
  }
})

test('draws a palette picture with a transparent colour, and an animation, on white', async () => {
  const raw = { width: 8, height: 8, channels: 4 } as const
  const half = Buffer.from(Array.from({ length: 64 }, (_, at) => (at < 32 ? [200, 0, 0, 0] : [0, 0, 200, 255])).flat())
  const { pictures, rows } = await read({
    'a/1.png': await sharp(half, { raw }).png({ palette: true, colours: 4 }).toBuffer(),
    'a/2.gif': await sharp(half, { raw }).gif().toBuffer(),
  })
  for (const { file } of rows) {
    const { data, info } = await sharp(join(pictures, String(file)))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.channels, ...data.subarray(0, 3)]).toEqual([3, 255, 255, 255])
    expect(data.at(-1)).toBeGreaterThan(150)
  }
})

test('stores a picture with a fully opaque alpha channel unchanged', async () => {
  const whole = await sharp(await picture('png', 8, 8))
    .ensureAlpha()
    .png()
    .toBuffer()
  const { pictures } = await read({ 'a/1.png': whole })
  expect((await readFile(join(pictures, '000001.png'))).equals(whole)).toBe(true)
})

test('stores identical bytes for pictures that look identical', async () => {
  const archive = await filesIn(await inputZip('alpha/hidden-colours'))
  const { pictures, rows } = await read(archive)
  expect(rows).toHaveLength(12)
  for (const { name, file } of rows) {
    const given = archive[String(name)] as Buffer
    const before = await sharp(given).ensureAlpha().raw().toBuffer()
    const after = await sharp(join(pictures, String(file)))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(after.info.channels).toBe(3)
    for (let at = 0; at < before.length / 4; at += 1) {
      if (before[4 * at + 3] === 0) expect([...after.data.subarray(3 * at, 3 * at + 3)]).toEqual([255, 255, 255])
    }
  }
})

test('measures and shows a rotated picture in its upright orientation', async () => {
  const turned = await sharp(await picture('jpeg', 40, 20))
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const { rows, pictures } = await read({ 'a/1.jpg': turned })
  expect(rows[0]).toMatchObject({ width: 20, height: 40 })
  expect(await sharp(join(pictures, 'small/000001.webp')).metadata()).toMatchObject({ width: 20, height: 40 })
})

test('reads picture labels from a table that names pictures with or without folder and extension', async () => {
  const found = await read({
    'set/pictures/a/1.jpg': jpeg,
    'set/pictures/b/1.jpg': jpeg,
    'set/pictures/扫描.v2.jpg': jpeg,
    'set/labels.csv': 'label,file_name,severity\n"mild, or\nso",a\\1.JPG,\nnone,b/1,3\n 重 ,扫描.v2,""\n',
  })
  expect(found.rows.map(({ name, label, severity }) => [name, label, severity])).toEqual([
    ['a/1.jpg', 'mild, or\nso', null],
    ['b/1.jpg', 'none', '3'],
    ['扫描.v2.jpg', '重', null],
  ])
  expect(found.labelColumns).toEqual(['label', 'severity'])
  expect(found.report.notes).toEqual([{ name: 'layout', value: 'label-table' }])
  expect(found.analysis?.classes[1]).toEqual({ column: 'severity', values: [{ name: '3', count: 1 }] })
})

test('reads a column with several labels per picture beside a column with one class', {
  meta: { spec: 'screens.multilabel-data' },
}, async () => {
  const table = 'name,labels,ward\n1.jpg,"cough|fever",a|b\n2,fever,b\n3,|,c\n'
  const found = await read({ '1.jpg': jpeg, '2.jpg': jpeg, '3.jpg': jpeg, 'labels.csv': table })
  expect(found.rows.map(({ labels, ward }) => [labels, ward])).toEqual([
    ['["cough","fever"]', 'a|b'],
    ['["fever"]', 'b'],
    ['[]', 'c'],
  ])
  expect(found.columnTypes).toEqual({ labels: 'labels', ward: 'text' })
  expect(found.analysis?.classes[0]?.values).toEqual([
    { name: 'fever', count: 2 },
    { name: 'cough', count: 1 },
  ])
})

test('reads a Chinese label table in GBK with semicolons as separators', async () => {
  const table = iconv.encode('文件名;诊断\n1.jpg;良性\n2;恶性\n', 'gbk')
  const found = await read({ '1.jpg': jpeg, '2.jpg': jpeg, '标签.csv': table })
  expect(found.rows.map(({ 诊断 }) => 诊断)).toEqual(['良性', '恶性'])
})

test.each<[string, string, string[][], string]>([
  [
    'a number and a patient before the picture',
    'id,patient name,image,label\n1,Li,a.jpg,x\n2,Wu,b.jpg,y\n',
    [
      ['patient name', 'Li', 'Wu'],
      ['label', 'x', 'y'],
    ],
    'id',
  ],
  ['a number that also names pictures', 'id,image,label\n1,b.jpg,x\n2,a,y\n', [['label', 'y', 'x']], 'id'],
  [
    'a Chinese name before the file name',
    '名称,文件名,标签\n结节,a.jpg,x\n囊肿,b.jpg,y\n',
    [
      ['名称', '结节', '囊肿'],
      ['标签', 'x', 'y'],
    ],
    '',
  ],
  [
    'a column with its own name',
    '编号,扫描,标签\n7,a,x\n8,b,y\n',
    [
      ['编号', '7', '8'],
      ['标签', 'x', 'y'],
    ],
    '',
  ],
  ['an empty column at the end', 'name,label,,\na,x,,\nb,y,,\n', [['label', 'x', 'y']], '#3, #4'],
])('finds the column with picture names by its values: %s', async (_what, table, columns, aside) => {
  const found = await read({ 'a.jpg': jpeg, 'b.jpg': jpeg, 'labels.csv': table })
  expect(found.columns.map((name) => [name, ...found.rows.map((row) => row[name])])).toEqual(columns)
  expect(found.report.notes.slice(1)).toEqual(aside ? [{ name: 'columns-aside', value: aside }] : [])
})

test('names an unnamed column by its position in the error, or gives it a name if the member chose that', async () => {
  const files = { 'a.jpg': jpeg, 'labels.csv': '\nname,label,\na,x,y\n' }
  expect(await refused(files)).toEqual({
    code: 'dataset.header-empty',
    position: 3,
    file: 'labels.csv',
    line: 2,
    remedy: 'rename-columns',
  })
  const found = await reader.read(files, false, true)
  expect(found.columns).toEqual(['label', 'column_3'])
  expect(found.report.renamed).toEqual([{ position: 3, from: '', to: 'column_3' }])
})

const csv = 'name,label\n1,x\n2,y\n'
test.each<[string, (files: { jpeg: Buffer }) => Record<string, string | Buffer>, object]>([
  [
    'a listed picture that is missing',
    (of) => ({ '1.jpg': of.jpeg, 'labels.csv': csv }),
    { code: 'dataset.picture-missing', file: 'labels.csv', line: 3, name: '2', remedy: 'skip-rows' },
  ],
  [
    'a picture without a row',
    (of) => ({ '1.jpg': of.jpeg, '2.jpg': of.jpeg, '3.jpg': of.jpeg, 'labels.csv': csv }),
    { code: 'dataset.picture-unlisted', file: '3.jpg', table: 'labels.csv', remedy: 'skip-rows' },
  ],
  [
    'a row without a label',
    (of) => ({ '1.jpg': of.jpeg, '2.jpg': of.jpeg, 'labels.csv': 'name,label\n1,x\n2, \n' }),
    { code: 'dataset.label-empty', file: 'labels.csv', line: 3, name: '2', remedy: 'skip-rows' },
  ],
  [
    'a row of another width',
    (of) => ({ '1.jpg': of.jpeg, 'labels.csv': 'name,label\n1,x,y\n' }),
    { code: 'dataset.csv-width', file: 'labels.csv', line: 2, found: 3, expected: 2, remedy: 'skip-rows' },
  ],
  [
    'a name that matches two pictures',
    (of) => ({ 'a/1.jpg': of.jpeg, 'b/1.jpg': of.jpeg, 'labels.csv': csv }),
    { code: 'dataset.picture-ambiguous', file: 'labels.csv', line: 2, name: '1' },
  ],
  [
    'a picture listed twice',
    (of) => ({ '1.jpg': of.jpeg, 'labels.csv': 'name,label\n1,x\n1.jpg,y\n' }),
    { code: 'dataset.picture-repeated', file: 'labels.csv', line: 3, name: '1.jpg' },
  ],
  [
    'a table without a name column',
    (of) => ({ '1.jpg': of.jpeg, 'labels.csv': '1.jpg,x\n' }),
    { code: 'dataset.labels-header', file: 'labels.csv' },
  ],
  [
    'a label that would hide the width',
    (of) => ({ '1.jpg': of.jpeg, 'labels.csv': 'name,Width\n1,x\n' }),
    { code: 'dataset.label-taken', file: 'labels.csv', column: 'Width' },
  ],
  [
    'two tables',
    (of) => ({ '1.jpg': of.jpeg, 'a.csv': csv, 'b.csv': csv }),
    { code: 'dataset.labels-many', first: 'a.csv', second: 'b.csv' },
  ],
  [
    'a table with a NUL in its header',
    (of) => ({ '1.jpg': of.jpeg, 'l.csv': 'name,la\0bel\n1,x\n' }),
    { code: 'dataset.table-broken', file: 'l.csv' },
  ],
  ['no labels at all', (of) => ({ '1.jpg': of.jpeg }), { code: 'dataset.labels-missing' }],
  [
    'a picture beside the class folders',
    (of) => ({ 'd/a/1.jpg': of.jpeg, 'd/2.jpg': of.jpeg }),
    { code: 'dataset.picture-unlabelled', file: 'd/2.jpg', remedy: 'skip-rows' },
  ],
  [
    'folders below class folders',
    (of) => ({ 'cats/a/1.jpg': of.jpeg, 'dogs/a/2.jpg': of.jpeg }),
    { code: 'dataset.picture-deep', file: 'cats/a/1.jpg' },
  ],
  [
    'folders below the class folders of parts',
    (of) => ({ 'train/a/x/1.jpg': of.jpeg, 'test/a/2.jpg': of.jpeg }),
    { code: 'dataset.picture-deep', file: 'train/a/x/1.jpg' },
  ],
  [
    'parts without classes',
    (of) => ({ 'train/1.jpg': of.jpeg, 'val/2.jpg': of.jpeg }),
    { code: 'dataset.labels-missing' },
  ],
  [
    'an unsupported format',
    (of) => ({ 'a/1.jpg': of.jpeg, 'a/2.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    { code: 'dataset.picture-bad', file: 'a/2.svg', remedy: 'skip-rows' },
  ],
])('refuses invalid pictures or labels and names the reason: %s', async (_what, files, error) => {
  expect(await refused(files({ jpeg }))).toEqual(error)
})

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>'
test.each<[string, () => Promise<Buffer | string> | Buffer | string, string]>([
  ['text', () => 'no picture', 'dataset.picture-bad'],
  ['nothing', () => '', 'dataset.picture-bad'],
  ['SVG', () => SVG, 'dataset.picture-bad'],
  ['PDF', () => '%PDF-1.7 nothing', 'dataset.picture-bad'],
  ['a JPEG cut short', () => jpeg.subarray(0, jpeg.length - 200), 'dataset.picture-bad'],
  ['a PNG cut short', async () => (await picture('png')).subarray(0, 3_000), 'dataset.picture-bad'],
  ['a BMP that declares more than it contains', () => bmp(30, 30).subarray(0, 900), 'dataset.picture-bad'],
  ['the first bytes of a JPEG', () => Buffer.from('ffd8ffe000104a464946', 'hex'), 'dataset.picture-bad'],
  ['60,000 × 60,000 pixels', () => pngOfSize(60_000, 60_000), 'dataset.picture-wide'],
  ['a line of 70,000 pixels', () => pngOfSize(1, 70_000), 'dataset.picture-long'],
  ['a BMP header of 60,000 × 60,000', () => sized(bmp(2, 2), 60_000), 'dataset.picture-wide'],
])('refuses %s with the extension .jpg, or leaves it out and counts it', async (_what, bytes, code) => {
  const files = { 'a/1.jpg': jpeg, 'a/2.jpg': Buffer.from(await bytes()), 'b/3.jpg': jpeg }
  expect(await refused(files)).toMatchObject({ code, file: 'a/2.jpg', remedy: 'skip-rows' })
  const rest = await read(files, true)
  expect(labelled(rest)).toEqual(['a/1.jpg: a', 'b/3.jpg: b'])
  expect(rest.report).toMatchObject({
    rowsRead: 3,
    rejected: [{ reason: 'bad-picture', count: 1, examples: [{ file: 'a/2.jpg', line: null }] }],
  })
  expect(await readdir(rest.pictures)).toEqual(['000001.jpg', '000003.jpg', 'small'])
})

test('refuses many single-colour pictures of maximum size before decoding them for hours', async () => {
  const one = pngOfSize(10_000, 10_000)
  const many = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`a/${at}.png`, one]))
  expect(await refused(many, true)).toEqual({ code: 'dataset.pictures-bomb', limit: 10_000 })
  const few = Object.fromEntries(Object.entries(many).slice(0, 99))
  const { report } = await read({ ...few, 'a/fine.jpg': jpeg }, true)
  expect(report.rejected).toMatchObject([{ reason: 'bad-picture', count: 99 }])
})

test('accepts any number of photographs, because they stay below the limit of pixels per byte', () => {
  const onPixels = pixelBudget(50_000 * 2_000_000)
  for (let at = 0; at < 50_000; at += 1) onPixels(12_000_000)
})

function sized(bytes: Buffer, edge: number): Buffer {
  bytes.writeInt32LE(edge, 18)
  bytes.writeInt32LE(edge, 22)
  return bytes
}

test('leaves out and counts all invalid pictures and labels on request', async () => {
  const { rows, report, rowCount } = await read(
    {
      '1.jpg': jpeg,
      '2.jpg': jpeg,
      '3.jpg': 'no picture',
      '4.jpg': jpeg,
      'labels.csv': 'name,label\n1,x\n2,\n3,y\n5,z\n1,2,3\n',
    },
    true,
  )
  expect(rows.map(({ id, name, label }) => [id, name, label])).toEqual([[1, '1.jpg', 'x']])
  expect(rowCount).toBe(1)
  expect(report.rowsRead).toBe(4)
  expect(report.rejected).toEqual(
    expect.arrayContaining([
      { reason: 'no-label', count: 1, examples: [{ file: 'labels.csv', line: 3 }] },
      { reason: 'no-picture', count: 1, examples: [{ file: 'labels.csv', line: 5 }] },
      { reason: 'width', count: 1, examples: [{ file: 'labels.csv', line: 6 }] },
      { reason: 'picture-unlisted', count: 1, examples: [{ file: '4.jpg', line: null }] },
      { reason: 'bad-picture', count: 1, examples: [{ file: '3.jpg', line: null }] },
    ]),
  )
  expect(report.rejected).toHaveLength(5)
})

test('refuses a dataset if no row remains after leaving out the invalid ones', async () => {
  await expect(read({ 'a/1.jpg': 'x' }, true)).rejects.toMatchObject({ code: 'dataset.pictures-none' })
})
