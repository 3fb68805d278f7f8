import { expect, test } from 'vitest'
import { echarts } from './chart-engine.ts'
import { chartTheme } from './chart-theme.ts'

const WIDTH = 300

test('omits axis labels that would overlap', () => {
  const chart = echarts.init(null, chartTheme('light'), { renderer: 'svg', ssr: true, width: WIDTH, height: 200 })
  chart.setOption({
    xAxis: {
      type: 'value',
      min: 0,
      max: 20,
      interval: 1,
      axisLabel: { formatter: (at: number) => `${at} millilitres` },
    },
    yAxis: { type: 'value', show: false },
    series: [{ type: 'line', data: [[0, 1]] }],
  })
  const labels = chart.renderToSVGString().match(/millilitres/g) ?? []
  chart.dispose()
  expect(labels.length).toBeGreaterThan(1)
  // A label with this many letters is at least 50 pixels wide.
  expect(labels.length).toBeLessThan(WIDTH / 50)
})
