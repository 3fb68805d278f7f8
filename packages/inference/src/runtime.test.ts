import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TableRow } from '@tessera/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadModel, predict } from './model.ts'
import { readOnnxMetadata } from './onnx-metadata.ts'
import { InferenceRuntime } from './runtime.ts'

const engine = fileURLToPath(new URL('../../../engine', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'tessera-models-'))
const fixture = (name: string) => join(folder, `${name}.onnx`)
const runtime = new InferenceRuntime()

/** Age (mean 50, deviation 10) and sex (f, m) with one layer of known weights; and models that Python has trained. */
beforeAll(async () => {
  const python = join(engine, '../.venv/bin/python')
  await promisify(execFile)(python, ['tests/write_models.py', folder], {
    cwd: engine,
    env: { ...process.env, PYTHONPATH: engine },
  })
})
afterAll(async () => {
  await runtime.close()
  rmSync(folder, { recursive: true })
})

const people = [
  { age: 60, sex: 'm' },
  { age: '40', sex: ' f ' },
  { age: null, sex: null },
]

/** Two classes whose raw scores are `score` apart. */
const sigmoid = (score: number) => 1 / (1 + Math.exp(-score))

test('says what the model takes and gives, from the file itself', async () => {
  expect(await runtime.describe(fixture('classes'))).toEqual({
    inputs: [
      { name: 'c0', column: 'age', kind: 'number', example: 50 },
      { name: 'c1', column: 'sex', kind: 'category', categories: ['f', 'm'] },
    ],
    output: { kind: 'classes', label: 'ill', classes: ['no', 'yes'] },
  })
})

test('predicts classes with their probabilities; missing values are the mean and the unknown category', async () => {
  const predictions = await runtime.predict(fixture('classes'), people)

  expect(predictions.map(({ result }) => result)).toEqual(['yes', 'no', 'no'])
  expect(predictions[0]?.probabilities.yes).toBeCloseTo(sigmoid(2 * (1 + 0.5) - 0.2), 12)
  expect(predictions[2]?.probabilities.no).toBeCloseTo(sigmoid(0.2), 12)
})

test('predicts numbers in the unit of the label', async () => {
  const predictions = await runtime.predict(fixture('number'), people)
  expect(predictions.map(({ result }) => result)).toEqual(['110', '90', '105'])
})

interface Trained {
  name: string
  rows: TableRow[]
  expected: { number?: number; class?: string; probabilities?: Record<string, number> }[]
}

test.each([
  'logistic-regression-outcome',
  'logistic-regression-grade',
  'linear-regression-cost',
  'mlp-outcome',
  'mlp-grade',
  'mlp-cost',
])('%s: predicts what Python predicts for the same rows, dates and identifiers among them', async (name) => {
  const trained: Trained[] = JSON.parse(readFileSync(join(folder, 'trained.json'), 'utf8'))
  const { rows, expected } = trained.find((one) => one.name === name) as Trained
  const predictions = await runtime.predict(fixture(name), rows)

  expect(predictions).toHaveLength(124)
  const farthest = predictions.map(({ result, probabilities }, index) => {
    const { number, class: named, probabilities: likely = {} } = expected[index] as Trained['expected'][number]
    if (number !== undefined) return Math.abs(Number(result) - number)
    expect(result).toBe(named)
    expect(Object.keys(probabilities)).toEqual(Object.keys(likely))
    return Math.max(...Object.entries(likely).map(([key, share]) => Math.abs((probabilities[key] ?? 2) - share)))
  })
  expect(Math.max(...farthest)).toBeLessThan(1e-5)
})

test.each(['classes', 'formulas'])(
  'the model %s that other tests copy is what the engine writes (else run engine/tests/write_models.py)',
  async (name) => {
    const committed = new URL(`../test-data/${name}.onnx`, import.meta.url)
    expect(await readFile(committed)).toEqual(await readFile(fixture(name)))
  },
)

test('whole-number classes read as text', async () => {
  const predictions = await runtime.predict(fixture('integers'), people)
  expect(predictions.map(({ result }) => result)).toEqual(['1', '0', '0'])
})

test('more rows than one batch stay in order', async () => {
  const rows = Array.from({ length: 9_000 }, (_, index) => ({ age: index % 2 ? 90 : 10, sex: 'm' }))
  const predictions = await runtime.predict(fixture('classes'), rows)
  expect(predictions).toHaveLength(9_000)
  expect(predictions.every(({ result }, index) => result === (index % 2 ? 'yes' : 'no'))).toBe(true)
})

test.each([
  ['a column that is absent', [{ age: 60 }], 'inference.column-missing', { column: 'sex' }],
  ['text where a number belongs', [{ age: 'old', sex: 'm' }], 'inference.not-number', { column: 'age' }],
  ['infinity', [{ age: '1e999', sex: 'm' }], 'inference.not-number', { column: 'age' }],
  ['true where a number belongs', [{ age: true, sex: 'm' }], 'inference.not-number', { column: 'age' }],
])('refuses %s', async (_what, rows, code, params) => {
  await expect(runtime.predict(fixture('classes'), rows)).rejects.toMatchObject({ code, params })
})

test('a column that is absent is missed also where every object has something of its name', async () => {
  const named = await loadModel(await readFile(fixture('classes')))
  for (const input of named.signature.inputs) input.column = 'constructor'
  await expect(predict(named, [{ age: 60, sex: 'm' }])).rejects.toMatchObject({ code: 'inference.column-missing' })
})

test('a file that is no model is an error, not a crash, and the thread goes on', async () => {
  await expect(runtime.describe(fileURLToPath(import.meta.url))).rejects.toThrow(
    /not an ONNX file|JSON|Invalid|expected/,
  )
  expect((await runtime.predict(fixture('number'), people)).length).toBe(3)
})

test('a file cut short is noticed', async () => {
  const file = await readFile(fixture('classes'))
  expect(readOnnxMetadata(file).get('tessera')).toContain('"ill"')
  expect(() => readOnnxMetadata(file.subarray(0, file.length - 3))).toThrow('cut short')
})
