import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { picture, picturesReader } from '../../testing/pictures.ts'
import { readYolo } from './yolo.ts'

type Files = Record<string, string | Buffer>

let reader: Awaited<ReturnType<typeof picturesReader>>
let jpeg: Buffer
beforeAll(async () => {
  reader = await picturesReader(readYolo)
  jpeg = await picture('jpeg', 200, 100)
})
afterAll(() => reader.close())

const boxesOf = ({ rows }: Awaited<ReturnType<typeof reader.read>>) =>
  rows.map(({ name, boxes }) => [name, JSON.parse(String(boxes))])
const classes = { 'classes.txt': 'cat\n猫\n\n' }

test('reads a label file per picture, and treats an empty or missing label file as no boxes', async () => {
  const found = await reader.read({
    'set/images/train/1.jpg': jpeg,
    'set/images/train/2.jpg': jpeg,
    'set/images/val/3.jpg': jpeg,
    'set/labels/train/1.txt': '0 0.5 0.5 0.2 0.4\r\n1 .25 0.75 0.5 0.5\n',
    'set/labels/train/2.txt': '\n',
    'set/labels/classes.txt': 'cat\n猫\n',
  })
  expect(boxesOf(found)).toEqual([
    [
      'train/1.jpg',
      [
        { class: 'cat', x: 0.5, y: 0.5, w: 0.2, h: 0.4 },
        { class: '猫', x: 0.25, y: 0.75, w: 0.5, h: 0.5 },
      ],
    ],
    ['train/2.jpg', []],
    ['val/3.jpg', []],
  ])
  expect(found.rows[0]).toMatchObject({ id: 1, file: '000001.jpg', width: 200, height: 100, bytes: jpeg.length })
  expect(found).toMatchObject({
    columns: ['boxes'],
    labelColumns: ['boxes'],
    columnTypes: { boxes: 'text' },
    rowCount: 3,
  })
  const copies = { name: 'copies', value: 'set/images/train/1.jpg = set/images/val/3.jpg', count: 1 }
  const notes = [{ name: 'layout', value: 'yolo' }, copies]
  expect(found.report).toEqual({ rowsRead: 3, rejected: [], renamed: [], notes })
  expect(found.analysis?.classes).toEqual([
    {
      column: 'boxes',
      values: [
        { name: 'cat', count: 1 },
        { name: '猫', count: 1 },
      ],
    },
  ])
  const measured = Object.fromEntries(found.analysis?.distributions.map((one) => [one.of, one]) ?? [])
  expect(measured['boxes-per-picture']).toMatchObject({ minimum: 0, maximum: 2 })
  expect(measured['box-share']).toMatchObject({ minimum: 0.08, maximum: 0.25 })
  expect(measured['picture-width']).toMatchObject({ minimum: 200, maximum: 200 })
})

test.each<[string, Files]>([
  ['a list on one line', { 'data.yaml': 'train: images\nnc: 2\nnames: ["cat", \'dog, small\'] # two\n' }],
  ['a list on several lines', { 'data.yaml': 'names: [\n  cat,\n  "dog, small"\n]\nnc: 2\n' }],
  ['a list of dashes', { 'data.yaml': "names:\n- cat\n- 'dog, small'\nnc: 2\n" }],
  ['numbers with names', { 'data.yml': 'names:\n  0: cat\n  1: dog, small\npath: x\n' }],
  ['numbers on one line', { 'data.yml': "names: {0: cat, 1: 'dog, small'}\n" }],
  ['obj.names', { 'obj.names': 'cat\ndog, small' }],
  ['two files that agree', { 'classes.txt': 'cat\ndog, small\n', 'data.yaml': "names: [cat, 'dog, small']" }],
])('reads class names of a YOLO dataset: %s', async (_what, files) => {
  const found = await reader.read({ 'images/1.jpg': jpeg, 'labels/1.txt': '1 0 0 1 1\n0 0 0 1 1', ...files })
  expect(boxesOf(found)[0]?.[1].map((box: { class: string }) => box.class)).toEqual(['dog, small', 'cat'])
})

const one = (label: string) => ({ 'images/1.jpg': jpeg, 'labels/1.txt': label, ...classes })
const place = (line: number) => ({ file: 'labels/1.txt', line, remedy: 'skip-rows' })
test.each<[string, () => Files, object]>([
  [
    'too few values',
    () => one('0 0.5 0.5 0.1 0.1\n0 0.5 0.5 0.1\n'),
    { code: 'dataset.box-values', found: 4, ...place(2) },
  ],
  ['a polygon', () => one('0 0.1 0.1 0.2 0.2 0.3 0.3'), { code: 'dataset.box-values', found: 7, ...place(1) }],
  ['pixels', () => one('\n0 100 50 20 10'), { code: 'dataset.box-range', value: '100', ...place(2) }],
  ['a negative share', () => one('0 0.5 -0.1 0.1 0.1'), { code: 'dataset.box-range', value: '-0.1', ...place(1) }],
  [
    'a box without a width',
    () => one('0 0.5 0.5 0 0.3'),
    { code: 'dataset.box-empty', width: 0, height: 0.3, ...place(1) },
  ],
  [
    'a box with a height below one millionth',
    () => one('0 0.5 0.5 0.1 1e-9'),
    { code: 'dataset.box-empty', width: 0.1, height: 1e-9, ...place(1) },
  ],
  ['a word', () => one('0 0.5 0.5 0.1 wide'), { code: 'dataset.box-range', value: 'wide', ...place(1) }],
  [
    'an unknown class',
    () => one('2 0.5 0.5 0.1 0.1'),
    { code: 'dataset.box-class', class: '2', count: 2, ...place(1) },
  ],
  [
    'a fractional class',
    () => one('0.5 0.5 0.5 0.1 0.1'),
    { code: 'dataset.box-class', class: '0.5', count: 2, ...place(1) },
  ],
  [
    'a label file without picture',
    () => ({ ...one(''), 'labels/2.txt': '' }),
    { code: 'dataset.label-orphan', file: 'labels/2.txt', picture: '2', remedy: 'skip-rows' },
  ],
  ['no class names', () => ({ 'images/1.jpg': jpeg, 'labels/1.txt': '' }), { code: 'dataset.classes-missing' }],
  [
    'contradicting names',
    () => ({ ...one(''), 'data.yaml': 'names: [dog, cat]' }),
    { code: 'dataset.classes-differ', first: 'classes.txt', second: 'data.yaml' },
  ],
  [
    'two pictures for one label file',
    () => ({ ...one(''), 'images/1.png': jpeg }),
    { code: 'dataset.picture-twin', file: 'images/1.png', other: 'images/1.jpg' },
  ],
  ['pictures alone', () => ({ 'images/1.jpg': jpeg, 'labels/readme.md': '' }), { code: 'dataset.boxes-missing' }],
  [
    'a file that is not a picture',
    () => ({ ...one(''), 'images/1.jpg': 'text' }),
    { code: 'dataset.picture-bad', file: 'images/1.jpg', remedy: 'skip-rows' },
  ],
])('refuses an invalid YOLO dataset and names the reason: %s', async (_what, files, error) => {
  expect(await reader.refused(files())).toEqual(error)
})

test('on request, leaves out and counts whole pictures that have invalid boxes', async () => {
  const found = await reader.read(
    {
      'images/1.jpg': jpeg,
      'images/2.jpg': jpeg,
      'images/3.jpg': jpeg,
      'labels/1.txt': '0 0.5 0.5 0.1 0.1\n',
      'labels/2.txt': '0 0.5 0.5 0.1 0.1\n0 5 5 1 1\n',
      'labels/3.txt': '7 0.5 0.5 0.1 0.1\n',
      'labels/4.txt': '',
      ...classes,
    },
    true,
  )
  expect(found.rows.map(({ id, name }) => [id, name])).toEqual([[1, '1.jpg']])
  expect(found.report).toMatchObject({ rowsRead: 3 })
  expect(found.report.rejected).toEqual(
    expect.arrayContaining([
      { reason: 'bad-box', count: 1, examples: [{ file: 'labels/2.txt', line: 2 }] },
      { reason: 'class-unknown', count: 1, examples: [{ file: 'labels/3.txt', line: 1 }] },
      { reason: 'no-picture', count: 1, examples: [{ file: 'labels/4.txt', line: null }] },
    ]),
  )
})

const coco = (more: { bbox?: unknown; category?: number; image?: number; name?: string } = {}) =>
  [
    '{"info": {},',
    ` "annotations": [{"id": 1, "image_id": ${more.image ?? 7}, "category_id": ${more.category ?? 3},`,
    `   "bbox": ${JSON.stringify(more.bbox ?? [20, 10, 100, 50.5])}}],`,
    ` "images": [{"id": 7, "file_name": "${more.name ?? 'a/1.jpg'}", "width": 200, "height": 100},`,
    '            {"id": 8, "file_name": "2.jpg", "width": 200, "height": 100}],',
    ' "categories": [{"id": 3, "name": "cat"}]}',
  ].join('\n')

test("converts boxes of a COCO document from pixels to shares of the picture's size", async () => {
  const found = await reader.read({
    'pictures/a/1.jpg': jpeg,
    'pictures/2.jpg': jpeg,
    'annotations/train.json': coco(),
  })
  expect(boxesOf(found)).toEqual([
    ['a/1.jpg', [{ class: 'cat', x: 0.35, y: 0.3525, w: 0.5, h: 0.505 }]],
    ['2.jpg', []],
  ])
  expect(found.report.notes).toEqual([{ name: 'layout', value: 'coco' }])
  const rounded = await reader.read({ 'a/1.jpg': jpeg, '2.jpg': jpeg, 'c.json': coco({ bbox: [100, 0, 100.4, 100] }) })
  expect(boxesOf(rounded)[0]?.[1]).toEqual([{ class: 'cat', x: 0.75, y: 0.5, w: 0.5, h: 1 }])
})

test.each([['../images/a/1.jpg'], ['C:\\\\data\\\\a\\\\1.jpg'], ['/home/li/set/a/1.jpg'], ['.//a/../a/1.jpg']])(
  'accepts a COCO document that names a picture by a path on another disk: %s',
  async (name) => {
    const found = await reader.read(
      { 'a/1.jpg': jpeg, '2.jpg': jpeg, 'b/3/1.jpg': jpeg, 'c.json': coco({ name }) },
      true,
    )
    expect(boxesOf(found)[0]?.[0]).toBe('a/1.jpg')
    expect(boxesOf(found)[0]?.[1]).toHaveLength(1)
  },
)

test('does not match a path on another disk with a picture in a different folder', async () => {
  const files = { 'train/1.jpg': jpeg, '2.jpg': jpeg, 'c.json': coco({ name: '../val/1.jpg' }) }
  expect(await reader.refused(files)).toMatchObject({ code: 'dataset.coco-missing', name: '../val/1.jpg' })
})

test('counts the pictures in the archive, not COCO entries about other pictures', async () => {
  const found = await reader.read({ 'a/1.jpg': jpeg, '3.jpg': jpeg, 'c.json': coco() }, true)
  expect(found.report).toMatchObject({
    rowsRead: 2,
    rejected: [{ reason: 'no-picture' }, { reason: 'picture-unlisted' }],
  })
  expect(found.rowCount).toBe(1)
})

const at = (line: number, entry = 'annotations[0] (id 1)') => ({ file: 'c.json', line, entry, remedy: 'skip-rows' })
test.each<[string, string, object]>([
  [
    'a box beyond the picture',
    coco({ bbox: [150, 0, 100, 50] }),
    { code: 'dataset.coco-box', width: 200, height: 100, ...at(2) },
  ],
  [
    'a box with negative size',
    coco({ bbox: [50, 0, -20, 50] }),
    { code: 'dataset.coco-empty', width: -20, height: 50, ...at(2) },
  ],
  [
    'a box without a width',
    coco({ bbox: [50, 0, 0, 50] }),
    { code: 'dataset.coco-empty', width: 0, height: 50, ...at(2) },
  ],
  [
    'a box outside the picture',
    coco({ bbox: [200.5, 0, 0.4, 50] }),
    { code: 'dataset.coco-empty', width: 0.4, height: 50, ...at(2) },
  ],
  ['a box without four numbers', coco({ bbox: [1, 2] }), { code: 'dataset.coco-bbox', ...at(2) }],
  ['an empty box', coco({ bbox: [] }), { code: 'dataset.coco-bbox', ...at(2) }],
  [
    'an annotation without a picture',
    coco().replace('"image_id"', '"picture"'),
    { code: 'dataset.coco-broken', file: 'c.json', line: 2, entry: 'annotations[0] (id 1)' },
  ],
  [
    'a picture without a size',
    coco().replace('"width"', '"wide"'),
    { code: 'dataset.coco-broken', file: 'c.json', line: 4, entry: 'images[0] (id 7)' },
  ],
  [
    'a category without an id',
    coco().replace('"id": 3, ', ''),
    { code: 'dataset.coco-broken', file: 'c.json', line: 6, entry: 'categories[0]' },
  ],
  [
    'boxes as shares of the picture',
    coco({ bbox: [0.1, 0.1, 0.5, 0.2] }),
    {
      code: 'dataset.coco-shares',
      file: 'c.json',
      line: 2,
      entry: 'annotations[0] (id 1)',
    },
  ],
  ['an unknown category', coco({ category: 4 }), { code: 'dataset.coco-category', id: '4', ...at(2) }],
  ['an unknown picture', coco({ image: 9 }), { code: 'dataset.coco-image', id: '9', ...at(2) }],
  [
    'a missing picture',
    coco({ name: '5.jpg' }),
    { code: 'dataset.coco-missing', name: '5.jpg', ...at(4, 'images[0] (id 7)') },
  ],
  [
    'a truncated document',
    coco().slice(0, 60),
    { code: 'dataset.json-frame', file: 'c.json', line: 2, entry: 'annotations[0]' },
  ],
  [
    'two categories with one id',
    coco().replace('"name": "cat"}', '"name": "cat"}, {"id": 3, "name": "dog"}'),
    {
      code: 'dataset.coco-id',
      file: 'c.json',
      line: 6,
      entry: 'categories[1] (id 3)',
      other: 'categories[0] (id 3)',
      id: '3',
    },
  ],
  [
    'two pictures with one id',
    coco().replace('{"id": 8', '{"id": 7'),
    {
      code: 'dataset.coco-id',
      file: 'c.json',
      line: 5,
      entry: 'images[1] (id 7)',
      other: 'images[0] (id 7)',
      id: '7',
    },
  ],
])('refuses an invalid COCO document and names the reason: %s', async (_what, document, error) => {
  expect(await reader.refused({ 'a/1.jpg': jpeg, '2.jpg': jpeg, 'c.json': document })).toEqual(error)
})

test('does not read a COCO crowd region as a box, and counts it in the draft', async () => {
  const crowd = '{"id": 2, "image_id": 8, "category_id": 3, "iscrowd": 1, "bbox": [0, 0, 200, 100]}'
  const more = '{"id": 3, "image_id": 7, "category_id": 3, "iscrowd": true, "segmentation": {"counts": [0, 9]}}'
  const document = coco().replace('"annotations": [', `"annotations": [${crowd}, ${more}, `)
  const found = await reader.read({ 'a/1.jpg': jpeg, '2.jpg': jpeg, 'c.json': document })
  expect(boxesOf(found).map(([, boxes]) => boxes.length)).toEqual([1, 0])
  expect(found.report.notes).toEqual([
    { name: 'layout', value: 'coco' },
    { name: 'crowds', value: 'c.json, annotations[0] (id 2)', count: 2 },
  ])
})

test('reports pictures whose aspect ratio differs from the one in their COCO document', async () => {
  const document = coco().replace('"width": 200, "height": 100},', '"width": 400, "height": 210},')
  const clear = await reader.read({ 'a/1.jpg': jpeg, '2.jpg': jpeg, 'c.json': document })
  expect(clear.report.notes.some(({ name }) => name === 'coco-sizes')).toBe(false)
  const cut = document.replace('"height": 210', '"height": 300')
  const found = await reader.read({ 'a/1.jpg': jpeg, '2.jpg': jpeg, 'c.json': cut })
  const value = 'a/1.jpg (200 × 100, 400 × 300)'
  expect(found.report.notes).toContainEqual({ name: 'coco-sizes', value, count: 1 })
})

test('reports COCO categories with the same name, which become one class', async () => {
  const document = coco().replace(
    '"name": "cat"}',
    '"name": "cat"}, {"id": 4, "name": " cat"}, {"id": 5, "name": "dog"}',
  )
  const found = await reader.read({ 'a/1.jpg': jpeg, '2.jpg': jpeg, 'c.json': document })
  const value = 'cat (categories[0] (id 3), categories[1] (id 4))'
  expect(found.report.notes).toContainEqual({ name: 'categories-merged', value, count: 1 })
  const labels = { 'images/1.jpg': jpeg, 'labels/1.txt': '1 0.5 0.25 0.2 0.1', 'classes.txt': 'cat\ncat\ndog\n' }
  expect((await reader.read(labels)).report.notes).toContainEqual({
    name: 'categories-merged',
    value: 'cat (0, 1)',
    count: 1,
  })
})

test('leaves out a picture that has an empty box, and names the annotation', async () => {
  const files = { 'a/1.jpg': jpeg, '2.jpg': jpeg, 'c.json': coco({ bbox: [50, 0, 0, 50] }) }
  const found = await reader.read(files, true)
  expect(boxesOf(found)).toEqual([['2.jpg', []]])
  const examples = [{ file: 'c.json', line: 2, entry: 'annotations[0] (id 1)' }]
  expect(found.report.rejected).toEqual([{ reason: 'bad-box', count: 1, examples }])
})

test('reports a picture that the COCO document does not name', async () => {
  const files = { 'a/1.jpg': jpeg, '2.jpg': jpeg, '3.jpg': jpeg, 'c.json': coco() }
  expect(await reader.refused(files)).toEqual({
    code: 'dataset.picture-unlisted',
    file: '3.jpg',
    table: 'c.json',
    remedy: 'skip-rows',
  })
  expect((await reader.read(files, true)).rowCount).toBe(2)
})

test('places boxes on the picture as displayed, and refuses a COCO document that states the size before rotation', async () => {
  const turned = await sharp(jpeg).withMetadata({ orientation: 6 }).toBuffer()
  const label = await reader.read({ 'images/1.jpg': turned, 'labels/1.txt': '0 0.5 0.25 0.2 0.1', ...classes })
  expect(label.rows[0]).toMatchObject({ width: 100, height: 200, boxes: expect.stringContaining('"y":0.25') })
  const files = { 'a/1.jpg': turned, '2.jpg': jpeg, 'c.json': coco() }
  const refused = { code: 'dataset.coco-turned', width: 100, height: 200, listedWidth: 200, listedHeight: 100 }
  expect(await reader.refused(files)).toMatchObject({ ...refused, file: 'a/1.jpg', remedy: 'skip-rows' })
  const { rows } = await reader.read(files, true)
  expect(rows.map(({ name }) => name)).toEqual(['2.jpg'])
})
