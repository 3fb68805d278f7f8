import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { readOnnxMetadata } from './onnx-metadata.ts'
import { InferenceRuntime } from './runtime.ts'

/** Written by `engine/engine/export.py`: age (mean 50, deviation 10) and sex (f, m), one layer of known weights. */
const fixture = (name: string) => fileURLToPath(new URL(`../test-data/${name}.onnx`, import.meta.url))
const runtime = new InferenceRuntime()
afterAll(() => runtime.close())

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
      { name: 'c0', column: 'age', kind: 'number' },
      { name: 'c1', column: 'sex', kind: 'category', categories: ['f', 'm'] },
    ],
    output: { kind: 'classes', label: 'ill', classes: ['no', 'yes'] },
  })
})

test('predicts classes with their probabilities; missing values are the mean and the unknown category', async () => {
  const predictions = await runtime.predict(fixture('classes'), people)

  expect(predictions.map(({ result }) => result)).toEqual(['yes', 'no', 'no'])
  expect(predictions[0]?.probabilities.yes).toBeCloseTo(sigmoid(2 * (1 + 0.5) - 0.2), 5)
  expect(predictions[2]?.probabilities.no).toBeCloseTo(sigmoid(0.2), 5)
})

test('predicts numbers in the unit of the label', async () => {
  const predictions = await runtime.predict(fixture('number'), people)
  expect(predictions.map(({ result }) => result)).toEqual(['110', '90', '105'])
})

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
