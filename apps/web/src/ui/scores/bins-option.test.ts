import { expect, test } from 'vitest'
import { binsOption } from './bins-option.ts'

test('names the axes of a histogram and what its bins count', () => {
  const words = { axis: 'Chance of “ill”', counted: 'How many pictures' }
  const { xAxis, yAxis, series } = binsOption([4, 1], ['below 0.5', 'above 0.5'], words)
  expect([xAxis.name, yAxis.name]).toEqual(['Chance of “ill”', 'How many pictures'])
  expect(series.map(({ name, data }) => [name, data])).toEqual([['How many pictures', [4, 1]]])
})
