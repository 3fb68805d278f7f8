import { formatPower } from '../../lib/format.ts'

/** One line of the plot: an estimate and, where there is one, its interval. Of a ratio, logarithms. */
export interface ForestLine {
  name: string
  estimate: number
  low?: number | undefined
  high?: number | undefined
  /** What is said of it on pointing. */
  text: string
}

export interface ForestRequest {
  lines: ForestLine[]
  /** Drawn in logarithms, named as ratios. */
  isRatio: boolean
  accent: string
  /** Room for names, in pixels. */
  nameWidth: number
}

const ROW_HEIGHT = 26
const AXIS_HEIGHT = 40

/** In pixels: every row has its name beside it. */
export const heightOf = (lines: unknown[]) => lines.length * ROW_HEIGHT + AXIS_HEIGHT

/** A row for each coefficient, from the top: the estimate as a square, its interval as a line; dashed, where there is no effect. */
export function forestOption({ lines, isRatio, accent, nameWidth }: ForestRequest) {
  const axis = isRatio ? ratioAxis(lines.flatMap(valuesOf)) : null
  const place = (value: number) => (axis ? value / axis.unit : value)
  return {
    aria: { enabled: false },
    grid: { left: 8, right: 24, top: 8, bottom: 24, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    // Names come from people's tables: drawn as text, never as HTML.
    tooltip: {
      trigger: 'item',
      renderMode: 'richText',
      formatter: (at: { dataIndex: number }) => lines[at.dataIndex]?.text,
    },
    xAxis: axis
      ? { type: 'value', ...axis.range, axisLabel: { formatter: axis.nameOf, hideOverlap: true } }
      : { type: 'value', axisLabel: { hideOverlap: true } },
    yAxis: {
      type: 'category',
      inverse: true,
      data: lines.map(({ name }) => name),
      axisLabel: { interval: 0, width: nameWidth, overflow: 'truncate' },
    },
    series: [
      {
        type: 'line',
        silent: true,
        symbol: 'none',
        lineStyle: { color: accent, width: 2 },
        // Not joined from one row to the next.
        data: lines.flatMap(({ low, high }, row) =>
          low === undefined || high === undefined
            ? []
            : [
                [place(low), row],
                [place(high), row],
                ['-', row],
              ],
        ),
      },
      {
        type: 'scatter',
        symbol: 'rect',
        symbolSize: 9,
        itemStyle: { color: accent },
        data: lines.map(({ estimate }, row) => [place(estimate), row]),
        markLine: {
          silent: true,
          symbol: 'none',
          label: { show: false },
          lineStyle: { type: 'dashed', width: 1 },
          data: [{ xAxis: 0 }],
        },
      },
    ],
  }
}

const valuesOf = ({ estimate, low, high }: ForestLine) => [estimate, low ?? estimate, high ?? estimate]

const MOST_TICKS = 6
/** In doublings: quarters of one up to four of them. */
const DOUBLINGS = [0.25, 0.5, 1, 2]
/** In powers of ten, for what spreads farther. */
const POWERS = [1, 2, 5, 10, 20, 50, 100, 200]

/** Ticks at even ratios, with 1 among them: doublings where they do, powers of ten else. Takes natural logarithms. */
export function ratioAxis(logs: number[]) {
  const low = Math.min(0, ...logs)
  const high = Math.max(0, ...logs)
  const fits = (unit: number) => (interval: number) => (high - low) / (unit * interval) <= MOST_TICKS
  const doubling = DOUBLINGS.find(fits(Math.LN2))
  const unit = doubling === undefined ? Math.LN10 : Math.LN2
  const interval = doubling ?? POWERS.find(fits(unit)) ?? 500
  return {
    /** A natural logarithm of one step of the axis. */
    unit,
    range: {
      min: Math.floor(low / unit / interval) * interval,
      max: Math.ceil(high / unit / interval) * interval || interval,
      interval,
    },
    nameOf: (value: number) =>
      doubling === undefined && Math.abs(value) > 3
        ? formatPower(value)
        : String(Number(Math.exp(value * unit).toPrecision(3))),
  }
}
