import { expect, test } from 'vitest'
import { roundEvent, scoredEvent } from '../../testing/run.ts'
import { partyMark } from '../../ui/index.ts'
import { type ChartRequest, roundChartOption } from './round-chart-option.ts'
import { bestRoundOf, scoresOf } from './run-state.ts'

const events = [roundEvent(1, 2, 0.5), roundEvent(2, 3, 0.9, 0.3, 1), scoredEvent(2, 4, 0.8, 0.4, 1)]
const drawn = (request: Partial<ChartRequest> = {}) =>
  roundChartOption({
    scores: scoresOf(events),
    bestRound: bestRoundOf(events),
    expected: 3,
    parties: [{ partyId: '1001', partyName: 'Hospital A', mark: partyMark('1001') }],
    metric: 'accuracy',
    mode: 'light',
    accent: '#000',
    words: { all: 'All', best: 'best', round: 'After round', metric: 'Accuracy', format: String },
    ...request,
  })

test('places each model’s score at the number of its rounds, from the untrained model to the last', () => {
  const { xAxis, series } = drawn()
  expect(xAxis.data).toEqual(['0', '1', '2', '3'])
  expect(series.map(({ data }) => data)).toEqual([
    [
      ['0', 0.49],
      ['1', 0.89],
      ['2', 0.79],
    ],
    [
      ['0', 0.5],
      ['1', 0.9],
      ['2', 0.8],
    ],
  ])
})

test('marks the best round once, whatever the metric, and not before it is known', () => {
  const marks = (option: ReturnType<typeof drawn>) =>
    option.series.flatMap((line) => ('markPoint' in line && line.markPoint ? line.markPoint.data : []))
  expect(marks(drawn())).toEqual([{ coord: ['1', 0.9] }])
  expect(marks(drawn({ metric: 'loss' }))).toEqual([{ coord: ['1', 0.3] }])
  expect(marks(drawn({ bestRound: null }))).toEqual([])
})

test('places the label of the best round above the plot, where it covers no symbols', () => {
  const line = drawn().series.find((one) => 'markLine' in one)
  if (!line || !('markLine' in line)) throw new Error('nothing marks the best round')
  expect(line.markLine).toMatchObject({ label: { position: 'end', formatter: 'best' }, data: [{ xAxis: '1' }] })
  expect(line.markPoint).toMatchObject({ label: { show: false } })
  // The label is between the legend and the plot.
  expect(drawn().grid.top).toBeGreaterThanOrEqual(40)
})

test('labels both axes of the round chart', () => {
  const { xAxis, yAxis } = drawn()
  expect([xAxis.name, yAxis.name]).toEqual(['After round', 'Accuracy'])
})
