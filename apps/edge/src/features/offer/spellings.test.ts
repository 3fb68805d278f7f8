import { readFileSync } from 'node:fs'
import type { ColumnMapping, NamedElsewhere } from '@tessera/contract'
import { OfferRows, ProposeNames } from '@tessera/contract/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '../../testing/fake-platform.ts'
import { buildWorld, type World } from '../../testing/world.ts'
import { findOffered, type StoredDataset } from '../rows/queries.ts'

let world: World
let tab: Awaited<ReturnType<World['openSession']>>
let count = 0
beforeAll(async () => {
  world = await buildWorld({ minimumRows: 5 })
  await world.connect()
  tab = await world.openSession('alice')
})
afterAll(() => world.close())

/** Returns the data of two hospitals that write columns or classes differently. `a` is the first hospital. */
const corpus = (name: string) =>
  readFileSync(new URL(`../../testing/corpus/parties-differ/${name}.csv`, import.meta.url), 'utf8')
const ofA: NamedElsewhere[] = [
  { column: 'smoker', words: ['false', 'true'], preferred: [] },
  { column: 'ill', words: ['no', 'yes'], preferred: [] },
]
const wanted = { columns: ['age', 'bp', 'ferritin', 'smoker'], label: 'ill', targets: ['classes' as const] }

async function bring(csv: string, mapping: ColumnMapping[] = [], others = ofA) {
  count += 1
  const taskId = `spelled-${count}`
  const { tableName } = await world.dataSet(csv, `Spelled ${count}`)
  await world.call(OfferRows, { taskId, tableName, rows: [], mapping }, tab)
  world.fake.wanted.set(taskId, { ...wanted, others })
  return taskId
}
const offered = (taskId: string) => findOffered(world.db, taskId) as StoredDataset
const wordsOf = async (taskId: string) => {
  const { names } = await world.call(ProposeNames, { taskId })
  const smoker = names.columns.find(({ name }) => name === 'smoker')
  return [smoker?.kind === 'categories' ? smoker.categories : smoker?.kind, names.label?.classes]
}
/** Applies the proposed renames. */
async function rename(taskId: string) {
  const { spellings = [] } = await world.call(ProposeNames, { taskId })
  const mapping = spellings.map(({ column, own }) => ({
    column,
    from: column,
    conversion: 'none' as const,
    values: own.flatMap(({ name, proposed }) => (proposed === null ? [] : { from: name, to: proposed })),
  }))
  await world.call(OfferRows, { taskId, tableName: offered(taskId).tableName, rows: [], mapping }, tab)
  return spellings.map(({ column, own }) => [column, ...own.map(({ name, proposed }) => `${name} → ${proposed}`)])
}

test.each([
  ['capitals', [], [['ill', 'NO → no', 'Yes → yes']]],
  ['chinese', [], [['ill', '是 → yes', '否 → no']]],
  [
    'zero_one',
    [
      { column: 'smoker', from: 'smoker', conversion: 'to-boolean' as const },
      { column: 'ill', from: 'ill', conversion: 'to-text' as const },
    ],
    [['ill', '1 → yes', '0 → no']],
  ],
  ['one_class', [], []],
  ['int_float', [], []],
])(
  "proposes the other party's names for %s.csv, and renames the selected rows after confirmation",
  async (name, mapping, proposed) => {
    const taskId = await bring(corpus(name), mapping)
    const before = offered(taskId)
    expect((await rename(taskId)).map(([column, ...names]) => [column, ...names.toSorted()])).toEqual(
      proposed.map(([column, ...names]) => [column, ...names.toSorted()]),
    )
    expect(await wordsOf(taskId)).toEqual([['false', 'true'], name === 'one_class' ? ['yes'] : ['no', 'yes']])
    expect(offered(taskId)).toMatchObject({
      rowCount: before.rowCount,
      columnTypes: { smoker: 'boolean', ill: 'text' },
    })
    expect((await world.call(ProposeNames, { taskId })).spellings).toBeUndefined()
  },
)

test('renames no value without confirmation, and never sends a renamed value to the platform', {
  meta: { claim: 'sessions.token-renames-values' },
}, async () => {
  const taskId = await bring(corpus('chinese'))
  expect(await wordsOf(taskId)).toEqual([
    ['false', 'true'],
    ['否', '是'],
  ])
  await rename(taskId)
  expect(offered(taskId).mapping).toEqual([
    {
      column: 'ill',
      from: 'ill',
      conversion: 'none',
      values: expect.arrayContaining([
        { from: '是', to: 'yes' },
        { from: '否', to: 'no' },
      ]),
    },
  ])
  expect(JSON.stringify(world.fake.reports)).not.toContain('是')
})

test("renames a party's own spellings of one name even if no other party has named the column yet", async () => {
  const sexes = ['Male', 'male ', 'MALE', 'Male', 'female', ' Female', 'female']
  const rows = Array.from({ length: 70 }, (_one, row) => `${row},${sexes[row % 7]},1,1,${row % 2 ? 'yes' : 'no'}`)
  const taskId = await bring(`age,smoker,bp,ferritin,ill\n${rows.join('\n')}\n`, [], [])
  const [smoker = [], ...more] = await rename(taskId)
  expect([smoker.toSorted(), more]).toEqual([['Female → female', 'MALE → Male', 'male → Male', 'smoker'], []])
  expect(await wordsOf(taskId)).toEqual([
    ['Male', 'female'],
    ['no', 'yes'],
  ])
})

test('proposes no renaming to the party whose spelling it recommends to the others', async () => {
  const words = ['NO', 'YES']
  const own = [{ column: 'ill', words, preferred: ['no', 'yes'] }]
  expect(await rename(await bring(corpus('a'), [], own))).toEqual([])
  const theirs = [{ column: 'ill', words, preferred: words }]
  const [ill = []] = await rename(await bring(corpus('a'), [], theirs))
  expect(ill.toSorted()).toEqual(['ill', 'no → NO', 'yes → YES'])
})

test('if a column shares no values with other parties, shows its values without proposing names', async () => {
  const taskId = await bring(corpus('a'), [], [{ column: 'ill', words: ['benign', 'malignant'], preferred: [] }])
  expect((await world.call(ProposeNames, { taskId })).spellings).toEqual([
    {
      column: 'ill',
      others: ['benign', 'malignant'],
      own: [
        { name: 'yes', rows: expect.any(Number), proposed: null },
        { name: 'no', rows: expect.any(Number), proposed: null },
      ].map((one) => expect.objectContaining({ proposed: one.proposed })),
    },
  ])
})

test('renames values that were already renamed before', async () => {
  const taskId = await bring(corpus('chinese'))
  await rename(taskId)
  world.fake.wanted.set(taskId, { ...wanted, others: [{ column: 'ill', words: ['NO', 'YES'], preferred: [] }] })
  await rename(taskId)
  expect((await wordsOf(taskId))[1]).toEqual(['NO', 'YES'])
  expect(offered(taskId).mapping[0]?.values).toEqual(
    expect.arrayContaining([
      { from: '否', to: 'NO' },
      { from: '是', to: 'YES' },
    ]),
  )
})

test.each([
  ['to-boolean', 'boolean', [true, false]],
  ['to-number', 'number', [1, 0]],
] as const)(
  'reads words for yes and no as a column of type %s, and refuses other words',
  async (conversion, type, [yes, no]) => {
    const csv = (last: string) => `smoker,n\nyes,1\n否,2\nY,3\nn/a,4\nNO ,5\n${last},6\n`
    const mapping = [{ column: 'smoker', from: 'smoker', conversion }]
    const { file, columnTypes } = offered(await bring(csv('是'), mapping))
    expect(columnTypes.smoker).toBe(type)
    const rows = await world.duck.rows(`SELECT smoker FROM read_parquet('${file}')`)
    expect(rows.map(({ smoker }) => smoker)).toEqual([yes, no, yes, null, no, yes])
    const refusal =
      conversion === 'to-boolean'
        ? { code: 'dataset.not-answers', params: { value: 'perhaps', count: 1 } }
        : { code: 'dataset.not-numbers', params: { value: 'yes' } }
    await expect(bring(csv('perhaps'), mapping)).rejects.toMatchObject(refusal)
  },
)

test.each([
  ['有', '无', '', [true, false, null]],
  ['+', '-', 'n/a', [true, false, null]],
  ['yes', 'no', '-', [true, false, null]],
  ['yes', 'no', '无', [true, false, null]],
])('reads %s and %s as yes and no, and %j as a missing value', async (yes, no, missing, expected) => {
  const csv = `smoker,n\n${[yes, no, missing, yes, no, yes].map((word, at) => `${word},${at}`).join('\n')}\n`
  for (const [conversion, values] of [
    ['to-boolean', expected],
    ['to-number', expected.map((one) => (one === null ? null : Number(one)))],
  ] as const) {
    const { file } = offered(await bring(csv, [{ column: 'smoker', from: 'smoker', conversion }]))
    const rows = await world.duck.rows(`SELECT smoker FROM read_parquet('${file}') LIMIT 3`)
    expect(rows.map(({ smoker }) => smoker)).toEqual(values)
  }
})

test('counts all values that mean neither yes nor no, not only the first distinct ones', async () => {
  const others = Array.from({ length: 300 }, (_one, row) => `word ${row},${row}`)
  const csv = `smoker,n\nyes,1\nno,2\nn/a,3\n${others.join('\n')}\n`
  const refused = bring(csv, [{ column: 'smoker', from: 'smoker', conversion: 'to-boolean' as const }])
  await expect(refused).rejects.toMatchObject({ code: 'dataset.not-answers', params: { count: 300 } })
})

test('renames values only in an edge session', { meta: { claim: 'sessions.token-renames-values' } }, async () => {
  const { tableName } = await world.dataSet(corpus('a'), 'Session')
  const minted = { token: await world.fake.edgeToken(person('alice')) }
  const values = [{ from: 'yes', to: 'no' }]
  const request = {
    taskId: 'minted',
    tableName,
    rows: [],
    mapping: [{ column: 'ill', from: 'ill', conversion: 'none' as const, values }],
  }
  await expect(world.call(OfferRows, request, minted)).rejects.toMatchObject({ code: 'edge.session-required' })
})
