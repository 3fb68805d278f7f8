import type { RunRounds } from '@tessera/contract'

export interface RunCurve extends RunRounds {
  name: string
}

interface Words {
  /** Labels of the axes. */
  round: string
  metric: string
  format: (value: number) => string
}

interface Request {
  curves: RunCurve[]
  metric: string
  words: Words
}

/** Symbols by which the curves of runs can be distinguished without colour. */
const SIGNS = ['circle', 'rect', 'triangle', 'diamond', 'roundRect', 'arrow']
const STROKES = ['solid', 'dashed', 'dotted']

/** Returns a chart with the curves of all runs. The selected model of each run is highlighted. */
export function curvesOption({ curves, metric, words }: Request) {
  return {
    aria: { enabled: false },
    grid: { left: 8, right: 24, top: 44, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    legend: { type: 'scroll', top: 0, left: 0, width: '78%', itemWidth: 28, itemHeight: 10 },
    tooltip: {
      trigger: 'axis',
      renderMode: 'richText',
      valueFormatter: (value: unknown) => (typeof value === 'number' ? words.format(value) : '–'),
    },
    xAxis: { type: 'value', min: 0, minInterval: 1, name: words.round, nameLocation: 'middle', nameGap: 28 },
    yAxis: {
      type: 'value',
      scale: true,
      name: words.metric,
      nameLocation: 'middle',
      nameGap: 56,
      axisLabel: { formatter: words.format },
    },
    series: curves.map(({ name, rounds, bestRound }, place) => ({
      name,
      type: 'line',
      symbol: SIGNS[place % SIGNS.length],
      symbolSize: (_point: unknown, { dataIndex }: { dataIndex: number }) =>
        scored(rounds, metric)[dataIndex]?.[0] === bestRound ? 14 : 5,
      lineStyle: { width: 2, type: STROKES[place % STROKES.length] },
      data: scored(rounds, metric),
    })),
  }
}

const scored = (rounds: RunRounds['rounds'], metric: string): [number, number][] =>
  rounds.flatMap(({ round, metrics }) => {
    const value = metrics[metric]
    return value === undefined ? [] : [[round, value]]
  })

/** Returns the figures as a table: one row per round, one column per run. */
export function curvesTable({ curves, metric, words }: Request) {
  const all = [...new Set(curves.flatMap(({ rounds }) => rounds.map(({ round }) => round)))].sort((a, b) => a - b)
  return {
    columns: [words.round, ...curves.map(({ name }) => name)],
    rows: all.map((round) => [
      String(round),
      ...curves.map(({ rounds }) => {
        const value = rounds.find((one) => one.round === round)?.metrics[metric]
        return value === undefined ? '–' : words.format(value)
      }),
    ]),
  }
}
