import { expect, test } from 'vitest'
import { partyMark } from '../../ui/index.ts'
import { type ChartRequest, roundChartOption } from './round-chart-option.ts'
import { bestRoundOf, scoresOf } from './run-state.ts'
import { roundEvent, scoredEvent } from './test-world.ts'

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

test('each model stands over the rounds that made it, from the untrained to the last', () => {
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

test('the best round is marked once, with whatever metric; before there is one, none', () => {
  const marks = (option: ReturnType<typeof drawn>) =>
    option.series.flatMap((line) => ('markPoint' in line && line.markPoint ? line.markPoint.data : []))
  expect(marks(drawn())).toEqual([{ coord: ['1', 0.9] }])
  expect(marks(drawn({ metric: 'loss' }))).toEqual([{ coord: ['1', 0.3] }])
  expect(marks(drawn({ bestRound: null }))).toEqual([])
})

test('the word for the best round stands at the end of a line through it, above the plot, where no mark of a party can lie', () => {
  const line = drawn().series.find((one) => 'markLine' in one)
  if (!line || !('markLine' in line)) throw new Error('nothing marks the best round')
  expect(line.markLine).toMatchObject({ label: { position: 'end', formatter: 'best' }, data: [{ xAxis: '1' }] })
  expect(line.markPoint).toMatchObject({ label: { show: false } })
  // Between the legend and the plot.
  expect(drawn().grid.top).toBeGreaterThanOrEqual(40)
})

test('both axes say what they measure', () => {
  const { xAxis, yAxis } = drawn()
  expect([xAxis.name, yAxis.name]).toEqual(['After round', 'Accuracy'])
})
