import { existsSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ColumnMapping, ContentType } from '@tessera/contract'
import {
  DraftGrant,
  GetColumnProfiles,
  ListClasses,
  ListRows,
  OfferColumns,
  OfferRows,
  SaveDataset,
  SignGrant,
} from '@tessera/contract/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '../../testing/fake-platform.ts'
import { buildWorld, PIN, peopleCsv, taskOf, until, type World, zipOf } from '../../testing/world.ts'
import { withdrawOfDatasets } from '../grant/index.ts'
import { findNewestGrant } from '../grant/queries.ts'
import { readClasses } from '../rows/classes.ts'
import { unlistDataset } from '../rows/delete.ts'
import {
  findDataset,
  findDatasetByTable,
  findOffered,
  listOffered,
  type StoredDataset,
  saveDataset,
} from '../rows/queries.ts'
import { removeFiles } from '../rows/remove-files.ts'

let world: World
let count = 0
beforeAll(async () => {
  world = await buildWorld()
  world.fake.codes.set('logistic-regression', Buffer.from('code'))
  await world.connect()
})
afterAll(() => world.close())

const fresh = (stem: string) => `${stem}-${++count}`
const mapping = (column: string, from: string, conversion: ColumnMapping['conversion'] = 'none') => ({
  column,
  from,
  conversion,
})
const child = (taskId: string) => findOffered(world.db, taskId) as StoredDataset
const rowsIn = (file: string) => world.duck.rows(`SELECT * FROM read_parquet('${file}')`)

async function offer(tableName: string, more: Partial<Parameters<typeof OfferRows.input.parse>[0]> & object = {}) {
  const taskId = fresh('task')
  await world.call(OfferRows, { taskId, tableName, rows: [], ...more })
  return child(taskId)
}

const german = 'alter,wert,ja,tag,rest\n20,"1,5",true,2026-01-01,a\n30,"-2",false,2026-01-02,b\n40,,true,2026-01-03,c\n'

test("gives selected rows the task's column names and types, and records the original columns", {
  meta: { spec: 'screens.format-comparison-dialog' },
}, async () => {
  const { tableName } = await world.dataSet(german, fresh('Mapped'))
  const offered = await offer(tableName, {
    mapping: [
      mapping('age', 'alter'),
      mapping('value', 'wert', 'to-number'),
      mapping('yes', 'ja', 'to-number'),
      mapping('day', 'tag', 'to-text'),
      mapping('years', 'alter', 'to-text'),
      mapping('rest', 'rest'),
    ],
  })
  expect(offered.columns).toEqual(['age', 'years', 'value', 'yes', 'day', 'rest'])
  expect(offered.columnTypes).toEqual({
    age: 'integer',
    years: 'text',
    value: 'number',
    yes: 'integer',
    day: 'text',
    rest: 'text',
  })
  expect(offered.mapping.map(({ column, from }) => `${column} ← ${from}`)).not.toContain('rest ← rest')
  expect(await rowsIn(offered.file)).toEqual([
    { id: 1, age: 20, years: '20', value: 1.5, yes: 1, day: '2026-01-01', rest: 'a' },
    { id: 2, age: 30, years: '30', value: -2, yes: 0, day: '2026-01-02', rest: 'b' },
    { id: 3, age: 40, years: '40', value: null, yes: 1, day: '2026-01-03', rest: 'c' },
  ])
  await until(() => world.fake.reports.some((one) => one.kind === 'dataset' && one.dataset.id === offered.id))
  const reported = world.fake.reports.find((one) => one.kind === 'dataset' && one.dataset.id === offered.id)
  expect(reported).toMatchObject({ dataset: { columns: offered.columns, mapping: offered.mapping } })
})

test.each([
  ['for a task that no longer recruits, which would end its training', 'task.not-recruiting'],
  ['for a task of another party', 'task.not-found'],
  ['by a member without the right', 'task.not-allowed'],
  ['while a clone trains on them', 'task.copy-training'],
] as const)('refuses to select rows, and keeps the previous selection: %s', async (_when, code) => {
  const taskId = fresh('closed')
  const { tableName } = await world.dataSet(german, fresh('Closed'))
  await world.call(OfferRows, { taskId, tableName, rows: [] })
  const before = child(taskId)
  world.fake.closed.set(code === 'task.not-allowed' ? 'u-carl' : taskId, code)
  const ask = { taskId, tableName, rows: [{ id: 1 }, { id: 2 }] }
  await expect(world.call(OfferRows, ask, person('carl'))).rejects.toMatchObject({ code })
  const narrowed = { taskId, tableName: before.tableName, columns: ['wert'], label: 'rest', features: ['a', 'b'] }
  await expect(world.call(OfferColumns, narrowed, person('carl'))).rejects.toMatchObject({ code })
  expect(child(taskId)).toEqual(before)
  expect(existsSync(before.file)).toBe(true)
  world.fake.closed.clear()
})

test("replaces a party's own column with the task column of the same name", async () => {
  const { tableName } = await world.dataSet('Age,alter\n1,20\n2,30\n', fresh('Clash'))
  const offered = await offer(tableName, { mapping: [mapping('age', 'alter')] })
  expect(offered.columns).toEqual(['age'])
  expect(await rowsIn(offered.file)).toEqual([
    { id: 1, age: 20 },
    { id: 2, age: 30 },
  ])
})

test.each([
  ['a word', 'x\n1.5\nn/a\npending\n', 'dataset.not-numbers', { column: 'x', count: 1, row: '3', value: 'pending' }],
  [
    'words in rows with their own ids',
    'id,x\na,?\nb,<0.1\nc,2\nd,>9\n',
    'dataset.not-numbers',
    { count: 2, row: 'b', value: '<0.1' },
  ],
  ['commas beside points', 'x\n"1,234"\n0.5 \nabc\n', 'dataset.not-numbers', { count: 1, row: '3', value: 'abc' }],
  [
    'decimals beside thousands',
    'x;y\n1,5;a\n1,234,567;b\n',
    'dataset.not-numbers',
    { count: 1, row: '2', value: '1,234,567' },
  ],
  ['an ambiguous number', 'x;y\n12;a\n1,234;b\n', 'dataset.number-either', { row: '2', value: '1,234' }],
  [
    'dates',
    'x\n2026-01-01\n2026-01-02\n',
    'dataset.not-numbers',
    { column: 'x', count: 2, row: '1', value: '2026-01-01' },
  ],
])(
  'refuses to convert %s to numbers, instead of leaving the value out silently',
  { meta: { spec: 'screens.format-comparison-dialog' } },
  async (_what, csv, code, params) => {
    const { tableName } = await world.dataSet(csv, fresh('Words'))
    const before = readdirSync(join(world.dataDir, 'data'))
    const taskId = fresh('task')
    const request = { taskId, tableName, rows: [], mapping: [mapping('value', 'x', 'to-number')] }
    const tab = await world.openSession('alice')
    await expect(world.call(OfferRows, request, tab)).rejects.toMatchObject({ code, params })
    expect(findOffered(world.db, taskId)).toBeUndefined()
    expect(readdirSync(join(world.dataDir, 'data'))).toEqual(before)
  },
)

test.each([
  ['a decimal among the others', 'x;y\n1,234;a\n-;b\n0,5;c\nhalf;d\n', [1.234, null, 0.5]],
  ['a number of millions among the others', 'x;y\n1,234;a\nNA;b\n1,234,567;c\nhalf;d\n', [1234, null, 1_234_567]],
])('decides the meaning of a comma from the other values of the column: %s', async (_what, csv, expected) => {
  const { tableName } = await world.dataSet(csv, fresh('Commas'))
  const rows = [{ id: 1 }, { id: 2 }, { id: 3 }]
  const offered = await offer(tableName, { rows, mapping: [mapping('value', 'x', 'to-number')] })
  expect((await rowsIn(offered.file)).map(({ value }) => value)).toEqual(expected)
})

test('refuses to rename values that are also converted to numbers', async () => {
  const { tableName } = await world.dataSet('x;y\n1,5;1\n2,5;2\n', fresh('Renamed'))
  const tab = await world.openSession('alice')
  for (const from of ['x', 'y']) {
    const values = [{ from: '1', to: '2' }]
    const request = {
      taskId: fresh('task'),
      tableName,
      rows: [],
      mapping: [{ ...mapping('value', from, 'to-number'), values }],
    }
    await expect(world.call(OfferRows, request, tab)).rejects.toMatchObject({
      code: 'dataset.values-number',
      params: { column: 'value' },
    })
  }
})

test('requires that only the selected rows contain numbers, not all rows', async () => {
  const { tableName } = await world.dataSet('x\n1.5\nunknown\n2\n', fresh('Some'))
  const offered = await offer(tableName, {
    rows: [{ id: 1 }, { id: 3 }],
    mapping: [mapping('value', 'x', 'to-number')],
  })
  expect(await rowsIn(offered.file)).toEqual([
    { id: 1, value: 1.5 },
    { id: 3, value: 2 },
  ])
})

test.each([
  ['a column that does not exist', [mapping('a', 'height')], 'dataset.column-unknown'],
  ['a repeated name', [mapping('a', 'age'), mapping('A', 'sex')], 'dataset.mapping-name'],
  ['the row id', [mapping('ID', 'age')], 'dataset.mapping-name'],
])('refuses to map task columns to %s', async (_what, wrong, code) => {
  const { tableName } = await world.dataSet(peopleCsv(5), fresh('Wrong'))
  await expect(
    world.call(OfferRows, { taskId: fresh('task'), tableName, rows: [], mapping: wrong }),
  ).rejects.toMatchObject({ code })
})

test("shows the mapping in the ticket and grants the task's columns", async () => {
  const { tableName } = await world.dataSet('alter,geschlecht,ill\n20,m,yes\n30,f,no\n', fresh('Ticket'))
  const taskId = fresh('task')
  world.fake.tasks.set(taskId, taskOf(taskId))
  const chosen = [mapping('age', 'alter'), mapping('sex', 'geschlecht')]
  await world.call(OfferRows, { taskId, tableName, rows: [], mapping: chosen })
  const { planHash, datasetId, mapping: shown } = await world.call(DraftGrant, { taskId })
  expect(shown).toEqual(chosen)
  await world.call(SignGrant, { taskId, planHash, datasetId, proof: { pin: PIN } })
  expect(await rowsIn(join(findNewestGrant(world.db, taskId)?.folder ?? '', 'rows.parquet'))).toEqual([
    { age: 20, sex: 'm', ill: 'yes' },
    { age: 30, sex: 'f', ill: 'no' },
  ])
  expect(world.decisions('ticket-signed').at(-1)?.data).toMatchObject({ mapping: chosen })
})

async function narrow(tableName: string, more: object = {}) {
  const taskId = fresh('task')
  const all = { columns: ['age'], label: 'ill', features: ['yes'] }
  const { rowCount } = await world.call(OfferColumns, { taskId, tableName, ...all, ...more })
  expect(child(taskId).rowCount).toBe(rowCount)
  return child(taskId)
}

test('selects only the rows and columns of the chosen classes and columns', {
  meta: { spec: 'calls.selectedColumnAndFeature' },
}, async () => {
  const { tableName, datasetId } = await world.dataSet(peopleCsv(30), fresh('Narrow'))
  const offered = await narrow(tableName)
  expect(offered).toMatchObject({ columns: ['age', 'ill'], rowCount: 10, parentId: datasetId })
  expect(Object.keys(offered.columnTypes)).toEqual(['age', 'ill'])
  const rows = await rowsIn(offered.file)
  expect(new Set(rows.map(({ ill }) => ill))).toEqual(new Set(['yes']))
  expect(Object.keys(rows[0] ?? {})).toEqual(['id', 'age', 'ill'])

  const some = await narrow(tableName, { rows: [{ id: 1 }, { id: 2 }, { id: 3 }], features: ['yes', 'no'] })
  expect(some.rowCount).toBe(3)
  const renamed = await narrow(tableName, {
    columns: ['years'],
    label: 'sick',
    features: ['no'],
    mapping: [mapping('years', 'age'), mapping('sick', 'ill')],
  })
  expect(renamed).toMatchObject({ columns: ['years', 'sick'], rowCount: 20 })
})

test('counts, finds and selects the labels of a row individually', async () => {
  const lists = [['calm', 'long'], ['long'], [], ['odd'], ['odd', 'calm']]
  const lines = lists.map((labels, row) => JSON.stringify({ text: `note ${row}`, labels }))
  const { draftId, tableName } = await world.upload(await zipOf({ 'notes.jsonl': lines.join('\n') }))
  await world.call(SaveDataset, { draftId, name: fresh('Labels'), description: 'd', sharing: 'party' })
  const counts = (name: string, count: number) => ({ name, count })
  const balance = [counts('calm', 2), counts('long', 2), counts('odd', 2)]
  expect(await world.call(ListClasses, { tableName, column: 'labels' })).toEqual(balance)
  const profiles = await world.call(GetColumnProfiles, { tableName })
  expect(profiles.find(({ name }) => name === 'labels')).toMatchObject({
    type: 'labels',
    missing: 0,
    bins: balance.map(({ name: label, count }) => ({ label, count })),
  })
  const filters = [{ column: 'labels', test: 'equals' as const, value: 'long' }]
  const { rows } = await world.call(ListRows, { tableName, pageNo: 1, pageSize: 10, filters })
  expect(rows.map(({ text }) => text)).toEqual(['note 0', 'note 1'])
  const narrowed = await narrow(tableName, { columns: ['text'], label: 'labels', features: ['calm', 'long'] })
  expect(narrowed.columnTypes).toEqual({ text: 'text', labels: 'labels' })
  expect((await rowsIn(narrowed.file)).map(({ labels }) => labels)).toEqual([
    '["calm","long"]',
    '["long"]',
    '[]',
    '["calm"]',
  ])
})

test('lets a member narrow a selection further, and keeps its reference to the dataset', async () => {
  const { tableName, datasetId } = await world.dataSet(peopleCsv(30), fresh('Twice'))
  const taskId = fresh('task')
  await world.call(OfferRows, { taskId, tableName, rows: [], mapping: [mapping('years', 'age', 'to-text')] })
  const first = child(taskId)
  const further = (columns: string[]) =>
    world.call(OfferColumns, {
      taskId,
      tableName: first.tableName,
      columns,
      label: 'ill',
      features: ['no'],
      mapping: [mapping('old', 'years')],
    })
  await expect(further(['years'])).rejects.toMatchObject({ code: 'dataset.column-unknown' })
  await further(['old'])
  const second = child(taskId)
  expect(second).toMatchObject({ parentId: datasetId, rowCount: 20, mapping: [mapping('old', 'age', 'to-text')] })
  await until(() => !existsSync(first.file))
  await unlistDataset(world.deps.dataset, datasetId, () => () => {})
  expect(existsSync(second.file)).toBe(false)
})

test('still lists a class that was left out, and can include the class again with its rows', async () => {
  const { tableName, datasetId } = await world.dataSet(peopleCsv(30), fresh('Again'))
  const taskId = fresh('task')
  const rows = Array.from({ length: 24 }, (_, index) => ({ id: index + 1 }))
  await world.call(OfferRows, { taskId, tableName, rows })
  const wide = child(taskId)
  const offer = async (...features: string[]) => {
    const { tableName: table } = child(taskId)
    const { datasetId: id } = await world.call(OfferColumns, {
      taskId,
      tableName: table,
      columns: ['age', 'sex'],
      label: 'ill',
      features,
    })
    expect(child(taskId)).toMatchObject({ id, parentId: datasetId })
    return child(taskId)
  }
  const listed = (column = 'ill') => world.call(ListClasses, { tableName: child(taskId).tableName, column })
  expect(await listed()).toEqual([
    { name: 'no', count: 16 },
    { name: 'yes', count: 8 },
  ])
  expect((await offer('yes')).rowCount).toBe(8)
  const leftOut = [
    { name: 'no', count: 16, isLeftOut: true },
    { name: 'yes', count: 8 },
  ]
  expect(await listed()).toEqual(leftOut)
  const narrowed = await offer('no')
  expect(narrowed.rowCount).toBe(16)
  expect(await listed('sex')).toEqual(await readClasses(world.duck, narrowed, 'sex'))
  expect((await offer('yes')).rowCount).toBe(8)
  await until(() => !existsSync(narrowed.file))
  expect(existsSync(wide.file)).toBe(true)

  const all = await offer('yes', 'no')
  expect(await rowsIn(all.file)).toEqual(await rowsIn(wide.file))
  expect((await listed()).some(({ isLeftOut }) => isLeftOut)).toBe(false)
  const gone = world.fake.reports.filter((one) => one.kind === 'dataset' && one.dataset.id === wide.id)
  expect(gone.map((one) => one.kind === 'dataset' && one.dataset.deleted)).toEqual([false, true])

  await world.call(OfferRows, { taskId, tableName, rows: [] })
  await until(() => !existsSync(wide.file) && !existsSync(all.file))
  expect(listOffered(world.db, taskId)).toHaveLength(1)
})

test('does not include rows that were left out by another label unless a member requests it', async () => {
  const { tableName, datasetId } = await world.dataSet(peopleCsv(30), fresh('Labels'))
  const taskId = fresh('task')
  await world.call(OfferRows, { taskId, tableName, rows: [] })
  const offer = (label: string, features: string[], columns: string[]) =>
    world.call(OfferColumns, { taskId, tableName: child(taskId).tableName, columns, label, features })
  await offer('ill', ['yes'], ['age', 'sex'])
  const first = child(taskId)
  await offer('sex', ['m'], ['age', 'ill'])
  expect(new Set((await rowsIn(child(taskId).file)).map(({ ill }) => ill))).toEqual(new Set(['yes']))
  await offer('sex', ['m', 'f'], ['age', 'ill'])
  expect(child(taskId).rowCount).toBe(first.rowCount)
  const files = listOffered(world.db, taskId).map(({ file }) => file)
  await unlistDataset(world.deps.dataset, datasetId, () => () => {})
  expect(files.some((file) => existsSync(file))).toBe(false)
})

test('selects classes by the names under which it lists them', async () => {
  const csv = `n,b,age\n${Array.from({ length: 12 }, (_, i) => `${i % 3}.0,${i % 2 === 0},${i}`).join('\n')}\n`
  const { tableName } = await world.dataSet(csv, fresh('Numbers'))
  expect((await narrow(tableName, { label: 'n', features: ['1', '2'] })).rowCount).toBe(8)
  expect((await narrow(tableName, { label: 'b', features: ['true'] })).rowCount).toBe(6)
})

test('reveals to no caller with only a platform token which value is not a number and in which row', {
  meta: { claim: 'sessions.token-reads-nonnumeric-value' },
}, async () => {
  const { tableName } = await world.dataSet('x\n1\nMrs Miller\n', fresh('Names'))
  const request = { taskId: fresh('task'), tableName, rows: [], mapping: [mapping('value', 'x', 'to-number')] }
  const minted = { token: await world.fake.edgeToken(person('alice')) }
  const refusal = await world.call(OfferRows, request, minted).catch((error) => error)
  expect(refusal).toMatchObject({ code: 'dataset.conversion-refused', params: { column: 'x' } })
  expect(JSON.stringify({ ...refusal, message: refusal.message })).not.toContain('Miller')
  await expect(world.call(OfferRows, request, await world.openSession('alice'))).rejects.toMatchObject({
    params: { value: 'Mrs Miller' },
  })
})

test('refuses a selection with too few rows of a class, an unknown column or no choice', {
  meta: { spec: 'calls.selectedColumnAndFeature' },
}, async () => {
  const { tableName } = await world.dataSet(peopleCsv(30), fresh('Refused'))
  const refused = (more: object) => narrow(tableName, more).catch((error) => error.code)
  const tab = await world.openSession('alice')
  expect(await refused({ features: ["' OR 1=1 --"] })).toBe('dataset.class-without-rows')
  expect(await refused({ columns: ['height'] })).toBe('dataset.column-unknown')
  expect(await refused({ label: 'height' })).toBe('dataset.column-unknown')
  for (const none of [{ columns: [] }, { features: [] }]) {
    const payload = { jobId: 't', tableName, columns: ['age'], label: 'ill', features: ['yes'], ...none }
    const headers = await tab.headers('POST', OfferColumns.path, payload)
    expect((await world.app.inject({ method: 'POST', url: OfferColumns.path, headers, payload })).statusCode).toBe(400)
  }
  const { tableName: own } = await world.dataSet(peopleCsv(5), fresh('Own'), person('alice'), { sharing: 'person' })
  const asBob = { taskId: 't', tableName: own, columns: ['age'], label: 'ill', features: ['yes'] }
  await expect(world.call(OfferColumns, asBob, person('bob'))).rejects.toMatchObject({ code: 'dataset.not-allowed' })
})

/** Saves a dataset of another kind than table, in the format of its reader. */
async function saved(contentType: ContentType, select: string, labelColumns: string[], columns = labelColumns) {
  const id = fresh(contentType)
  const folder = join(world.dataDir, 'data', id)
  const media = contentType === 'yolo' || contentType === 'vision' ? join(folder, 'pictures') : null
  mkdirSync(media ?? folder, { recursive: true })
  if (media) writeFileSync(join(media, '1.png'), 'picture')
  const file = join(folder, 'rows.parquet')
  await world.duck.run(`COPY (${select}) TO '${file}' (FORMAT parquet)`)
  const { n } = await world.duck.row(`SELECT count(*) AS n FROM '${file}'`)
  const dataset: StoredDataset = {
    id,
    name: id,
    description: 'd',
    sharing: 'party',
    sizeBytes: 1,
    rowCount: Number(n),
    tableName: `t_${id}`,
    columns,
    columnTypes: Object.fromEntries(columns.map((name) => [name, 'text'])),
    contentType,
    labelColumns,
    createdByUserId: 'u-alice',
    createdBy: 'alice',
    orgCode: '',
    createTime: '2026-01-01T00:00:00.000Z',
    taskId: null,
    parentId: null,
    deleted: false,
    mapping: [],
    repeatedId: null,
    base: null,
    fileName: null,
    file,
    media,
  }
  saveDataset(world.db, dataset)
  return dataset
}
const place = `range + 1 AS id, 'n' || range AS name, range || '.png' AS file, 8 AS width, 8 AS height, 99 AS bytes`
const pictures = () =>
  saved(
    'vision',
    `SELECT ${place}, CASE WHEN range % 2 = 0 THEN 'cat' ELSE 'dog' END AS animal, 'x' AS other FROM range(6)`,
    ['animal', 'other'],
  )

test('stores the paths of selected pictures, and does not report them', async () => {
  const parent = await pictures()
  const offered = await narrow(parent.tableName, {
    columns: ['kind'],
    label: 'kind',
    features: ['cat'],
    mapping: [mapping('kind', 'animal')],
  })
  expect(offered).toMatchObject({ columns: ['kind'], labelColumns: ['kind'], rowCount: 3, media: parent.media })
  expect((await rowsIn(offered.file))[1]).toEqual({
    id: 3,
    name: 'n2',
    file: '2.png',
    width: 8,
    height: 8,
    bytes: 99,
    kind: 'cat',
  })
  const { rows } = await world.call(ListRows, { tableName: parent.tableName, sort: 'width' })
  expect(rows).toHaveLength(6)
  expect(rows[0]).not.toHaveProperty('file')
  await expect(world.call(ListRows, { tableName: parent.tableName, sort: 'file' })).rejects.toMatchObject({
    code: 'dataset.column-unknown',
  })
})

test('selects pictures that have boxes of the chosen classes, with only these boxes', async () => {
  const box = (name: string, x: number) => `{"class":"${name}","x":${x},"y":0.5,"w":0.123456789012,"h":0.25}`
  const boxes = `CASE range % 3 WHEN 0 THEN '[${box('cat', 0.1)},${box("d'og", 0.2)}]' WHEN 1 THEN '[${box("d'og", 0.3)}]' ELSE '[]' END`
  const parent = await saved('yolo', `SELECT ${place}, ${boxes.replaceAll("d'og", "d''og")} AS boxes FROM range(9)`, [
    'boxes',
  ])
  const offered = await narrow(parent.tableName, { columns: ['boxes'], label: 'boxes', features: ["d'og"] })
  expect(offered.rowCount).toBe(6)
  expect((await rowsIn(offered.file)).map((row) => row.boxes)).toEqual(
    [0.2, 0.3, 0.2, 0.3, 0.2, 0.3].map((x) => `[${box("d'og", x)}]`),
  )
})

test('selects tagged texts that have the chosen classes, with only these tags', async () => {
  const select = `SELECT * FROM (VALUES (1, '["a","b","c"]', '["B-PER","I-PER","B-LOC"]'), (2, '["d"]', '["B-LOC"]'),
    (3, '["e"]', '["O"]'), (4, '["f"]', '["S-PER"]')) AS t(id, tokens, tags)`
  const parent = await saved('nlp', select, ['tags'], ['tokens', 'tags'])
  const offered = await narrow(parent.tableName, { columns: ['tokens'], label: 'tags', features: ['PER'] })
  expect(await rowsIn(offered.file)).toEqual([
    { id: 1, tokens: '["a","b","c"]', tags: '["B-PER","I-PER","O"]' },
    { id: 4, tokens: '["f"]', tags: '["S-PER"]' },
  ])
})

test('selects a graph only as a whole, with its edges', async () => {
  const parent = await saved('graph', `SELECT 'n' || range AS id, range % 2 || '' AS label FROM range(4)`, ['label'])
  writeFileSync(join(dirname(parent.file), 'edges.parquet'), 'edges')
  const part = { taskId: fresh('task'), tableName: parent.tableName, rows: [{ id: 'n1' }, { id: 'n2' }] }
  await expect(world.call(OfferRows, part)).rejects.toMatchObject({ code: 'dataset.graph-whole' })
  await expect(narrow(parent.tableName, { columns: ['label'], label: 'label', features: ['1'] })).rejects.toMatchObject(
    {
      code: 'dataset.graph-whole',
    },
  )
  const offered = await offer(parent.tableName, { mapping: [mapping('class', 'label')] })
  expect((await rowsIn(offered.file))[0]).toEqual({ id: 'n0', class: '0' })
  expect(statSync(join(dirname(offered.file), 'edges.parquet')).nlink).toBe(2)
})

test('keeps the selected rows and pictures of a replaced dataset until rows are selected again', async () => {
  const parent = await pictures()
  const offered = await offer(parent.tableName)
  expect(statSync(offered.file).ino).toBe(statSync(parent.file).ino)
  // Replaces the dataset, as when a member saves another under its name.
  const newer = await pictures()
  saveDataset(world.db, { ...newer, id: parent.id, tableName: parent.tableName })
  saveDataset(world.db, { ...newer, deleted: true })
  await removeFiles(world.db, parent)
  expect(existsSync(parent.file)).toBe(false)
  expect(await rowsIn(offered.file)).toHaveLength(6)
  expect(existsSync(join(parent.media ?? '', '1.png'))).toBe(true)

  await world.call(OfferRows, { taskId: offered.taskId ?? '', tableName: parent.tableName, rows: [] })
  await until(() => !existsSync(dirname(parent.file)) && !existsSync(dirname(offered.file)))
  expect(existsSync(join(newer.media ?? '', '1.png'))).toBe(true)
})

test('deletes the selections, pictures and tickets of a deleted dataset', async () => {
  const { tableName, datasetId } = await world.dataSet(peopleCsv(30), fresh('Offered'))
  const taskId = fresh('task')
  world.fake.tasks.set(taskId, taskOf(taskId))
  await world.call(OfferRows, { taskId, tableName, rows: [] })
  const { planHash, datasetId: offeredId } = await world.call(DraftGrant, { taskId })
  await world.call(SignGrant, { taskId, planHash, datasetId: offeredId, proof: { pin: PIN } })
  const [folder, offered] = [findNewestGrant(world.db, taskId)?.folder ?? '', child(taskId)]
  await unlistDataset(world.deps.dataset, datasetId, (gone) => withdrawOfDatasets(world.deps.grant, gone))
  expect(findNewestGrant(world.db, taskId)?.withdrawTime).not.toBeNull()
  for (const gone of [folder, dirname(offered.file)]) expect(existsSync(gone)).toBe(false)

  const parent = await pictures()
  const shown = await offer(parent.tableName)
  await unlistDataset(world.deps.dataset, parent.id, () => () => {})
  expect([parent, shown].map(({ file }) => existsSync(dirname(file)))).toEqual([true, false])
  expect(findDataset(world.db, shown.id)).toBeUndefined()
})

test('selects exactly the rows that a member ticked, even if several rows have the same patient number', async () => {
  const ids = [...Array.from({ length: 30 }, (_, at) => at + 1), ...Array(10).fill(1), '']
  const { tableName } = await world.dataSet(`id,x\n${ids.map((id, at) => `${id},${at}`).join('\n')}\n`, fresh('Visits'))
  for (const count of [12, 20]) {
    const offered = await offer(tableName, { rows: Array.from({ length: count }, (_, at) => ({ id: at + 1 })) })
    expect(offered.rowCount).toBe(count)
  }
  const last = await offer(tableName, { rows: [{ id: 40 }, { id: 41 }] })
  expect(await rowsIn(last.file)).toEqual([
    { id: 40, id_2: 1, x: 39 },
    { id: 41, id_2: null, x: 40 },
  ])
})

test('explains why it refuses repeated ids in a dataset from an earlier version', async () => {
  const { tableName } = await world.dataSet('x\n1\n2\n3\n', fresh('Before'))
  const { file } = findDatasetByTable(world.db, tableName) as StoredDataset
  const older = `${file}.older`
  await world.duck.run(`COPY (SELECT 1 AS id, x FROM read_parquet('${file}')) TO '${older}' (FORMAT parquet)`)
  renameSync(older, file)
  await expect(offer(tableName, { rows: [{ id: 1 }] })).rejects.toMatchObject({
    code: 'dataset.rows-repeated',
    params: { rows: 3, ids: 1 },
  })
})
