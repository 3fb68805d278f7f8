import { join } from 'node:path'
import { inputColumnsOf, splitCells, type TableRow } from '@tessera/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inferDataset, inferRows, type KnownModel, predictionOfCells, widthOfLines } from './infer.ts'
import { InferenceRuntime } from './runtime.ts'
import { ENGINE, modelAt, PYTHON, writeModels } from './testing/write-models.ts'

let folder: string
const runtime = new InferenceRuntime({ python: PYTHON, engineDir: ENGINE, say: () => {} })
beforeAll(async () => {
  folder = await writeModels('write_models')
})
afterAll(() => runtime.close())

async function known(name: string): Promise<KnownModel> {
  const file = await modelAt(join(folder, `${name}.onnx`))
  return { file, ...(await runtime.describe(file)) }
}

async function* batchesOf(...batches: TableRow[][]) {
  yield* batches
}

/** Returns the lines of the result file, and the summary of the file. */
async function inferAll(model: KnownModel, columns: string[], ...batches: TableRow[][]) {
  const { lines, result } = inferDataset(runtime, model, { id: 'id', columns, batches: batchesOf(...batches) })
  let text = ''
  for await (const line of lines) text += line
  return { text, result: result('results/x.csv') }
}

const people = [
  { id: 1, age: 60, sex: 'm', ill: 'yes' },
  { id: 2, age: 40, sex: 'f', ill: 'yes' },
  { id: 3, age: null, sex: null, ill: null },
]

test('returns the same predictions for a form and for a dataset', async () => {
  const model = await known('classes')
  const form = await inferRows(runtime, model, people)
  expect(form).toMatchObject({ type: 'tabular', header: ['age', 'sex'], rowCount: 3, accuracy: null, resultPath: null })

  const { text, result } = await inferAll(model, ['age', 'sex', 'ill'], people.slice(0, 2), people.slice(2))
  const likely = form.predictions.map((one) => (one.kind === 'classes' ? one.probabilities : {}))
  expect(text.split('\r\n')).toEqual([
    '\uFEFFid,age,sex,ill,prediction,probability no,probability yes,outside',
    `1,60,m,yes,yes,${likely[0]?.no},${likely[0]?.yes},`,
    `2,40,f,yes,no,${likely[1]?.no},${likely[1]?.yes},`,
    `3,,,,no,${likely[2]?.no},${likely[2]?.yes},`,
    '',
  ])
  expect(result).toMatchObject({ type: 'tabularCollection', rowCount: 3, accuracy: 0.5, resultPath: 'results/x.csv' })
})

test('marks rows outside the training data in the file, and counts them', async () => {
  const { input, ...model } = await known('classes')
  const seen = { age: { points: [20, 50], counts: [6, 80, 14] }, sex: { points: [], counts: [60, 40, 0] } }
  const columns = inputColumnsOf(input).map((one) => ({ ...one, seen: seen[one.column as keyof typeof seen] }))
  const inferred = await inferAll(
    { ...model, input: { kind: 'table', columns } },
    ['age', 'sex', 'ill'],
    [
      { id: 1, age: 60, sex: 'x', ill: 'yes' },
      { id: 2, age: 40, sex: 'f', ill: 'yes' },
    ],
  )
  const [header, ...lines] = inferred.text.split('\r\n')
  expect(header).toMatch(/,probability yes,outside$/)
  expect(lines.map((line) => line.split(',').at(-1))).toEqual(['age; sex', '', ''])
  expect(inferred.result.summary?.outside).toMatchObject({ rows: 1 })
})

test('reads a prediction back from a line of its result file', async () => {
  for (const name of ['classes', 'number', 'clusters']) {
    const model = await known(name)
    const [row] = people
    const { text, result } = await inferAll(model, ['age', 'sex', 'ill'], [row as TableRow])
    const cells = splitCells(text.split('\r\n')[1] ?? '', ',')
    expect(cells).toHaveLength(widthOfLines(result, model.output))
    const [prediction] = (await inferRows(runtime, model, [row as TableRow])).predictions
    const data = { id: '1', age: '60', sex: 'm', ill: 'yes' }
    expect(predictionOfCells(result, model.output, 'id', cells)).toEqual({ ...prediction, data })
  }
})

test('writes a column whose name is that of the id only once', async () => {
  const { text, result } = await inferAll(await known('number'), ['id', 'age', 'sex'], [{ id: 7, age: 60, sex: 'm' }])
  expect(text).toBe('\uFEFFid,age,sex,prediction,outside\r\n7,60,m,110,\r\n')
  expect(result.header).toEqual(['age', 'sex'])
})

test('writes a predicted number without rating it as right or wrong', async () => {
  const rows = [{ id: 1, age: 60, sex: 'm', pressure: 110 }]
  const { text, result } = await inferAll(await known('number'), ['age', 'sex', 'pressure'], rows)
  expect(text).toBe('\uFEFFid,age,sex,pressure,prediction,outside\r\n1,60,m,110,110,\r\n')
  expect(result.accuracy).toBeNull()
})

test('returns the number of a row’s cluster and the distance from its centre, for a form and for a dataset', async () => {
  const model = await known('k-means')
  expect(model.output).toMatchObject({ kind: 'clusters', label: 'cluster' })
  const row = { id: 1, age: 60, admitted: 20_240_110, number: 1e9, temperature: 36.6, ward: 'north', fever: 'true' }
  const columns = Object.keys(row).slice(1)
  const [prediction] = (await inferRows(runtime, model, [row])).predictions
  if (prediction?.kind !== 'clusters') throw new Error('no cluster')
  expect(prediction.result).toMatch(/^\d$/)
  expect(prediction.distance).toBeGreaterThan(0)

  const { text, result } = await inferAll(model, columns, [row])
  expect(text.split('\r\n')).toEqual([
    `\uFEFFid,${columns.join()},prediction,distance,outside`,
    `${Object.values(row).join()},${prediction.result},${prediction.distance},`,
    '',
  ])
  expect(result).toMatchObject({ rowCount: 1, accuracy: null })
})

test.each([
  ['renamed', ['age', 'Sex', 'note'], 'inference.no-column-near', { column: 'sex', nearest: 'Sex', count: 1 }],
  [
    'renamed, the other',
    ['years of age', 'sex'],
    'inference.no-column-near',
    { column: 'age', nearest: 'years of age', count: 1 },
  ],
  ['not there, and no column is left over', ['age'], 'inference.no-column', { column: 'sex', count: 1 }],
  ['not there, none of them', ['note'], 'inference.no-column-near', { column: 'age', nearest: 'note', count: 2 }],
] as const)(
  'refuses a dataset whose column is %s, and names the most similar column',
  async (_what, columns, code, params) => {
    const row = Object.fromEntries([['id', 1], ...columns.map((name) => [name, 1])])
    await expect(inferAll(await known('classes'), [...columns], [row])).rejects.toMatchObject({ code, params })
  },
)

test('does not treat an empty value as a missing column', async () => {
  const { result } = await inferAll(await known('classes'), ['age', 'sex'], [{ id: 1, age: null, sex: null }])
  expect(result.rowCount).toBe(1)
})
