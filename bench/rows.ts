/**
 * How soon an edge answers a page of many rows: unsorted at any depth, sorted, filtered, deep in an order.
 *
 *     node bench/rows.ts [rows] [pages]
 *
 * Makes a table with this many rows (a million; the goal is for ten million) and ten columns, and requests pages of 10,
 * 20, 30 and 40 through the edge's own function and through its whole stack (`app.inject`). The reference, in turns in
 * the same run on the same file: DuckDB's plain `LIMIT … OFFSET …`, `ORDER BY … LIMIT …`, and `WHERE … LIMIT …` with
 * `count(*)`. Prints one JSON object; times in milliseconds, ratios of medians.
 */

import { mkdirSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { ListRows } from '@tessera/contract/wire'
import { type PageRequest, readPage } from '../apps/edge/src/features/rows/page.ts'
import { type StoredDataset, saveDataset } from '../apps/edge/src/features/rows/queries.ts'
import { RowOrders } from '../apps/edge/src/features/rows/row-orders.ts'
import { buildWorld } from '../apps/edge/src/testing/world.ts'

const ROWS = Number(process.argv[2] ?? 1_000_000)
const PAGES = Number(process.argv[3] ?? 20)
/**
 * Number of rows per row group. Smaller groups are read faster, larger ones are skipped faster; this value is a
 * compromise for ten million rows.
 */
const ROW_GROUP = 61_440
const SIZES = [10, 20, 30, 40]

const world = await buildWorld()
try {
  await world.connect()
  console.log(JSON.stringify(await measure(), null, 1))
} finally {
  await world.close()
}

async function measure() {
  const dataset = await makeDataset()
  const { duck } = world
  const alice = await world.openSession('alice')
  const source = `read_parquet('${dataset.file}')`
  const own = async (request: PageRequest) => {
    // Measures the first request for a sort order, which no cache contains yet.
    const page = await readPage({ duck, orders: new RowOrders(duck, world.dataDir) }, dataset, request)
    if (page.rows.length === 0) throw new Error(`no rows: ${JSON.stringify(request)}`)
  }
  const answered = async ({ offset, size, filters, ...rest }: PageRequest) => {
    const query = new URLSearchParams({
      tableName: dataset.tableName,
      pageNo: String(offset / size + 1),
      pageSize: String(size),
      ...rest,
      ...(filters && { filters: JSON.stringify(filters) }),
    })
    const url = `${ListRows.path}?${query}`
    const response = await world.app.inject({ url, headers: await alice.headers('GET', url) })
    if (!response.json().success) throw new Error(response.body)
  }

  const unsorted = []
  for (const size of SIZES) {
    const pages = Array.from({ length: PAGES }, () => ({
      offset: Math.floor((Math.random() * ROWS) / size) * size,
      size,
    }))
    unsorted.push({
      size,
      ...(await inTurns(pages, {
        own,
        answered,
        plain: ({ offset }) => `SELECT * FROM ${source} LIMIT ${size} OFFSET ${offset}`,
      })),
    })
  }
  const sorts = ['whole', 'amount', 'name', 'kind', 'day'].flatMap((sort) => [
    { offset: 0, size: 10, sort, order: 'ascend' as const },
    { offset: 0, size: 40, sort, order: 'descend' as const },
  ])
  const sorted = await inTurns(sorts, {
    own,
    answered,
    plain: ({ sort, order, size }) =>
      `SELECT * FROM ${source} ORDER BY ${sort} ${order === 'descend' ? 'DESC' : ''} LIMIT ${size}`,
  })
  const conditions = [
    ['name', 'contains', '99', `contains(lower(name), '99')`],
    ['name', 'equals', 'name 77', `name = 'name 77'`],
    ['amount', 'at-least', '500', 'amount >= 500'],
    ['day', 'at-most', '2010-05-05', `day <= '2010-05-05'`],
    ['kind', 'equals', '3 kind', `kind = '3 kind'`],
  ] as const
  const filters = conditions.map(([column, test, value]) => ({
    offset: 0,
    size: 10,
    filters: [{ column, test, value }],
  }))
  const where = ({ filters: [filter] = [] }: PageRequest) =>
    conditions.find(([column, test]) => column === filter?.column && test === filter.test)?.[3]
  const filtered = await inTurns(filters, {
    own,
    answered,
    plain: (request) => [
      `SELECT * FROM ${source} WHERE ${where(request)} LIMIT 10`,
      `SELECT count(*) FROM ${source} WHERE ${where(request)}`,
    ],
  })
  const both = await inTurns(
    filters.map((one) => ({ ...one, sort: 'whole' })),
    {
      own,
      answered,
      plain: (request) => [
        `SELECT * FROM ${source} WHERE ${where(request)} ORDER BY whole LIMIT 10`,
        `SELECT count(*) FROM ${source} WHERE ${where(request)}`,
      ],
    },
  )
  const depth = Math.floor(ROWS / 20) * 10
  const deep = await inTurns(
    ['amount', 'name'].map((sort) => ({ offset: depth, size: 10, sort })),
    {
      own,
      answered,
      plain: ({ sort, offset }) => `SELECT * FROM ${source} ORDER BY ${sort} LIMIT 10 OFFSET ${offset}`,
    },
  )
  const again = await inTurns(
    Array.from({ length: PAGES }, (_, page) => ({ offset: depth + page * 10, size: 10, sort: 'name' })),
    { answered, plain: ({ sort, offset }) => `SELECT * FROM ${source} ORDER BY ${sort} LIMIT 10 OFFSET ${offset}` },
  )
  return {
    rows: ROWS,
    columns: 10,
    rowGroup: ROW_GROUP,
    cores: availableParallelism(),
    load: loadavg()[0]?.toFixed(1),
    unsorted,
    firstSorted: sorted,
    firstFiltered: filtered,
    firstSortedAndFiltered: both,
    firstDeepSorted: deep,
    nextDeepSorted: again,
    residentMb: Math.round(process.memoryUsage().rss / 1024 ** 2),
  }
}

interface Ways {
  own?: (request: PageRequest) => Promise<void>
  answered: (request: PageRequest) => Promise<void>
  /** Returns the same request in SQL. */
  plain: (request: PageRequest) => string | string[]
}

async function inTurns(requests: PageRequest[], { own, answered, plain }: Ways) {
  const times: Record<'own' | 'answered' | 'plain', number[]> = { own: [], answered: [], plain: [] }
  const timed = async (way: keyof typeof times, work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    times[way].push(performance.now() - began)
  }
  for (const request of requests) {
    if (own) await timed('own', () => own(request))
    await timed('answered', () => answered(request))
    await timed('plain', async () => {
      for (const sql of [plain(request)].flat()) await world.duck.rows(sql)
    })
  }
  const [reference, whole] = [summary(times.plain), summary(times.answered)]
  return {
    ...(own && { own: summary(times.own) }),
    answered: whole,
    plainDuckDb: reference,
    ratio: Number((whole.median / reference.median).toFixed(2)),
  }
}

function summary(times: number[]) {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => Number((sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1))
  return { median: at(0.5), worst: at(1) }
}

async function makeDataset(): Promise<StoredDataset> {
  const folder = join(world.dataDir, 'data', 'bench')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'rows.parquet')
  await world.duck.run(
    `COPY (SELECT range + 1 AS id, (hash(range) % 1000000)::BIGINT AS whole, (hash(range + 7) % 1000000) / 1000.0 AS amount,
       'name ' || (hash(range + 3) % 100000) AS name, (hash(range + 5) % 5) || ' kind' AS kind,
       DATE '2000-01-01' + (hash(range + 9) % 9000)::INTEGER AS day, random() AS a, random() AS b, random() AS c, random() AS d
     FROM range(${ROWS})) TO '${file}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${ROW_GROUP})`,
  )
  const columnTypes = {
    ...({ whole: 'integer', amount: 'number', name: 'text', kind: 'text', day: 'date' } as const),
    ...({ a: 'number', b: 'number', c: 'number', d: 'number' } as const),
  }
  const dataset: StoredDataset = {
    ...({ sharing: 'party', contentType: 'tabular' } as const),
    id: 'bench',
    name: 'bench',
    description: 'd',
    sizeBytes: 1,
    rowCount: ROWS,
    tableName: 't_bench',
    columns: Object.keys(columnTypes),
    columnTypes,
    createdByUserId: 'u-alice',
    createdBy: 'alice',
    orgCode: '',
    createTime: '2026-01-01T00:00:00.000Z',
    taskId: null,
    parentId: null,
    deleted: false,
    media: null,
    file,
    labelColumns: [],
    mapping: [],
    repeatedId: null,
    base: null,
    fileName: null,
  }
  saveDataset(world.db, dataset)
  return dataset
}
