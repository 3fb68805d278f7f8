import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { GetAnalysis, ListRows, OfferRows, SaveDataset, UploadZip } from '@tessera/contract/wire'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '../../testing/fake-platform.ts'
import { buildWorld, peopleCsv, until, type World, zipOf } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
  await world.connect()
})
afterAll(() => world.close())

const uploadCsv = async (csv: string | Buffer) => world.upload(await zipOf({ 'data/table.csv': csv }))
const refused = (upload: Promise<unknown>) =>
  upload.then(
    () => 'taken',
    (error) => ({ code: error.code, ...error.params }),
  )

test('decides the types of columns from all rows', { meta: { spec: 'calls.uploadZip' } }, async () => {
  const draft = await uploadCsv(
    [
      'whole,real,code,flag,day,moment,text,mixed,empty',
      '1,1.5,00123,true,2026-01-31,2026-01-31 10:00,a b,1,',
      '-2,1e-3,00124,FALSE,2026/2/1,2026-02-01 11:30:05,"x, ""y""",two,NA',
      '?,7,00125,,2026-03-01,2026-03-01,,3,',
    ].join('\r\n'),
  )

  expect(draft).toMatchObject({ contentType: 'tabular', rowCount: 3, name: 'table' })
  expect(draft.columnTypes).toEqual({
    whole: 'integer',
    real: 'number',
    code: 'text',
    flag: 'boolean',
    day: 'date',
    moment: 'date',
    text: 'text',
    mixed: 'text',
    empty: 'text',
  })
  await world.call(SaveDataset, { draftId: draft.draftId, name: 'Types', description: 'd', sharing: 'party' })
  const { rows } = await world.call(ListRows, { tableName: draft.tableName })
  expect(rows[1]).toEqual({
    id: 2,
    whole: -2,
    real: 0.001,
    code: '00124',
    flag: false,
    day: '2026-02-01',
    moment: '2026-02-01 11:30:05',
    text: 'x, "y"',
    mixed: 'two',
    // In a column that contains no other value, NA is ambiguous: all rows could be from Namibia.
    empty: 'NA',
  })
  expect(rows[2]?.whole).toBeNull()
})

test.each([
  ['UTF-8', Buffer.from('姓名,值\n张三,1\n李四,2\n')],
  ['UTF-8 with a mark', Buffer.from('\uFEFF姓名,值\n张三,1\n李四,2\n')],
  ['GB18030', iconv.encode('姓名,值\n张三,1\n李四,2\n', 'gb18030')],
  ['UTF-16 with a mark', iconv.encode('\uFEFF姓名,值\n张三,1\n李四,2\n', 'utf-16le')],
  ['semicolons', Buffer.from('姓名;值\n张三;1\n李四;2\n')],
  ['tabs', Buffer.from('姓名\t值\n张三\t1\n李四\t2\n')],
])('reads an uploaded table in %s', async (name, csv) => {
  const draft = await uploadCsv(csv)
  expect(draft.columns).toEqual(['姓名', '值'])
  await world.call(SaveDataset, { draftId: draft.draftId, name, description: 'd', sharing: 'party' })
  const { rows } = await world.call(ListRows, { tableName: draft.tableName })
  expect(rows).toEqual([
    { id: 1, 姓名: '张三', 值: 1 },
    { id: 2, 姓名: '李四', 值: 2 },
  ])
})

test('changes the type of a column because of a value in a late row, however many numbers precede it', async () => {
  const rows = Array.from({ length: 12_000 }, (_, at) => (at === 11_990 ? 'n.d.,1.5,' : `${at},${at},`))
  const draft = await uploadCsv(`late,number,late_boolean\n${rows.join('\n')}\n1,2,true\n`)
  expect(draft.columnTypes).toEqual({ late: 'text', number: 'number', late_boolean: 'boolean' })
})

test('uses an id column to identify rows, and does not treat it as data', async () => {
  const draft = await uploadCsv('ID,x\nA-7,1\nA-9,2\n')
  expect(draft.columns).toEqual(['x'])
  await world.call(SaveDataset, { draftId: draft.draftId, name: 'Ids', description: 'd', sharing: 'party' })
  expect((await world.call(ListRows, { tableName: draft.tableName })).rows.map(({ id }) => id)).toEqual(['A-7', 'A-9'])
})

test.each([
  ['a row that is too wide', 'a,b\n1,2\n1,2,3\n', { code: 'dataset.csv-width', line: 3, found: 3, expected: 2 }],
  ['a row that is too narrow', 'a,b\n1,2\n1\n3,4\n', { code: 'dataset.csv-width', line: 3, found: 1, expected: 2 }],
  ['an open quotation mark', 'a,b\n1,"2\n3,4\n', { code: 'dataset.csv-quote', line: 2 }],
  ['a repeated column', 'a,A\n1,2\n', { code: 'dataset.header-repeated', column: 'A' }],
  ['a column without a name', 'a,,c\n1,2,3\n', { code: 'dataset.header-empty', position: 2 }],
  ['no header', '1,2\n3,4\n', { code: 'dataset.header-missing' }],
  ['no rows', 'a,b\n', { code: 'dataset.csv-empty' }],
  ['nothing at all', '', { code: 'dataset.csv-empty' }],
])('refuses a table with %s', async (_what, csv, error) => {
  expect(await refused(uploadCsv(csv))).toMatchObject(error)
})

test('names the line of a text that can be decoded neither as UTF-8 nor as GB18030', async () => {
  const csv = Buffer.concat([Buffer.from('a,b\n1,2\n'), Buffer.from([0xff, 0xff, 0x0a])])
  expect(await refused(uploadCsv(csv))).toMatchObject({
    code: 'dataset.csv-encoding',
    line: 3,
    otherRemedy: 'skip-rows',
  })
})

test('refuses archives that write outside their folder, contain links or expand excessively', {
  meta: { spec: 'calls.uploadZip' },
}, async () => {
  const good = await zipOf({ 'aaaa.csv': 'a\n1\n' })
  const outside = Buffer.from(good.toString('latin1').replaceAll('aaaa.csv', '../a.csv'), 'latin1')
  expect(await refused(world.upload(outside))).toEqual({ code: 'dataset.zip-path', name: '../a.csv' })

  const link = await zipOf({ 'table.csv': '/etc/passwd' }, { mode: 0o120777 })
  expect(await refused(world.upload(link))).toEqual({ code: 'dataset.zip-link', name: 'table.csv' })

  const bomb = await zipOf({ 'table.csv': Buffer.alloc(100 * 1024 * 1024, '0') })
  expect(await refused(world.upload(bomb))).toMatchObject({ code: 'dataset.zip-bomb' })

  const encrypted = Buffer.from(good)
  encrypted.writeUInt16LE(1, encrypted.indexOf(Buffer.from('PK\x01\x02', 'latin1')) + 8)
  expect(await refused(world.upload(encrypted))).toEqual({ code: 'dataset.zip-encrypted' })
})

test('detects a wrong size and a damaged file in an archive', async () => {
  const good = await zipOf({ 'table.csv': peopleCsv(2_000) })
  const central = good.indexOf(Buffer.from('PK\x01\x02', 'latin1'))
  const lying = Buffer.from(good)
  lying.writeUInt32LE(10, central + 24)
  expect(await refused(world.upload(lying))).toEqual({ code: 'dataset.zip-damaged', name: 'table.csv' })

  const wrongSum = Buffer.from(good)
  wrongSum.writeUInt32LE(1, central + 16)
  expect(await refused(world.upload(wrongSum))).toEqual({ code: 'dataset.zip-damaged', name: 'table.csv' })
  expect(await refused(world.upload(good.subarray(0, good.length - 30)))).toEqual({ code: 'dataset.zip-broken' })
  expect(await refused(world.upload(gzipSync('a\n1\n')))).toEqual({ code: 'dataset.zip-broken' })
  expect(await refused(world.upload(good, undefined, 'table.csv'))).toEqual({ code: 'dataset.zip-only' })
})

test.each([
  [
    'two tables',
    { 'a.csv': 'a\n1\n', 'b.csv': 'a\n1\n' },
    { code: 'dataset.zip-many', count: 2, names: 'a.csv, b.csv' },
  ],
  ['no usable file', { 'notes.md': 'x' }, { code: 'dataset.kind-unknown' }],
])('refuses an archive with %s and names the reason', async (_what, files, error) => {
  expect(await refused(world.upload(await zipOf(files as Record<string, string>)))).toEqual(error)
})

test('ignores macOS system files beside the table', async () => {
  const draft = await world.upload(
    await zipOf({ 'table.csv': 'a\n1\n', '__MACOSX/._table.csv': 'x', '.DS_Store': 'x' }),
  )
  expect(draft.rowCount).toBe(1)
})

test('refuses a request without a file and users who are not members, and leaves no part of a refused upload on disk', {
  meta: { spec: 'validation.dataset-zip-only' },
}, async () => {
  const token = await world.fake.edgeToken()
  const empty = await world.app.inject({
    method: 'POST',
    url: UploadZip.path,
    headers: { 'x-access-token': token, 'content-type': 'multipart/form-data; boundary=b' },
    payload: '--b--\r\n',
  })
  expect(empty.json().error).toBe('file.missing')
  expect((await readdir(join(world.dataDir, 'tmp'))).filter((name) => name.startsWith('upload-'))).toEqual([])

  const stranger = await world.app.inject({ method: 'POST', url: UploadZip.path })
  expect(stranger.statusCode).toBe(401)
  expect(stranger.json().error).toBe('edge.token-required')
})

test('shows the file name to users who may read the rows, and never sends it to the platform', async () => {
  const fileName = '病例 secret-ward.ZIP'
  const draft = await world.upload(await zipOf({ 'table.csv': peopleCsv(30) }), person('alice'), fileName)
  expect(draft.name).toBe('病例 secret-ward')
  const nameFor = async (tableName: string, who = 'alice') =>
    (await world.call(GetAnalysis, { tableName }, person(who))).fileName
  expect(await nameFor(draft.tableName)).toBe(fileName)
  await expect(nameFor(draft.tableName, 'bob')).rejects.toMatchObject({ code: 'dataset.not-found' })

  const named = { draftId: draft.draftId, name: 'Ward', description: 'd' }
  const { datasetId } = await world.call(SaveDataset, { ...named, sharing: 'person' })
  expect(await nameFor(draft.tableName)).toBe(fileName)
  await expect(nameFor(draft.tableName, 'bob')).rejects.toMatchObject({ code: 'dataset.not-allowed' })
  const child = await world.call(OfferRows, { taskId: 'of-file', tableName: draft.tableName, rows: [] })
  await until(() => world.fake.reports.some((one) => one.kind === 'dataset' && one.dataset.id === child.datasetId))
  expect(world.fake.reports.some((one) => one.kind === 'dataset' && one.dataset.id === datasetId)).toBe(true)
  expect(JSON.stringify(world.fake.reports)).not.toMatch(/secret-ward|fileName/)

  const again = await world.upload(await zipOf({ 'table.csv': peopleCsv(20) }), person('alice'), 'newer.zip')
  await world.call(SaveDataset, { ...named, draftId: again.draftId, sharing: 'person', overwrite: true })
  expect(await nameFor(draft.tableName)).toBe('newer.zip')
})

test('requires a name to save a dataset, refuses a name that is in use, and replaces a dataset only on request', {
  meta: { spec: ['validation.dataset-fields', 'calls.save'] },
}, async () => {
  const save = (draftId: string, more: object = {}) =>
    world.call(SaveDataset, { draftId, name: 'Mine', description: 'd', sharing: 'party', ...more } as never)
  const first = await uploadCsv('a\n1\n')
  expect(await refused(save(first.draftId, { name: ' ' }))).toEqual({ code: 'dataset.name-required' })
  expect(await refused(save('nothing'))).toEqual({ code: 'dataset.upload-again' })
  const { datasetId } = await save(first.draftId)

  const second = await uploadCsv('a\n1\n2\n')
  expect(await refused(save(second.draftId))).toMatchObject({
    code: 'dataset.name-taken',
    rows: 1,
    since: expect.stringContaining('T'),
  })
  expect(await save(second.draftId, { overwrite: true })).toEqual({ datasetId })
  expect((await world.call(ListRows, { tableName: first.tableName })).total).toBe(2)
})

test('reports a table with the maximum number of columns, and refuses column names that are too long to report without losing data', async () => {
  const draft = await uploadCsv(peopleCsv(3))
  const save = () =>
    world.call(SaveDataset, { draftId: draft.draftId, name: 'Wide', description: 'd', sharing: 'party' })
  const widen = (filler: string) => {
    const columns = Array.from({ length: 5_000 }, (_, n) => String(n).padEnd(128, filler))
    const types = Object.fromEntries(columns.map((name) => [name, 'number']))
    world.db
      .prepare('update drafts set columns = ?, column_types = ? where id = ?')
      .run(JSON.stringify(columns), JSON.stringify(types), draft.draftId)
  }
  // In JSON, a control character takes six bytes.
  widen('\u0001')
  expect(await refused(save())).toEqual({ code: 'dataset.header-large', size: '7.2 MB', limit: '4.0 MB' })
  expect(world.outbox.unsent()).toEqual([])

  widen('测')
  const { datasetId } = await save()
  await until(() => world.fake.reports.some((one) => one.kind === 'dataset' && one.dataset.id === datasetId))
  await world.call(OfferRows, { taskId: 't-wide', tableName: draft.tableName, rows: [] })
  expect(world.link.isConnected).toBe(true)
})
