import { isShare } from '../../lib/metrics.ts'
import type { PartyMark } from '../../ui/index.ts'
import type { ScoreEvent } from './run-state.ts'

export interface ChartParty {
  partyId: string
  partyName: string
  mark: PartyMark
}

interface Words {
  all: string
  best: string
  round: string
  /** Name of the metric. */
  metric: string
  format: (value: number) => string
}

export interface ChartRequest {
  scores: ScoreEvent[]
  bestRound: number | null
  /** Maximum number of rounds. The axis has this length from the start, so that the chart does not shift. */
  expected: number
  parties: ChartParty[]
  metric: string
  mode: 'light' | 'dark'
  accent: string
  words: Words
}

/**
 * Returns a chart with a thick line for all parties, a thin line with its own symbol for each party, and a mark at the
 * best model. Round 0 is the untrained model.
 */
export function roundChartOption({ scores, bestRound, expected, parties, metric, mode, accent, words }: ChartRequest) {
  const last = Math.max(expected, scores.at(-1)?.scoredRound ?? 0)
  const best = scores.find(({ scoredRound }) => scoredRound === bestRound)
  return {
    aria: { enabled: false },
    grid: { left: 8, right: 24, top: 48, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    legend: {
      type: 'scroll',
      top: 0,
      left: 0,
      width: '78%',
      itemWidth: 18,
      itemHeight: 10,
      // All parties together are the first entry of the legend, which a narrow screen never hides. Their line is drawn
      // last, above the other lines.
      data: [words.all, ...parties.map(({ partyName }) => partyName)],
    },
    tooltip: { trigger: 'axis', valueFormatter: (value: unknown) => format(words, value) },
    xAxis: {
      type: 'category',
      data: Array.from({ length: last + 1 }, (_, round) => String(round)),
      boundaryGap: false,
      name: words.round,
      nameLocation: 'middle',
      nameGap: 26,
    },
    yAxis: {
      type: 'value',
      name: words.metric,
      nameLocation: 'middle',
      nameGap: 48,
      scale: true,
      // If the metric is a share, the axis ends at 1.
      ...(isShare(metric) ? { max: ({ max }: { max: number }) => (max > 0.95 ? 1 : undefined) } : {}),
      axisLabel: { formatter: isShare(metric) ? (value: number) => `${Math.round(value * 1000) / 10}%` : undefined },
    },
    series: [
      ...parties.map((party) => partySeries(party, scores, metric, mode)),
      {
        name: words.all,
        type: 'line',
        z: 5,
        showSymbol: scores.length < 3,
        symbolSize: 6,
        lineStyle: { width: 4, color: accent },
        itemStyle: { color: accent },
        data: scores.map(({ scoredRound, metrics }) => point(scoredRound, metrics[metric])),
        markPoint: best && {
          symbol: 'circle',
          symbolSize: 12,
          itemStyle: { color: accent, borderColor: mode === 'dark' ? '#1f211e' : '#fffefb', borderWidth: 2 },
          label: { show: false },
          data: [{ coord: point(best.scoredRound, best.metrics[metric]) }],
        },
        // Places the label above the lines, because next to the point it would cover the symbols of parties with
        // similar scores.
        markLine: best && {
          symbol: 'none',
          silent: true,
          animation: false,
          lineStyle: { type: 'dashed', width: 1, color: accent },
          label: { position: 'end', formatter: words.best, color: accent, fontWeight: 600, distance: 4 },
          data: [{ xAxis: String(best.scoredRound) }],
        },
      },
    ],
  }
}

function partySeries(
  { partyId, partyName, mark }: ChartParty,
  scores: ScoreEvent[],
  metric: string,
  mode: 'light' | 'dark',
) {
  const color = mark[mode]
  return {
    name: partyName,
    type: 'line',
    symbol: `path://${mark.shape}`,
    symbolSize: 7,
    showAllSymbol: 'auto',
    lineStyle: { width: 1.25, color, opacity: 0.85 },
    itemStyle: { color },
    data: scores.flatMap(({ scoredRound, parties }) => {
      const own = parties.find((party) => party.partyId === partyId)
      return own?.metrics[metric] === undefined ? [] : [point(scoredRound, own.metrics[metric])]
    }),
  }
}

const point = (round: number, value: number | undefined) => [String(round), value ?? null]

const format = (words: Words, value: unknown) => (typeof value === 'number' ? words.format(value) : '–')

/** Returns the figures of the chart as a table. */
export function roundTable(
  { scores, parties, metric }: Pick<ChartRequest, 'scores' | 'parties' | 'metric'>,
  words: Pick<Words, 'all' | 'round' | 'format'>,
) {
  const show = (value: number | undefined) => (value === undefined ? '–' : words.format(value))
  return {
    columns: [words.round, words.all, ...parties.map(({ partyName }) => partyName)],
    rows: scores.map((score) => [
      String(score.scoredRound),
      show(score.metrics[metric]),
      ...parties.map(({ partyId }) => show(score.parties.find((party) => party.partyId === partyId)?.metrics[metric])),
    ]),
  }
}
