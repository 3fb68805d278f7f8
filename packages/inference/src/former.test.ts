import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { inputColumnsOf, readModelCard, type TableRow } from '@tessera/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { inferRows } from './infer.ts'
import { InferenceRuntime } from './runtime.ts'
import { ENGINE, modelAt, PYTHON } from './testing/write-models.ts'

/** Models and cards as a platform of commit 7d656ea kept them, made by its engine. */
const kept = (name: string) => fileURLToPath(new URL(`../test-data/of-7d656ea/${name}`, import.meta.url))
const runtime = new InferenceRuntime({ python: PYTHON, engineDir: ENGINE, say: () => {} })
afterAll(() => runtime.close())

const rows: TableRow[] = [
  { age: 80, dose: 2000, ward: 'north' },
  { age: 20, dose: null, ward: 'elsewhere' },
]

describe.each([
  ['logistic-regression', ['age', 'dose', 'ward'], { kind: 'classes', label: 'outcome', classes: ['sick', 'well'] }],
  ['linear-regression', ['dose', 'ward', 'outcome'], { kind: 'number', label: 'age' }],
])('%s of before', (name, columns, output) => {
  test('its card says what it takes by kind of data, and loses nothing', async () => {
    const before = JSON.parse(await readFile(kept(`${name}.json`), 'utf8'))
    const { inputs, ...others } = before
    const card = readModelCard(before)
    expect(card).toEqual({ ...others, input: { kind: 'table', columns: inputs } })
    expect(inputColumnsOf(card.input).map(({ column }) => column)).toEqual(columns)
    expect(card.output).toEqual(output)
    // One of this version is read as it is.
    expect(readModelCard(card)).toEqual(card)
  })

  test('its file says the same of itself', async () => {
    const { input } = readModelCard(JSON.parse(await readFile(kept(`${name}.json`), 'utf8')))
    expect(await runtime.describe(await modelAt(kept(`${name}.onnx`)))).toEqual({ input, output })
  })
})

test('a model of before predicts', async () => {
  const { input, output } = readModelCard(JSON.parse(await readFile(kept('logistic-regression.json'), 'utf8')))
  const file = await modelAt(kept('logistic-regression.onnx'))
  const answer = await inferRows(runtime, { file, input, output }, rows)
  expect(answer.header).toEqual(['age', 'dose', 'ward'])
  expect(answer.predictions.map(({ kind, result }) => [kind, result])).toEqual([
    ['classes', 'sick'],
    ['classes', 'well'],
  ])
})
