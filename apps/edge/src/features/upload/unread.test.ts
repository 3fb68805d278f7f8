import { ReadUpload } from '@tessera/contract/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workbook } from '../../testing/corpus/workbooks.ts'
import { picture } from '../../testing/pictures.ts'
import { buildWorld, type World, zipOf } from '../../testing/world.ts'

let world: World
let jpeg: Buffer
beforeAll(async () => {
  world = await buildWorld()
  await world.connect()
  jpeg = await picture()
})
afterAll(() => world.close())

type Files = Record<string, string | Buffer>
const upload = async (files: Files) => world.upload(await zipOf(files))
const box = '0 0.5 0.5 0.1 0.1\n'

/** Each file of an archive is read, ignored because of its name, or listed in the draft. */
test.each<[string, () => Files, string, string[] | undefined]>([
  ['all read', () => ({ 'a/1.jpg': jpeg, 'b/2.jpg': jpeg, 'README.md': 'x' }), 'vision', undefined],
  [
    'a table beside boxes',
    () => ({ 'images/1.jpg': jpeg, 'labels/1.txt': box, 'classes.txt': 'cat', 'meta.csv': 'name,age\n1,2\n' }),
    'yolo',
    ['meta.csv'],
  ],
  [
    'a table beside a COCO document',
    () => ({
      'images/1.jpg': jpeg,
      'coco.json': JSON.stringify({
        images: [{ id: 1, file_name: '1.jpg', width: 64, height: 48 }],
        annotations: [],
        categories: [],
      }),
      'meta.csv': 'name,age\n1,2\n',
    }),
    'yolo',
    ['meta.csv'],
  ],
  [
    'a document beside a table of labels',
    () => ({ 'images/1.jpg': jpeg, 'about.json': '{"author": "x"}', 'labels.csv': 'name,age\n1,2\n' }),
    'vision',
    ['about.json'],
  ],
  [
    'files that darknet writes beside its boxes',
    () => ({ 'obj/1.jpg': jpeg, 'obj/1.txt': box, 'obj.names': 'cat', 'obj.data': 'x', 'train.txt': 'obj/1.jpg' }),
    'yolo',
    ['obj.data', 'train.txt'],
  ],
  [
    'class names without boxes',
    () => ({ 'a/1.jpg': jpeg, 'b/2.jpg': jpeg, 'classes.txt': 'a\nb' }),
    'vision',
    ['classes.txt'],
  ],
  ['a text beside texts', () => ({ 'texts.csv': 'text,label\na,b\n', 'other.txt': 'c' }), 'nlp', ['other.txt']],
  [
    'documents about a table',
    () => ({ 'a.csv': 'x,y\n1,2\n', 'protocol.docx': '', 'codebook.pdf': '', 'info.txt': 'x', 'more.zip': 'PK' }),
    'tabular',
    ['protocol.docx', 'codebook.pdf', 'info.txt', 'more.zip'],
  ],
  [
    'a document about a graph',
    () => ({ 'nodes.csv': 'id,x\na,1\n', 'edges.csv': 'source,target\na,a\n', 'about.txt': 'x' }),
    'graph',
    ['about.txt'],
  ],
])('lists the files of an archive that were not read: %s', async (_what, files, contentType, names) => {
  const draft = await upload(files())
  expect(draft.contentType).toBe(contentType)
  expect(draft.report.unread).toEqual(names && { count: names.length, names })
})

test('lists the first files that were not read, and counts all of them', async () => {
  const more = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`notes/${at}.txt`, 'x']))
  const { report } = await upload({ 'a.csv': 'x,y\n1,2\n', ...more })
  expect(report.unread?.count).toBe(25)
  expect(report.unread?.names).toHaveLength(10)
})

test('does not list files as unread if it counts them as left out', async () => {
  const files = {
    'images/1.jpg': jpeg,
    'labels/1.txt': box,
    'labels/2.txt': box,
    'images/3.svg': 'x',
    'classes.txt': 'a',
  }
  const { code, params } = await upload(files).catch((one) => one)
  expect(code).toBe('dataset.picture-bad')
  const draft = await world.call(ReadUpload, {
    uploadId: params.uploadId,
    options: { skipBadRows: true, renameColumns: false },
  })
  expect(draft.report.rejected.map(({ reason }) => reason)).toEqual(['bad-picture', 'no-picture'])
  expect(draft.report.unread).toBeUndefined()
})

test('reads a file of boxes beside its picture, as LabelImg writes it', async () => {
  const draft = await upload({ 'd/a.jpg': jpeg, 'd/a.txt': box, 'd/b.jpg': jpeg, 'd/classes.txt': 'cat\n' })
  expect(draft).toMatchObject({ contentType: 'yolo', rowCount: 2, report: { rejected: [] } })
  expect(draft.report.unread).toBeUndefined()
})

test('reads a workbook beside pictures as the table of their labels', async () => {
  const rows = [
    ['image', 'label'],
    ['a.jpg', 'ill,\nor so'],
    ['b.jpg', 'well'],
    ['c.jpg', 'well'],
  ]
  const files = { 'p/a.jpg': jpeg, 'p/b.jpg': jpeg, 'labels.xlsx': workbook({ Labels: rows }) }
  const error = await upload(files).catch((one) => one)
  expect(error).toMatchObject({
    code: 'dataset.picture-missing',
    params: { file: 'labels.xlsx', line: 4, name: 'c.jpg' },
  })
  const draft = await upload({ ...files, 'p/c.jpg': jpeg })
  expect(draft).toMatchObject({ contentType: 'vision', rowCount: 3, labelColumns: ['label'] })
  expect(draft.report.notes).toEqual([
    { name: 'layout', value: 'label-table' },
    { name: 'sheet', value: 'Labels' },
  ])
})

test.each<[string, () => Files, string, string]>([
  [
    'Pascal VOC',
    () => ({ 'images/a.jpg': jpeg, 'Annotations/a.xml': '<x/>' }),
    'dataset.labels-boxes-form',
    'Annotations/a.xml',
  ],
  [
    'one document of CVAT',
    () => ({ 'images/a.jpg': jpeg, 'annotations.xml': '<x/>' }),
    'dataset.labels-boxes-form',
    'annotations.xml',
  ],
  ['LabelMe', () => ({ 'd/a.jpg': jpeg, 'd/a.json': '{"shapes":[]}' }), 'dataset.labels-boxes-form', 'd/a.json'],
  [
    'a description of each picture',
    () => ({ 'd/a.jpg': jpeg, 'd/a.txt': 'a cat' }),
    'dataset.labels-boxes-form',
    'd/a.txt',
  ],
  [
    'boxes of some pictures in XML',
    () => ({
      'images/a.jpg': jpeg,
      'labels/a.txt': box,
      'images/b.jpg': jpeg,
      'images/b.xml': '',
      'classes.txt': 'cat',
    }),
    'dataset.labels-boxes-form',
    'images/b.xml',
  ],
  ['an old workbook', () => ({ 'p/a.jpg': jpeg, 'labels.xls': 'x' }), 'dataset.labels-table-form', 'labels.xls'],
  ['Parquet', () => ({ 'p/a.jpg': jpeg, 'l.parquet': 'PAR1' }), 'dataset.labels-table-form', 'l.parquet'],
])('refuses labels in an unsupported format: %s', async (_what, files, code, file) => {
  const error = await upload(files()).catch((one) => one)
  expect(error).toMatchObject({ code, params: { file } })
})
