import { mkdtempSync, readFileSync } from 'node:fs'
import {
  DraftGrant,
  GetAnalysis,
  GetColumnProfiles,
  ListClasses,
  ListRows,
  OfferColumns,
  ReadUpload,
  SignGrant,
} from '@tessera/contract/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workbook } from '../../testing/corpus/workbooks.ts'
import { picture } from '../../testing/pictures.ts'
import { buildWorld, PIN, taskOf, type World, zipOf } from '../../testing/world.ts'
import { findNewestGrant } from '../grant/queries.ts'

/** Property names that every JavaScript object inherits. */
const ODD = ['constructor', 'toString', 'hasOwnProperty', 'valueOf']

let world: World
beforeAll(async () => {
  world = await buildWorld({ signers: ['alice'] })
  world.fake.codes.set('logistic-regression', Buffer.from('code'))
  await world.connect()
})
afterAll(() => world.close())

const refusalOf = (files: Record<string, string | Buffer>) =>
  zipOf(files)
    .then((zip) => world.upload(zip))
    .then(
      () => undefined,
      ({ code, params }) => ({ code, params }),
    )
const parquetOf = async (sql: string) => {
  const path = `${mkdtempSync(`${world.dataDir}/odd-`)}/t.parquet`
  await world.duck.run(`COPY (${sql}) TO '${path}' (FORMAT parquet)`)
  return readFileSync(path)
}

describe('refuses a column called __proto__, because JSON objects would drop its values', () => {
  test.each([
    ['CSV', async () => ({ 't.csv': 'a,__proto__\n1,2\n' })],
    ['TSV with capitals', async () => ({ 't.tsv': 'a\t__PROTO__\n1\t2\n' })],
    [
      'XLSX',
      async () => ({
        't.xlsx': workbook({
          s: [
            ['a', '__proto__'],
            [1, 2],
          ],
        }),
      }),
    ],
    ['Parquet', async () => ({ 't.parquet': await parquetOf('SELECT 1 AS a, 2 AS "__proto__"') })],
    ['a list of texts', async () => ({ 't.csv': 'text,label,__proto__\nhi,a,b\n' })],
  ])('refuses a column called __proto__ in %s, and reads it under another name on request', async (_kind, make) => {
    const refused = await refusalOf(await make())
    expect(refused).toMatchObject({ code: 'dataset.header-reserved', params: { remedy: 'rename-columns' } })
    const draft = await world.call(ReadUpload, {
      uploadId: String(refused?.params.uploadId),
      options: { skipBadRows: false, renameColumns: true },
    })
    const to = draft.report.renamed[0]?.to ?? ''
    expect(to.toLowerCase()).toBe('__proto___2')
    const { rows } = await world.call(ListRows, { tableName: draft.tableName })
    expect(rows[0]).toHaveProperty(to)
  })

  test.each([
    ['texts', { 't.json': '[{"text":"hi","__proto__":"a"},{"text":"ho","__proto__":"b"}]' }],
    ['texts, one per line', { 't.jsonl': '{"text":"hi","__proto__":"a"}\n{"text":"ho","__proto__":"b"}\n' }],
    ['a graph', { 'g.json': '{"nodes":[{"id":1,"__proto__":2}],"edges":[{"source":1,"target":1}]}' }],
  ])('refuses a column called __proto__ in JSON of %s', async (_kind, files) => {
    expect(await refusalOf(files)).toMatchObject({ params: { column: '__proto__' } })
  })
})

test('handles columns and classes with any other name everywhere: rows, charts, classes, ticket and grant', async () => {
  const classes = ['__proto__', 'constructor', 'toString']
  const csv = [
    [...ODD, 'class'].join(','),
    ...Array.from({ length: 12 }, (_, i) => [i, `w${i % 2}`, i / 2, `__proto__`, classes[i % 3]].join(',')),
  ].join('\n')
  const { tableName, draft } = await world.dataSet(csv, 'Odd names')
  expect(draft.columns).toEqual([...ODD, 'class'])
  expect(Object.keys(draft.columnTypes)).toEqual(draft.columns)

  const { rows } = await world.call(ListRows, { tableName, sort: 'constructor', order: 'descend' })
  expect(rows[0]).toEqual({
    id: 12,
    constructor: 11,
    toString: 'w1',
    hasOwnProperty: 5.5,
    valueOf: '__proto__',
    class: 'toString',
  })
  const profiles = await world.call(GetColumnProfiles, { tableName })
  expect(profiles.map(({ name }) => name)).toEqual(draft.columns)
  expect(
    profiles
      .find(({ name }) => name === 'class')
      ?.bins.map(({ label }) => label)
      .sort(),
  ).toEqual(classes)
  await world.call(GetAnalysis, { tableName })
  const listed = await world.call(ListClasses, { tableName, column: 'class' })
  expect(listed.map(({ name, count }) => [name, count]).sort()).toEqual(classes.map((name) => [name, 4]))

  const task = taskOf('odd')
  const columns = ODD.map((name) => ({ name, kind: 'number' as const }))
  const target = { kind: 'classes' as const, column: 'class', classes: ['__proto__', 'constructor'], integral: false }
  const plan = { ...task.plan, data: { kind: 'table' as const, columns }, target }
  world.fake.tasks.set('odd', { ...task, plan })
  await world.call(OfferColumns, {
    taskId: 'odd',
    tableName,
    columns: ODD,
    label: 'class',
    features: ['__proto__', 'constructor'],
  })
  const { planHash, datasetId, rowCount } = await world.call(DraftGrant, { taskId: 'odd' })
  expect(rowCount).toBe(8)
  await world.call(SignGrant, { taskId: 'odd', planHash, datasetId, proof: { pin: PIN } })
  const granted = await world.duck.rows(
    `SELECT * FROM read_parquet('${findNewestGrant(world.db, 'odd')?.folder}/rows.parquet')`,
  )
  expect(Object.keys(granted[0] ?? {}).sort()).toEqual([...ODD, 'class'].sort())
  expect(new Set(granted.map((row) => row.class))).toEqual(new Set(['__proto__', 'constructor']))
})

test.each([
  ['pictures', async () => ({ '__proto__/1.jpg': await picture(), 'constructor/2.jpg': await picture() })],
  ['texts', async () => ({ 't.csv': 'text,label\nhi,__proto__\nho,constructor\n' })],
  [
    'a graph',
    async () => ({ 'nodes.csv': 'id,x,label\n1,2,__proto__\n2,3,constructor\n', 'edges.csv': 'source,target\n1,2\n' }),
  ],
  [
    'boxes',
    async () => ({
      'images/1.jpg': await picture('jpeg', 100, 100),
      'labels/1.txt': '0 0.5 0.5 0.2 0.4\n1 0.5 0.5 0.2 0.4\n',
      'classes.txt': '__proto__\nconstructor\n',
    }),
  ],
])('keeps class names such as "constructor" in a dataset of %s', async (_kind, make) => {
  const { tableName } = await world.upload(await zipOf(await make()))
  const { classes } = await world.call(GetAnalysis, { tableName })
  expect(classes[0]?.values.map(({ name, count }) => [name, count]).sort()).toEqual([
    ['__proto__', 1],
    ['constructor', 1],
  ])
})
