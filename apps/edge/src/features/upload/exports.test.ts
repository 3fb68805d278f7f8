import { ListRows } from '@tessera/contract/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inputZip } from '../../testing/corpus/inputs.ts'
import { buildWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
  await world.connect()
})
afterAll(() => world.close())

const refusal = async (name: string) => {
  const error = await read(name).catch((one) => one)
  return { code: error.code, ...error.params, uploadId: undefined }
}
const read = async (name: string) => world.upload(await inputZip(name))

test.each([
  ['json-lines-named-json/doccano', 16, ['tokens', 'tags']],
  ['json-lines-named-json/labels', 16, ['text', 'label']],
  ['json-lines-named-json/huggingface', 16, ['text', 'label']],
  ['entity-offsets/cluener', 16, ['tokens', 'tags']],
  ['entity-offsets/inclusive-end', 16, ['tokens', 'tags']],
  ['entity-offsets/utf16', 16, ['tokens', 'tags']],
])('reads the texts exported by another program: %s', async (name, rowCount, columns) => {
  expect(await read(name)).toMatchObject({ contentType: 'nlp', rowCount, columns })
})

test.each([
  ['cluener', 'characters inclusive'],
  ['inclusive-end', 'characters inclusive'],
  ['utf16', 'utf-16'],
])('finds the entities of entity-offsets/%s at the positions of their texts', async (name, value) => {
  const { tableName, report } = await read(`entity-offsets/${name}`)
  expect(report.notes).toEqual([{ name: 'entity-offsets', value }])
  const { rows } = await world.call(ListRows, { tableName, pageSize: 20 })
  const cut = rows.map((row) => {
    const [tokens, tags] = [row.tokens, row.tags].map((cell) => JSON.parse(String(cell)) as string[])
    return tokens?.filter((_token, at) => tags?.[at] !== 'O').join('')
  })
  const persons = ['张三', '李四', '赵六', '张三']
  expect(cut).toEqual([...persons, ...persons, ...persons, ...persons])
})

test.each([
  ['coco-quirks/crowd-rle', 4, [1, 1, 1, 1]],
  ['coco-quirks/one-pixel-over', 6, [1, 1, 1, 1, 0, 0]],
  ['coco-quirks/roboflow-supercategory', 6, [1, 1, 1, 1, 1, 1]],
  ['yolo-exports/cvat-1.1', 6, [1, 1, 1, 1, 1, 1]],
  ['yolo-exports/roboflow', 6, [1, 1, 1, 1, 1, 1]],
  ['yolo-exports/over-the-edge', 6, [2, 1, 2, 1, 2, 1]],
  ['yolo-exports/bom-and-float-class', 4, [1, 1, 1, 1]],
])('reads the boxes exported by another program: %s', async (name, rowCount, boxes) => {
  const draft = await read(name)
  expect(draft).toMatchObject({ contentType: 'yolo', rowCount })
  const page = await world.call(ListRows, { tableName: draft.tableName, pageSize: 20 })
  expect(page.rows.map((row) => JSON.parse(String(row.boxes)).length)).toEqual(boxes)
})

test('reports two categories with the same name in a COCO document: coco-quirks/same-name-twice', async () => {
  const { report } = await read('coco-quirks/same-name-twice')
  expect(report.notes.find(({ name }) => name === 'categories-merged')).toMatchObject({ count: 1 })
})

test.each<[string, object]>([
  ['coco-quirks/zero-width', { code: 'dataset.coco-empty', file: 'a.json', entry: 'annotations[4] (id 1)' }],
  ['coco-quirks/empty-bbox', { code: 'dataset.coco-bbox', file: 'a.json', entry: 'annotations[4] (id 1)' }],
  [
    'coco-quirks/segmentation-without-bbox',
    { code: 'dataset.coco-bbox', file: 'a.json', entry: 'annotations[4] (id 1)' },
  ],
  [
    'coco-quirks/crowd-and-no-bbox',
    { code: 'dataset.coco-bbox', file: 'annotations/instances.json', entry: 'annotations[2] (id 2)' },
  ],
  ['yolo-exports/polygons', { code: 'dataset.box-values', file: 'labels/f0.txt', line: 1, found: 9 }],
  ['yolo-exports/with-confidence', { code: 'dataset.box-values', file: 'labels/f0.txt', line: 1, found: 6 }],
  ['yolo-exports/ids-from-1', { code: 'dataset.box-class', file: 'labels/1.txt', line: 1, class: '2', count: 2 }],
])('refuses an invalid export and names the error: %s', async (name, refused) => {
  expect(await refusal(name)).toMatchObject(refused)
})

test.each<[string, object]>([
  ['graph-exports/cora', { code: 'dataset.format-cora', file: 'cora.content' }],
  ['graph-exports/gephi', { code: 'dataset.format-gephi', file: 'nodes.csv' }],
  ['graph-exports/graphml', { code: 'dataset.format-graph', file: 'g.graphml', format: 'GraphML' }],
  ['graph-exports/neo4j', { code: 'dataset.format-neo4j', file: 'nodes.csv' }],
  ['graph-exports/snap', { code: 'dataset.format-edge-list', file: 'edges.txt', format: 'SNAP' }],
  ['graph-exports/snap-csv-name', { code: 'dataset.format-edge-list', file: 'edges.csv', format: 'SNAP' }],
  ['graph-exports/float-ids', { code: 'dataset.node-unknown', file: 'edges.csv', line: 2, id: '1.0' }],
  ['graph-exports/edge-attributes', { code: 'dataset.column-not-of-kind', file: 'edges.csv', column: 'type' }],
  ['graph-exports/node-link-multi', { code: 'dataset.field-unknown', file: 'g.json', field: 'kind' }],
])('names the unsupported format or feature of an export: %s', async (name, refused) => {
  expect(await refusal(name)).toMatchObject(refused)
})

test('reads a graph whose edges are written as pairs', async () => {
  expect(await read('graph-exports/edge-pairs')).toMatchObject({ contentType: 'graph', rowCount: 4 })
})
