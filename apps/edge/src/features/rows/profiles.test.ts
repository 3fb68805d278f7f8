import { join } from 'node:path'
import { GetAnalysis, GetColumnProfiles, ListClasses } from '@tessera/contract/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '../../testing/fake-platform.ts'
import { buildWorld, type World, zipOf } from '../../testing/world.ts'
import { readClasses } from './classes.ts'
import { readProfiles } from './profiles.ts'
import { saveAnalysis } from './queries.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
  await world.connect()
})
afterAll(() => world.close())

const csv = [
  'x,half,day,seen,text,flag,same,none',
  ...Array.from({ length: 100 }, (_, i) =>
    [
      ...[i + 1, i % 2 ? 0.5 : -0.5, `2026-${String(1 + (i % 10)).padStart(2, '0')}-01`],
      ...[`2026-01-01 ${String(i % 20).padStart(2, '0')}:00`, i % 4 ? 'often' : `t${i}`, i < 30, 7, ''],
    ].join(','),
  ),
].join('\n')

test('computes the profile of columns of every type', { meta: { spec: 'calls.columnAndFeatureOfMeta' } }, async () => {
  const { tableName } = await world.dataSet(csv, 'Profiles')
  const profiles = await world.call(GetColumnProfiles, { tableName })
  const of = Object.fromEntries(profiles.map((profile) => [profile.name, profile]))
  const counts = (name: string) => of[name]?.bins.map(({ count }) => count)

  expect(profiles.map(({ name }) => name)).toEqual(['x', 'half', 'day', 'seen', 'text', 'flag', 'same', 'none'])
  expect(of.x).toMatchObject({ type: 'integer', missing: 0, distinct: 100, minimum: 1, maximum: 100, mean: 50.5 })
  expect(of.x?.quartiles).toEqual([25.75, 50.5, 75.25])
  expect(counts('x')).toEqual(Array(10).fill(10))
  expect(of.x?.bins[0]?.label).toBe('1 – 10.9')
  expect(counts('half')).toEqual([50, 0, 0, 0, 0, 0, 0, 0, 0, 50])
  expect(of.day).toMatchObject({ type: 'date', distinct: 10, minimum: null, mean: null, quartiles: null })
  expect(of.day?.bins[0]?.label).toBe('2026-01-01 – 2026-01-28')
  expect(counts('day')?.reduce((sum, count) => sum + count)).toBe(100)
  expect(of.seen?.bins[0]?.label).toBe('2026-01-01 00:00 – 2026-01-01 01:54')
  expect(of.text).toMatchObject({ distinct: 26, quartiles: null })
  expect(of.text?.bins.slice(0, 2)).toEqual([
    { label: 'often', count: 75 },
    { label: 't0', count: 1 },
  ])
  expect(of.flag?.bins).toEqual([
    { label: 'false', count: 70 },
    { label: 'true', count: 30 },
  ])
  expect(of.same?.bins).toEqual([{ label: '7', count: 100 }])
  expect(of.none).toMatchObject({ missing: 100, distinct: 0, bins: [] })
})

/** Writes a file of rows with DuckDB. */
async function rowsOf(name: string, select: string, columnTypes: Record<string, string>, more: object = {}) {
  const file = join(world.dataDir, `${name}.parquet`)
  await world.duck.run(`COPY (${select}) TO '${file}' (FORMAT parquet)`)
  const { n } = await world.duck.row(`SELECT count(*) AS n FROM '${file}'`)
  const rows = { tableName: name, contentType: 'tabular', columns: Object.keys(columnTypes), columnTypes, ...more }
  return { ...rows, file, rowCount: Number(n) } as never
}

test('computes the same profile of a table with many columns in parts, and estimates quantiles closely', async () => {
  const names = Array.from({ length: 250 }, (_, i) => `c${i}`)
  const cells = names.map((name, i) =>
    i % 2 ? `range % ${i + 2} AS ${name}` : `'v' || (range % ${i * 40 + 3}) AS ${name}`,
  )
  const types = Object.fromEntries(names.map((name, i) => [name, i % 2 ? 'integer' : 'text']))
  const rows = await rowsOf('wide', `SELECT range AS id, ${cells.join(', ')} FROM range(5000)`, types)
  const profiles = await readProfiles(world.deps.dataset, rows)
  expect(profiles.map(({ name }) => name)).toEqual(names)
  // Small numbers of distinct values are exact even if there are more than 100 columns.
  expect(profiles[201]).toMatchObject({ distinct: 203, minimum: 0, maximum: 202 })
  expect(profiles[0]).toMatchObject({ distinct: 3, bins: [{ label: 'v0' }, { label: 'v1' }, { label: 'v2' }] })
  const many = profiles[100]?.distinct ?? 0
  expect(many).toBeGreaterThan(4003 * 0.75)
  expect(many).toBeLessThan(4003 * 1.25)
  expect(profiles[100]?.bins[0]).toEqual({ label: 'v0', count: 2 })
})

test('computes the profile of numbers beyond the range of JSON or of a bin without an error', async () => {
  const rows = await rowsOf(
    'odd',
    `SELECT * FROM (VALUES (1, 'NaN'::DOUBLE, 1.7e308, 9223372036854775807, 1.7e308),
       (2, 1, -1.7e308, -9223372036854775807, -1.7e308), (3, NULL, 0, 0, NULL)) AS t(id, nan, huge, whole, apart)`,
    { nan: 'number', huge: 'number', whole: 'integer', apart: 'number' },
  )
  const [nan, huge, whole, apart] = await readProfiles(world.deps.dataset, rows)
  expect(nan).toMatchObject({ missing: 1, maximum: null, quartiles: [1, 1, 1] })
  expect(apart?.quartiles?.map((value) => value / 1e307)).toEqual([expect.closeTo(-8.5), 0, expect.closeTo(8.5)])
  expect(huge).toMatchObject({ minimum: -1.7e308, maximum: 1.7e308, distinct: 3 })
  expect(huge?.bins.reduce((sum, { count }) => sum + count, 0)).toBe(3)
  expect(whole?.bins.map(({ count }) => count)).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 1])
})

test('shortens long texts in profiles', async () => {
  const rows = await rowsOf('long', `SELECT range AS id, repeat('long ', 1000) || range AS text FROM range(3)`, {
    text: 'text',
  })
  const [text] = await readProfiles(world.deps.dataset, rows)
  expect(text).toMatchObject({ distinct: 3, bins: [{ count: 3 }] })
  expect(text?.bins[0]?.label).toHaveLength(80)
})

test('computes profiles again after data are replaced, and profiles of a draft only for its uploader', async () => {
  const draft = await world.upload(await zipOf({ 't.csv': 'a\n1\n2\n' }))
  saveAnalysis(world.db, draft.tableName, { classes: [], distributions: [] })
  const { tableName } = draft
  expect(await world.call(GetColumnProfiles, { tableName })).toMatchObject([{ name: 'a', distinct: 2 }])
  expect(await world.call(GetAnalysis, { tableName })).toEqual({
    classes: [],
    distributions: [],
    fileName: 'table.zip',
  })
  for (const endpoint of [GetColumnProfiles, GetAnalysis]) {
    await expect(world.call(endpoint, { tableName }, person('bob'))).rejects.toMatchObject({
      code: 'dataset.not-found',
    })
  }
  await expect(world.call(ListClasses, { tableName, column: 'a' }, person('bob'))).rejects.toMatchObject({
    code: 'dataset.not-found',
  })

  const first = await world.dataSet('a\n1\n2\n', 'Twice')
  expect(await world.call(GetColumnProfiles, first)).toMatchObject([{ name: 'a', distinct: 2 }])
  await world.dataSet('b\n5\n6\n7\n', 'Twice', person('alice'), { overwrite: true })
  expect(await world.call(GetColumnProfiles, first)).toMatchObject([{ name: 'b', distinct: 3 }])
})

test('uses the same names of classes as the engine', async () => {
  const { tableName } = await world.dataSet('n,d,b,t\n1,1.0,true, x \n1,2.5,false,x\n2,1,true,\n', 'Classes')
  const of = async (column: string) =>
    (await world.call(ListClasses, { tableName, column })).map(({ name, count }) => `${name}: ${count}`)
  expect(await of('n')).toEqual(['1: 2', '2: 1'])
  expect(await of('d')).toEqual(['1: 2', '2.5: 1'])
  expect(await of('b')).toEqual(['true: 2', 'false: 1'])
  expect(await of('t')).toEqual(['x: 2'])
  await expect(world.call(ListClasses, { tableName, column: 'id' })).rejects.toMatchObject({
    code: 'dataset.column-unknown',
  })
})

test('counts the objects in pictures and the tags in texts as classes, once per row', async () => {
  const boxes = await rowsOf(
    'boxes',
    `SELECT * FROM (VALUES (1, '[{"class":"cat","x":0.5,"y":0.5,"w":0.1,"h":0.1},{"class":"cat","x":0.1,"y":0.5,"w":0.1,"h":0.1}]'),
       (2, '[{"class":"dog","x":0.5,"y":0.5,"w":0.1,"h":0.1},{"class":"cat","x":0.1,"y":0.5,"w":0.1,"h":0.1}]'), (3, '[]')) AS t(id, boxes)`,
    { boxes: 'text' },
    { contentType: 'yolo' },
  )
  expect(await readClasses(world.duck, boxes, 'boxes')).toEqual([
    { name: 'cat', count: 2 },
    { name: 'dog', count: 1 },
  ])
  const tags = await rowsOf(
    'tags',
    `SELECT * FROM (VALUES (1, '["a","b","c"]', '["B-PER","I-PER","O"]'), (2, '["d"]', '["B-LOC"]'), (3, '["e"]', '["O"]')) AS t(id, tokens, tags)`,
    { tokens: 'text', tags: 'text' },
    { contentType: 'nlp' },
  )
  expect(await readClasses(world.duck, tags, 'tags')).toEqual([
    { name: 'LOC', count: 1 },
    { name: 'PER', count: 1 },
  ])
})
