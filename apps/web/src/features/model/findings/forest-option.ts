/** One line of a forest plot: an estimate and, if known, its interval. Ratios are given as natural logarithms. */
export interface ForestLine {
  name: string
  estimate: number
  low?: number | undefined
  high?: number | undefined
  /** Text of the tooltip for this line. */
  text: string
}

export interface ForestRequest {
  lines: ForestLine[]
  /** Whether the values are logarithms of ratios, and the axis shows ratios. */
  isRatio: boolean
  accent: string
  /** Width in pixels that is reserved for the names of coefficients. */
  nameWidth: number
  /** Label of the axis. */
  axisName: string
}

const ROW_HEIGHT = 26
const LINE_HEIGHT = 13
const AXIS_HEIGHT = 60
/** Widths in pixels of a Latin and of a Chinese letter on the axis. */
const LETTER_WIDTHS = [7, 13] as const

/** Returns the height of the plot in pixels. Each row is high enough for the lines of the longest name. */
export function heightOf(lines: { name: string }[], nameWidth: number): number {
  const linesOf = ({ name }: { name: string }) => {
    const [latin, wide] = LETTER_WIDTHS
    const width = [...name].reduce((sum, letter) => sum + (letter > '\u2e80' ? wide : latin), 0)
    return Math.ceil(width / nameWidth)
  }
  const most = Math.max(1, ...lines.map(linesOf))
  return lines.length * Math.max(ROW_HEIGHT, most * LINE_HEIGHT + 4) + AXIS_HEIGHT
}

/** Limits the plot to ratios from 1:1000 to 1000:1. Otherwise a single uncertain column would compress all others. */
const EDGE = Math.log(1000)

/** Returns whether any value is outside the plotted range. */
export const isCut = ({ lines, isRatio }: Pick<ForestRequest, 'lines' | 'isRatio'>) =>
  isRatio && lines.flatMap(valuesOf).some((value) => Math.abs(value) > EDGE)

/**
 * Returns a forest plot with one row per coefficient, from the top: the estimate as a square, its interval as a line,
 * an arrow if the interval continues beyond the edge, and a dashed line at no effect.
 */
export function forestOption({ lines, isRatio, accent, nameWidth, axisName }: ForestRequest) {
  const axis = isRatio ? ratioAxis(lines.flatMap(valuesOf)) : null
  const edge = isRatio ? EDGE : Number.POSITIVE_INFINITY
  const place = (value: number) => Math.max(-edge, Math.min(edge, value)) / (axis?.unit ?? 1)
  const arrow = (side: number, row: number) => ({ value: [place(side * edge), row], symbolRotate: -90 * side })
  return {
    aria: { enabled: false },
    grid: { left: 8, right: 40, top: 8, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    tooltip: {
      trigger: 'item',
      // Names come from user data: render them as text, never as HTML.
      renderMode: 'richText',
      formatter: ({ value: [, row = -1] }: { value: number[] }) => lines[row]?.text,
    },
    xAxis: {
      type: 'value',
      name: axisName,
      nameLocation: 'middle',
      nameGap: 28,
      ...axis?.range,
      ...(axis && { axisLabel: { formatter: axis.nameOf } }),
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: lines.map(({ name }) => name),
      // Wraps names instead of truncating them, because a truncated name could be mistaken for another column's.
      axisLabel: { interval: 0, hideOverlap: false, width: nameWidth, overflow: 'break', lineHeight: LINE_HEIGHT },
    },
    series: [
      {
        type: 'line',
        silent: true,
        symbol: 'none',
        lineStyle: { color: accent, width: 2 },
        // The entry '-' after each interval prevents a line from one row to the next.
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
        data: lines.flatMap(({ estimate }, row) => (Math.abs(estimate) > edge ? [] : [[place(estimate), row]])),
        markLine: {
          silent: true,
          symbol: 'none',
          label: { show: false },
          lineStyle: { type: 'dashed', width: 1 },
          data: [{ xAxis: 0 }],
        },
      },
      {
        type: 'scatter',
        symbol: 'triangle',
        symbolSize: 9,
        itemStyle: { color: accent },
        data: lines.flatMap((line, row) =>
          [-1, 1].filter((side) => valuesOf(line).some((value) => side * value > edge)).map((side) => arrow(side, row)),
        ),
      },
    ],
  }
}

const valuesOf = ({ estimate, low, high }: ForestLine) => [estimate, low ?? estimate, high ?? estimate]

const MAX_STEPS = 6
/** Candidates for the step between ticks, as powers of two. */
const DOUBLINGS = [0.25, 0.5, 1, 2]

/**
 * Returns an axis for natural logarithms, with ticks at even ratios that include 1. Ticks are doublings if at most
 * MAX_STEPS of them fit, otherwise powers of ten.
 */
export function ratioAxis(logs: number[]) {
  const low = Math.max(-EDGE, Math.min(0, ...logs))
  const high = Math.min(EDGE, Math.max(0, ...logs))
  const doubling = DOUBLINGS.find((each) => (high - low) / (Math.LN2 * each) <= MAX_STEPS)
  const unit = doubling === undefined ? Math.LN10 : Math.LN2
  const interval = doubling ?? 1
  const steps = (log: number) => Math.round((log / unit / interval) * 1e9) / 1e9
  const range = { min: Math.floor(steps(low)) * interval, max: Math.ceil(steps(high)) * interval, interval }
  return {
    /** The natural logarithm of one unit of the axis. */
    unit,
    range: range.min === range.max ? { ...range, min: -interval, max: interval } : range,
    nameOf: (value: number) => String(Number(Math.exp(value * unit).toPrecision(3))),
  }
}
