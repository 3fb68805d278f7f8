import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RowFilter } from '@tessera/contract'
import { ListRows } from '@tessera/contract/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '../../testing/fake-platform.ts'
import { buildWorld, type World, zipOf } from '../../testing/world.ts'
import { readPage } from './page.ts'
import { RowOrders } from './row-orders.ts'

let world: World
let tableName: string
beforeAll(async () => {
  world = await buildWorld()
  await world.connect()
  const csv = [
    'city,temp,share,day,seen,open',
    'Łódź,3,0.5,2026-01-05,2026-01-05 08:30,true',
    'Köln,12,1.25,2026-01-06,2026-01-06 00:00,false',
    ',NA,,,,',
    "O'Hare %_,12,0.5,2025-12-31,2026-01-05 23:59,true",
    'köln,-4,9007199254740993,2026-02-01,2026-01-04 12:00,false',
    '"a ""b""",100,1e3,2026-01-05,2026-01-05 00:00,true',
  ].join('\n')
  tableName = (await world.dataSet(csv, 'Cities')).tableName
})
afterAll(() => world.close())

const filter = (column: string, test: RowFilter['test'], value = ''): RowFilter => ({ column, test, value })
async function idsOf(input: { sort?: string; order?: 'ascend' | 'descend'; filters?: RowFilter[] }) {
  const { rows, total } = await world.call(ListRows, { tableName, pageSize: 40, ...input })
  expect(total).toBe(rows.length)
  return rows.map(({ id }) => id)
}

test.each([
  ['numbers as numbers', 'temp', undefined, [5, 1, 2, 4, 6, 3]],
  ['equal values in file order when descending, and missing values last', 'temp', 'descend', [6, 2, 4, 1, 5, 3]],
  ['texts', 'city', 'ascend', [2, 4, 6, 5, 1, 3]],
  ['dates', 'day', 'descend', [5, 2, 1, 6, 4, 3]],
  ['booleans', 'open', 'ascend', [2, 5, 1, 4, 6, 3]],
  ['row ids', 'id', 'descend', [6, 5, 4, 3, 2, 1]],
] as const)('sorts rows by a column: %s', async (_what, sort, order, expected) => {
  expect(await idsOf({ sort, ...(order && { order }) })).toEqual(expected)
})

test.each([
  ['contains, whatever the case', [filter('city', 'contains', 'KÖLN')], [2, 5]],
  ['characters that mean something to SQL', [filter('city', 'contains', "' %_")], []],
  ['characters that mean something to LIKE', [filter('city', 'contains', '%_')], [4]],
  ['a text exactly', [filter('city', 'equals', 'köln')], [5]],
  ['a quoted text', [filter('city', 'equals', 'a "b"')], [6]],
  ['a number, not its digits', [filter('share', 'equals', '0.50')], [1, 4]],
  ['a maximum', [filter('temp', 'at-most', '3')], [1, 5]],
  ['an inclusive range', [filter('temp', 'at-least', '12'), filter('temp', 'at-most', '12.0')], [2, 4]],
  ['digits in a number', [filter('temp', 'contains', '00')], [6]],
  ['a day', [filter('day', 'equals', '2026-01-05')], [1, 6]],
  ['a day in a column of times', [filter('seen', 'equals', '2026/1/5')], [1, 4, 6]],
  ['until the end of a day', [filter('seen', 'at-most', '2026-01-05')], [1, 4, 5, 6]],
  ['from a point in time', [filter('seen', 'at-least', '2026-01-05T08:30')], [1, 2, 4]],
  ['until a point in time', [filter('seen', 'at-most', '2026-01-05 08:30:00')], [1, 5, 6]],
  ['a boolean', [filter('open', 'equals', 'TRUE')], [1, 4, 6]],
  ['missing values', [filter('temp', 'missing')], [3]],
  ['present values', [filter('city', 'present'), filter('open', 'equals', 'false')], [2, 5]],
  ['row ids', [filter('id', 'at-least', '5')], [5, 6]],
] as const)('filters rows by a condition: %s', async (_what, filters, expected) => {
  expect(await idsOf({ filters: [...filters] })).toEqual(expected)
})

test('refuses a filter that contains a NUL character, because no stored text contains one', async () => {
  await expect(idsOf({ filters: [filter('city', 'contains', 'a\0b')] })).rejects.toMatchObject({ code: 'request.nul' })
})

test('returns with every page the number of rows that pass the filter, sorted or not', {
  meta: { spec: 'calls.listOfMeta' },
}, async () => {
  const filters = [filter('temp', 'present')]
  const page = async (pageNo: number, sort?: string) => {
    const { rows, total } = await world.call(ListRows, {
      tableName,
      pageNo,
      pageSize: 2,
      filters,
      ...(sort && { sort }),
    })
    return [total, ...rows.map(({ id }) => id)]
  }
  expect(await page(1)).toEqual([5, 1, 2])
  expect(await page(3)).toEqual([5, 6])
  expect(await page(4)).toEqual([5])
  expect(await page(1, 'share')).toEqual([5, 1, 4])
  expect(await page(2, 'share')).toEqual([5, 2, 6])
  expect(await page(3, 'share')).toEqual([5, 5])
  expect(await page(9, 'share')).toEqual([5])
})

test.each([
  ['dataset.column-unknown', { filters: [filter('nothing', 'present')] }],
  ['dataset.column-unknown', { sort: 'toString' }],
  ['dataset.column-unknown', { sort: 'file_row_number' }],
  ['dataset.column-unknown', { sort: 'temp" DESC, "city' }],
  ['dataset.filter-number', { filters: [filter('temp', 'equals', '1,5')] }],
  ['dataset.filter-number', { filters: [filter('share', 'at-least', '1) OR (1=1')] }],
  ['dataset.filter-number', { filters: [filter('temp', 'at-least', '1e999')] }],
  ['dataset.filter-date', { filters: [filter('day', 'at-most', '2026-02-30')] }],
  ['dataset.filter-date', { filters: [filter('seen', 'equals', '2026-01-05 24:01')] }],
  ['dataset.filter-date', { filters: [filter('day', 'equals', '')] }],
  ['dataset.filter-boolean', { filters: [filter('open', 'equals', 'maybe')] }],
])('refuses a request for rows with %s: %j', async (code, input) => {
  await expect(world.call(ListRows, { tableName, ...input })).rejects.toMatchObject({ code })
})

test('returns exact dates and numbers in every sort order', async () => {
  const { rows } = await world.call(ListRows, { tableName, sort: 'share', order: 'descend', pageSize: 1 })
  expect(rows).toEqual([
    {
      id: 5,
      city: 'köln',
      temp: -4,
      share: 9007199254740992,
      day: '2026-02-01',
      seen: '2026-01-04 12:00:00',
      open: false,
    },
  ])
})

test("uses the same stored sort order for the routes with and without the edge's path prefix", async () => {
  const filters = JSON.stringify([filter('city', 'present')])
  const orders = () =>
    readdirSync(join(world.dataDir, 'tmp')).filter((name) => name.startsWith('orders-') && countIn(name) > 0)
  const browser = await world.openSession('alice')
  for (const prefix of ['', '/jeecg-boot']) {
    const url = `${prefix}${ListRows.path}?${new URLSearchParams({ tableName, filters })}`
    const { statusCode } = await world.app.inject({ url, headers: await browser.headers('GET', url) })
    expect([prefix, statusCode, orders()]).toEqual([prefix, 200, [expect.any(String)]])
  }
})

test('lets only the uploader read a draft', {
  meta: { spec: 'calls.listOfMeta' },
}, async () => {
  const draft = await world.upload(await zipOf({ 't.csv': 'x\n3\n1\n2\n' }), person('alice'))
  const page = await world.call(ListRows, { tableName: draft.tableName, sort: 'x' }, person('alice'))
  expect(page.rows.map(({ x }) => x)).toEqual([1, 2, 3])
  await expect(
    world.call(ListRows, { tableName: draft.tableName }, person('bob', { role: 'admin' })),
  ).rejects.toMatchObject({ code: 'dataset.not-found' })
})

test('reads pages far down in many rows from a sort order on disk, and limits the number of stored orders', async () => {
  const file = join(world.dataDir, 'many.parquet')
  await world.duck.run(
    `COPY (SELECT range AS id, (range * 7919) % 100003 AS x, range % 3 AS y FROM range(200000)) TO '${file}' (FORMAT parquet)`,
  )
  const rows = {
    file,
    columns: ['x', 'y'],
    columnTypes: { x: 'integer', y: 'integer' },
    rowCount: 200_000,
    media: null,
  }
  const deps = { duck: world.duck, orders: new RowOrders(world.duck, world.dataDir) }
  const page = (request: object) => readPage(deps, rows as never, { offset: 0, size: 20, ...request })
  const plain = await world.duck.rows(`SELECT id FROM '${file}' ORDER BY x DESC, id LIMIT 20 OFFSET 150000`)
  const deep = await page({ offset: 150_000, sort: 'x', order: 'descend' })
  expect(deep.rows.map(({ id }) => id)).toEqual(plain.map(({ id }) => id))
  for (let value = 0; value < 12; value += 1) {
    const filters = [filter('x', 'at-least', String(value))]
    const { n } = await world.duck.row(`SELECT count(*) AS n FROM '${file}' WHERE x >= ${value}`)
    expect((await page({ filters })).total).toBe(n)
  }
  const orders = readdirSync(join(world.dataDir, 'tmp')).find((name) => name.startsWith('orders-') && countIn(name) > 1)
  expect(countIn(orders ?? '')).toBeLessThanOrEqual(9)
  // A sort order that was removed from the cache is computed again.
  expect((await page({ offset: 150_000, sort: 'x', order: 'descend' })).rows).toEqual(deep.rows)
})

test.each(['n', 'N', 'total', 'held', 'label'])('sorts and filters a column called %s like any other', async (name) => {
  const file = join(world.dataDir, `named-${name}.parquet`)
  const value = '(range * 7919) % 10007'
  await world.duck.run(
    `COPY (SELECT range AS id, ${value} AS "${name}", 7 AS y FROM range(10000)) TO '${file}' (FORMAT parquet)`,
  )
  const columnTypes = { [name]: 'integer', y: 'integer' }
  const rows = { file, columns: [name, 'y'], columnTypes, rowCount: 10_000, media: null }
  const deps = { duck: world.duck, orders: new RowOrders(world.duck, world.dataDir) }
  for (const filters of [[], [filter(name, 'at-least', '1000')]]) {
    const where = filters.length > 0 ? `WHERE t."${name}" >= 1000` : ''
    const { total } = await world.duck.row(`SELECT count(*) AS total FROM '${file}' t ${where}`)
    for (const offset of [0, 40, 8_000]) {
      const plain = await world.duck.rows(
        `SELECT t.id AS row FROM '${file}' t ${where} ORDER BY t."${name}" DESC LIMIT 20 OFFSET ${offset}`,
      )
      const page = await readPage(deps, rows as never, { offset, size: 20, sort: name, order: 'descend', filters })
      expect(page.rows.map(({ id }) => id)).toEqual(plain.map(({ row }) => row))
      expect(page.total).toBe(total)
    }
  }
})
const countIn = (folder: string) => readdirSync(join(world.dataDir, 'tmp', folder)).length
