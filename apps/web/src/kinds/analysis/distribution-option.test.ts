import { expect, test } from 'vitest'
import { distributionOption } from './distribution-option.ts'

test('names both axes of a histogram', () => {
  const bins = [
    { label: '0 – 10', count: 4 },
    { label: '10 – 20', count: 1 },
  ]
  const { xAxis, yAxis } = distributionOption(bins, { name: 'Tokens per text', count: 'Count' })
  expect([xAxis.name, yAxis.name]).toEqual(['Tokens per text', 'Count'])
})
