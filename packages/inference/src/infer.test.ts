import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TableRow } from '@tessera/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inferDataset, inferRows, type KnownModel } from './infer.ts'
import { InferenceRuntime } from './runtime.ts'
import { ENGINE, modelAt, PYTHON, writeModels } from './testing/write-models.ts'

let folder: string
const runtime = new InferenceRuntime({ python: PYTHON, engineDir: ENGINE, say: () => {} })
beforeAll(async () => {
  folder = await writeModels('write_models')
})
afterAll(async () => {
  await runtime.close()
  rmSync(folder, { recursive: true })
})

async function known(name: string): Promise<KnownModel> {
  const file = await modelAt(join(folder, `${name}.onnx`))
  return { file, ...(await runtime.describe(file)) }
}

async function* batchesOf(...batches: TableRow[][]) {
  yield* batches
}

/** The file's lines, and what is told of it. */
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

test('by form and by dataset a model says the same', async () => {
  const model = await known('classes')
  const form = await inferRows(runtime, model, people)
  expect(form).toMatchObject({ type: 'tabular', header: ['age', 'sex'], rowCount: 3, accuracy: null, resultPath: null })

  const { text, result } = await inferAll(model, ['age', 'sex', 'ill'], people.slice(0, 2), people.slice(2))
  const likely = form.predictions.map((one) => (one.kind === 'classes' ? one.probabilities : {}))
  expect(text.split('\r\n')).toEqual([
    '\uFEFFid,age,sex,ill,prediction,probability no,probability yes',
    `1,60,m,yes,yes,${likely[0]?.no},${likely[0]?.yes}`,
    `2,40,f,yes,no,${likely[1]?.no},${likely[1]?.yes}`,
    `3,,,,no,${likely[2]?.no},${likely[2]?.yes}`,
    '',
  ])
  expect(result).toMatchObject({ type: 'tabularCollection', rowCount: 3, accuracy: 0.5, resultPath: 'results/x.csv' })
})

test('a number stands alone, and is neither right nor wrong', async () => {
  const rows = [{ id: 1, age: 60, sex: 'm', pressure: 110 }]
  const { text, result } = await inferAll(await known('number'), ['age', 'sex', 'pressure'], rows)
  expect(text).toBe('\uFEFFid,age,sex,pressure,prediction\r\n1,60,m,110,110\r\n')
  expect(result.accuracy).toBeNull()
})

test('a row gets the number of its cluster and the distance from its middle, by form and by dataset', async () => {
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
    `\uFEFFid,${columns.join()},prediction,distance`,
    `${Object.values(row).join()},${prediction.result},${prediction.distance}`,
    '',
  ])
  expect(result).toMatchObject({ rowCount: 1, accuracy: null })
})

test('a dataset without a column that the model needs is refused, by its name', async () => {
  await expect(inferAll(await known('classes'), ['age'], [{ id: 1, age: 60 }])).rejects.toMatchObject({
    ...{ code: 'inference.column-missing', params: { column: 'sex' } },
  })
})
