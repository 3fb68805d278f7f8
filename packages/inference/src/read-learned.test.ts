import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readLearned } from './read-learned.ts'

const fileOf = (name: string) => readFile(new URL(`../test-data/${name}.onnx`, import.meta.url))
const numbersOf = (bytes: Uint8Array) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: bytes.length / 8 }, (_, place) => view.getFloat64(place * 8, true))
}

test('reads the weights and scales that the engine wrote', async () => {
  const learned = readLearned(await fileOf('network'))
  expect(learned?.scales).toEqual([
    { mean: 50, factor: 1 / 10 },
    { mean: 200, factor: 1 / 30 },
  ])
  expect(learned?.label).toBeNull()
  expect(learned?.names).toEqual(['weights0', 'bias0', 'weights1', 'bias1'])
  expect(numbersOf(learned?.numbers ?? new Uint8Array())).toEqual([
    ...[1, -1, 0.5, 0.25, 0, -2],
    ...[0.1, 0.2, 0.3],
    ...[-1, 1, 0.5, -0.5, 0, 3],
    ...[0, 0.4],
  ])
})

test('reads the mean and deviation of a predicted number from a model file', async () => {
  const learned = readLearned(await fileOf('estimates'))
  expect(learned?.label).toEqual({ mean: 100, deviation: 10 })
})

test('does not treat categories as numeric columns', async () => {
  const learned = readLearned(await fileOf('classes'))
  expect(learned?.scales).toHaveLength(1)
})

test.each(['clusters', 'graph', 'texts', 'labels', 'entities'])(
  'reads the learned weights of the model %s',
  async (name) => {
    expect(numbersOf(readLearned(await fileOf(name))?.numbers ?? new Uint8Array()).every(Number.isFinite)).toBe(true)
    expect(readLearned(await fileOf(name))?.numbers.length).toBeGreaterThan(0)
  },
)

test('returns no weights if no constant has the name of a learned parameter', async () => {
  expect(readLearned(await fileOf('boxes'))).toBeUndefined()
})
