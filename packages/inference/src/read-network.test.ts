import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readNetwork } from './read-network.ts'

const fileOf = (name: string) => readFile(new URL(`../test-data/${name}.onnx`, import.meta.url))
const numbersOf = (bytes: Uint8Array) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: bytes.length / 8 }, (_, place) => view.getFloat64(place * 8, true))
}

test('layers and scales are those that the engine wrote', async () => {
  const network = readNetwork(await fileOf('network'))
  expect(network?.scales).toEqual(
    new Map([
      [0, { mean: 50, factor: 1 / 10 }],
      [1, { mean: 200, factor: 1 / 30 }],
    ]),
  )
  expect(network?.label).toBeNull()
  expect(network?.layers.map(({ weights, bias }) => [numbersOf(weights), numbersOf(bias)])).toEqual([
    [
      [1, -1, 0.5, 0.25, 0, -2],
      [0.1, 0.2, 0.3],
    ],
    [
      [-1, 1, 0.5, -0.5, 0, 3],
      [0, 0.4],
    ],
  ])
})

test('a number that is predicted has its scale', async () => {
  const network = readNetwork(await fileOf('estimates'))
  expect(network?.label).toEqual({ mean: 100, deviation: 10 })
  expect(network?.layers.map(({ bias }) => bias.length / 8)).toEqual([3, 1])
})

test('one layer, with categories among its columns, is a network too; middles of clusters are none', async () => {
  const network = readNetwork(await fileOf('classes'))
  expect([...(network?.scales.keys() ?? [])]).toEqual([0])
  expect(network?.layers).toHaveLength(1)
  expect(readNetwork(await fileOf('clusters'))).toBeUndefined()
})
