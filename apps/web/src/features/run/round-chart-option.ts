import { isShare } from '../../lib/metrics.ts'
import type { PartyMark } from '../../ui/index.ts'
import { bestRoundOf, type RoundEvent } from './run-state.ts'

export interface ChartParty {
  partyId: string
  partyName: string
  mark: PartyMark
}

interface Words {
  all: string
  best: string
  round: string
  format: (value: number) => string
}

export interface ChartRequest {
  rounds: RoundEvent[]
  /** How many rounds there will be: the axis is as long from the start, so that nothing jumps. */
  expected: number
  parties: ChartParty[]
  metric: string
  mode: 'light' | 'dark'
  accent: string
  words: Words
}

/** One thick line for all, one thin line with its own symbol per party, the best round marked. */
export function roundChartOption({ rounds, expected, parties, metric, mode, accent, words }: ChartRequest) {
  const axis = Array.from({ length: Math.max(expected, rounds.at(-1)?.round ?? 0) }, (_, index) => String(index + 1))
  const best = bestRoundOf(rounds, metric)
  return {
    aria: { enabled: false },
    grid: { left: 8, right: 24, top: 48, bottom: 28, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    legend: {
      type: 'scroll',
      top: 0,
      left: 0,
      width: '78%',
      itemWidth: 18,
      itemHeight: 10,
      // First, so that a narrow screen never hides it behind an arrow; it is drawn last, above the others.
      data: [words.all, ...parties.map(({ partyName }) => partyName)],
    },
    tooltip: { trigger: 'axis', valueFormatter: (value: unknown) => format(words, value) },
    xAxis: { type: 'category', data: axis, boundaryGap: false, name: words.round, nameLocation: 'middle', nameGap: 26 },
    yAxis: {
      type: 'value',
      scale: true,
      // A share cannot be more than all.
      ...(isShare(metric) ? { max: ({ max }: { max: number }) => (max > 0.95 ? 1 : undefined) } : {}),
      axisLabel: { formatter: isShare(metric) ? (value: number) => `${Math.round(value * 1000) / 10}%` : undefined },
    },
    series: [
      ...parties.map((party) => partySeries(party, rounds, metric, mode)),
      {
        name: words.all,
        type: 'line',
        z: 5,
        showSymbol: rounds.length < 3,
        symbolSize: 6,
        lineStyle: { width: 4, color: accent },
        itemStyle: { color: accent },
        data: rounds.map((round) => point(round.round, round.metrics[metric])),
        markPoint: best && {
          symbol: 'circle',
          symbolSize: 12,
          itemStyle: { color: accent, borderColor: mode === 'dark' ? '#1f211e' : '#fffefb', borderWidth: 2 },
          label: { position: 'top', formatter: words.best, color: accent, fontWeight: 600, distance: 6 },
          data: [{ coord: point(best.round, best.metrics[metric]) }],
        },
      },
    ],
  }
}

function partySeries(
  { partyId, partyName, mark }: ChartParty,
  rounds: RoundEvent[],
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
    data: rounds.flatMap((round) => {
      const own = round.parties.find((party) => party.partyId === partyId)
      return own?.metrics[metric] === undefined ? [] : [point(round.round, own.metrics[metric])]
    }),
  }
}

const point = (round: number, value: number | undefined) => [String(round), value ?? null]

const format = (words: Words, value: unknown) => (typeof value === 'number' ? words.format(value) : '–')

/** The same figures for those who read tables. */
export function roundTable(
  { rounds, parties, metric }: Pick<ChartRequest, 'rounds' | 'parties' | 'metric'>,
  words: Pick<Words, 'all' | 'round' | 'format'>,
) {
  const show = (value: number | undefined) => (value === undefined ? '–' : words.format(value))
  return {
    columns: [words.round, words.all, ...parties.map(({ partyName }) => partyName)],
    rows: rounds.map((round) => [
      String(round.round),
      show(round.metrics[metric]),
      ...parties.map(({ partyId }) => show(round.parties.find((party) => party.partyId === partyId)?.metrics[metric])),
    ]),
  }
}
