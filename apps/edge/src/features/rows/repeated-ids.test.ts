import { OfferColumns, OfferRows } from '@tessera/contract/wire'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildWorld, type World } from '../../testing/world.ts'
import { findDataset, findOffered, metadataOf, type StoredDataset } from './queries.ts'
import { findRepeatedId } from './repeated-ids.ts'

let world: World
let count = 0
beforeAll(async () => {
  world = await buildWorld({ minimumRows: 5 })
  await world.connect()
})
afterAll(() => world.close())

const save = async (header: string, row: (place: number) => (string | number)[], rows = 60) => {
  count += 1
  const lines = Array.from({ length: rows }, (_one, place) => row(place).join(','))
  const { datasetId, tableName } = await world.dataSet([header, ...lines].join('\n'), `Repeats ${count}`)
  return { tableName, dataset: findDataset(world.db, datasetId) as StoredDataset }
}
const repeatedIn = async (...given: Parameters<typeof save>) => (await save(...given)).dataset.repeatedId

test('saves a table with values near the largest double', async () => {
  const { dataset } = await save(
    'stay id,wide,ill',
    (place) => [place % 40, place % 2 ? 1e300 : -1e300, place % 2],
    120,
  )
  expect(dataset.repeatedId).toBe('stay id')
})

test.each([
  ['patient_id', (place: number) => 1000 + (place % 20)],
  ['PatientID', (place: number) => `p${place % 20}`],
  ['Subject', (place: number) => `s-${place % 7}`],
  ['MRN', (place: number) => 700_000 + (place % 30)],
  ['患者编号', (place: number) => place % 20],
  ['住院号', (place: number) => `ZY${100_000 + (place % 40)}`],
])('detects that several rows have the same %s', async (name, idOf) => {
  expect(await repeatedIn(`${name},age,ill`, (place) => [idOf(place), 40 + (place % 30), place % 2])).toBe(name)
})

/**
 * Columns of a hospital visit: a person's number (not ordered), then sex, height and smoking, which are the same in
 * every visit, and measurements of the visit.
 */
const visit = (place: number, persons: number) => {
  const person = place % persons
  const drawn = (of: number, step: number) => (((person + 1) * 7919 * step) % 104_729) % of
  const measured = (of: number) => (((place + 3) * 104_651) % 7919) % of
  const [bp, ill] = [110 + measured(50), measured(3) % 2]
  return { person, sex: drawn(2, 3), height: 150 + drawn(40, 5), smokes: drawn(3, 11), bp, ill }
}

test.each([
  ['fall_nr', 40, 1],
  ['CardNo', 45, 3_000],
  ['stay id', 30, 41_000],
  ['卡号', 50, 700],
  ['card', 40, 1],
  ['subject1', 60, 90_000],
  ['x17', 45, 12],
])(
  'detects from the values that whole numbers in %s identify persons who have several rows',
  async (name, persons, from) => {
    const row = (place: number) => {
      const { person, sex, height, smokes, bp } = visit(place, persons)
      return [from + person * 3, sex ? 'f' : 'm', height, smokes, bp, bp % 2]
    }
    expect(await repeatedIn(`${name},sex,height,smokes,bp,ill`, row, 240)).toBe(name)
  },
)

test.each([
  ['reference', (person: number) => `AB${10_000 + person * 3}`],
  ['card', (person: number) => `0${70_001 + person * 17}`],
])('detects from the values that codes in %s identify persons who have several rows', async (name, codeOf) => {
  const row = (place: number) => {
    const { person, sex, height, smokes, bp } = visit(place, 40)
    return [codeOf(person), sex ? 'f' : 'm', height, smokes, bp, bp % 2]
  }
  expect(await repeatedIn(`${name},sex,height,smokes,bp,ill`, row, 240)).toBe(name)
})

test.each([
  ['postal codes', 'zip,age,ill', (drawn: number) => [`0${1037 + drawn * 37}`]],
  [
    'codes of articles with their names',
    'article,title,age,ill',
    (drawn: number) => [`A-${4000 + drawn}`, `t${drawn}`],
  ],
])('finds no repeated id among %s', async (_which, header, row) => {
  const of = (place: number) => {
    const { bp, ill } = visit(place, 97)
    return [...row((((place + 1) * 7919) % 104_729) % 40), bp, ill]
  }
  expect(await repeatedIn(header, of, 400)).toBeNull()
})

test.each([
  [
    'ages with values derived from them',
    'age,age_group,senior,decade,sex,ill',
    (age: number, { sex }: ReturnType<typeof visit>) => [
      age,
      ...[age < 45 ? 'young' : age < 65 ? 'middle' : 'old', age >= 65 ? 1 : 0, Math.floor(age / 10), sex, age % 2],
    ],
  ],
  [
    'a code with its name',
    'code,title,bp,ill',
    (age: number, { bp }: ReturnType<typeof visit>) => [age * 31, `t${(age * 7919) % 997}`, bp, bp % 2],
  ],
  [
    'years with yearly figures',
    'year,price,rate,bp,ill',
    (age: number, { bp }: ReturnType<typeof visit>) => [
      ...[1960 + age, (age * 7919) % 31, (age * 104_729) % 13, bp, bp % 2],
    ],
  ],
  [
    'counts and rare flags',
    'visits,stay_days,stroke,sex,ill',
    (age: number, { bp, sex }: ReturnType<typeof visit>) => [age % 25, bp, age === 40 ? 1 : 0, sex, bp % 2],
  ],
  [
    'measured whole numbers in columns called id and no',
    'plasma id,beds no,bp,sex,ill',
    (age: number, { bp, sex, ill }: ReturnType<typeof visit>) => [age, 100 + bp, bp, sex, ill],
  ],
])('finds no repeated id among whole numbers: %s', async (_which, header, row) => {
  const drawn = (place: number) => row(20 + ((((place + 1) * 7919) % 104_729) % 60), visit(place, 97))
  expect(await repeatedIn(header, drawn, 400)).toBeNull()
})

test.each([
  [
    'patient ids with one row each',
    'patient_id,age,ill',
    (place: number) => [1000 + place, 40 + (place % 9), place % 2],
  ],
  ['ages and numbers', 'age,bp,ill', (place: number) => [40 + (place % 30), 120 + (place % 40), place % 2]],
  ['categories', 'ward,icd,ill', (place: number) => [`ward ${place % 4}`, `E${10 + (place % 8)}`, place % 2]],
  ['numbers of tumours', 'number,age,ill', (place: number) => [1 + (place % 6), 40 + (place % 9), place % 2]],
  ['codes of diagnoses', 'Code,age,ill', (place: number) => [`E${10 + (place % 30)}`, 40 + (place % 9), place % 2]],
  ['a flag called patient', 'patient,age,ill', (place: number) => [place % 2, 40 + (place % 9), place % 2]],
])(
  'finds no repeated id in columns without repetition or with too little evidence: %s',
  async (_which, header, row) => {
    expect(await repeatedIn(header, row)).toBeNull()
  },
)

/** Returns the number of queries that a search for repeated ids in this dataset takes. */
async function queriesOf(dataset: StoredDataset): Promise<number> {
  const spy = vi.spyOn(world.duck, 'rows')
  await findRepeatedId(world.duck, dataset)
  const count = spy.mock.calls.length
  spy.mockRestore()
  return count
}
const wide = Array.from({ length: 40 }, (_one, at) => at)

test('makes few queries per column for a wide table of whole numbers', async () => {
  const drawn = (place: number, at: number) =>
    Math.floor(Math.abs(Math.sin(place * 13 + at * 79 + 1)) * 1e6) % (50 + at)
  const measured = (place: number) => wide.map((at) => drawn(place, at))
  const { dataset } = await save(
    `${wide.map((at) => `m${at}`).join(',')},ill`,
    (row) => [...measured(row), row % 2],
    300,
  )
  expect(await queriesOf(dataset)).toBeLessThan(100)
  expect(dataset.repeatedId).toBeNull()
})

test('compares only a limited number of columns in detail', async () => {
  const levels = (place: number) => wide.map((at) => Math.floor((place % 100) / (at + 2)))
  const header = `a,b,c,d,e,f,g,h,i,j,${wide.map((at) => `m${at}`).join(',')},ill`
  const row = (place: number) => [...Array.from({ length: 10 }, () => place % 100), ...levels(place), place % 2]
  const { dataset } = await save(header, row, 300)
  expect(await queriesOf(dataset)).toBeLessThan(200)
  expect(dataset.repeatedId).toBeNull()
})

test('reports the repeated id of a selection that lacks this column, unless each person has only one row', async () => {
  const header = 'patient_id,age,ill'
  const { tableName } = await save(header, (place) => [
    1000 + (place % 20),
    40 + (place % 30),
    place % 2 ? 'yes' : 'no',
  ])
  const taskId = 'repeats'
  const narrow = { columns: ['age'], label: 'ill', features: ['yes', 'no'] }
  await world.call(OfferRows, { taskId, tableName, rows: [] })
  const aside = () => findOffered(world.db, taskId) as StoredDataset
  await world.call(OfferColumns, { taskId, tableName: aside().tableName, ...narrow })
  expect(aside()).toMatchObject({ columns: ['age', 'ill'], repeatedId: 'patient_id' })
  expect(metadataOf(aside()).repeatedId).toBe('patient_id')

  const ids = Array.from({ length: 20 }, (_one, place) => ({ id: place + 1 }))
  const found = await world.duck.rows(
    `SELECT id FROM read_parquet('${(findDataset(world.db, aside().parentId as string) as StoredDataset).file}') LIMIT 20`,
  )
  await world.call(
    OfferRows,
    { taskId, tableName, rows: found.map(({ id }) => ({ id: String(id) })) },
    await world.openSession('alice'),
  )
  expect([aside().rowCount, aside().repeatedId]).toEqual([ids.length, null])
})
