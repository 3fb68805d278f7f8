import {
  type Curve,
  type InputColumn,
  inputColumnsOf,
  leastOf,
  type ModelCard,
  restAt,
  type Seen,
  type TreeFindings,
} from '@tessera/contract'

/** The unit in which a curve shows effects. */
export type CurveScale = TreeFindings['scale']

/**
 * The curves of all columns, for one class or for the predicted number. The curve with the largest range comes first.
 */
export interface CurvesOf {
  class: Curve['class']
  /** The reference class, if there is one. */
  against: Curve['class']
  curves: { curve: Curve; input: InputColumn | undefined }[]
  /** The range of all curves, so that the charts are comparable. */
  range: [number, number]
}

export const scaleOf = (card: ModelCard): CurveScale =>
  card.trees?.scale ?? (card.output.kind === 'classes' ? 'odds' : 'unit')

export function curvesOf(card: ModelCard): CurvesOf[] {
  const all = card.curves ?? card.trees?.effects ?? []
  const names = [...new Set(all.map((curve) => curve.class))]
  const classes = card.output.kind === 'classes' ? card.output.classes : []
  return names.map((name) => {
    const own = all.filter((curve) => curve.class === name)
    const heights = own.flatMap(({ effects, low = [], high = [] }) => [...effects, ...low, ...high])
    return {
      class: name,
      against: names.length < classes.length ? (classes[0] ?? null) : null,
      curves: own
        .toSorted((one, other) => reachOf(other) - reachOf(one))
        .map((curve) => ({ curve, input: inputColumnsOf(card.input).find(({ column }) => column === curve.column) })),
      range: [Math.min(0, ...heights), Math.max(0, ...heights)],
    }
  })
}

const reachOf = ({ effects }: Curve) => Math.max(...effects) - Math.min(...effects)

/** Reports whether the column has no effect. */
export const isFlat = ({ effects }: Curve) => effects.every((effect) => effect === effects[0])

/** Returns a cut point as readable text. */
export const cutText = (cut: number): string => String(Number(cut.toPrecision(4)))

/** Returns a name for each range or category, in the order of the curve's effects. */
export function namesOf({ points, effects }: Curve, input: InputColumn | undefined, words: CurveWords): string[] {
  if (input?.kind === 'category')
    return effects.map((_, at) => input.categories?.[at] ?? words[restAt(input, at) ?? 'other'])
  if (points.length === 0) return [words.all]
  return effects.map((_, at) => {
    if (at === 0) return words.upTo(cutText(points[0] ?? 0))
    if (at === points.length) return words.above(cutText(points.at(-1) ?? 0))
    return words.between(cutText(points[at - 1] ?? 0), cutText(points[at] ?? 0))
  })
}

export interface CurveWords {
  other: string
  missing: string
  all: string
  upTo: (value: string) => string
  above: (value: string) => string
  between: (low: string, high: string) => string
}

interface Request {
  curve: Curve
  input: InputColumn | undefined
  names: string[]
  range: CurvesOf['range']
  accent: string
  format: (value: number) => string
}

const GRID = { left: 4, right: 12, top: 10, bottom: 24, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' }
/** At the bottom of the chart, 1/PLACES of its height shows the distribution of the rows. */
const PLACES = 4

/** Returns the chart of a curve: steps above the distribution of the rows for a number, bars for categories. */
export function curveOption(request: Request) {
  return request.input?.kind === 'category' ? barOption(request) : stepOption(request)
}

function stepOption({ curve, input, range, accent, format }: Request) {
  const [low, high] = endsOf(curve.points, input?.seen)
  const steps = (heights: number[]) => {
    const starts = [low, ...curve.points]
    return [...starts.map((start, at) => [start, heights[at] ?? 0]), [high, heights.at(-1) ?? 0]]
  }
  const line = (heights: number[], width: number, type: 'solid' | 'dashed') => ({
    type: 'line',
    step: 'end',
    symbol: 'none',
    color: accent,
    lineStyle: { width, type },
    data: steps(heights),
  })
  const places = placesOf(input?.seen, low, high)
  return {
    aria: { enabled: false },
    grid: GRID,
    tooltip: { trigger: 'axis', renderMode: 'richText', valueFormatter: (value: unknown) => textOf(value, format) },
    xAxis: { type: 'value', min: low, max: high, axisLabel: { formatter: short } },
    yAxis: [
      { type: 'value', ...roundRange(range), axisLabel: { formatter: format } },
      { type: 'value', show: false, min: 0, max: PLACES * Math.max(...places.map(([, height]) => height), 1e-300) },
    ],
    series: [
      {
        type: 'line',
        step: 'end',
        symbol: 'none',
        silent: true,
        yAxisIndex: 1,
        tooltip: { show: false },
        lineStyle: { width: 0 },
        areaStyle: { color: '#8a8a80', opacity: 0.25 },
        data: places,
      },
      ...[curve.low, curve.high].flatMap((heights) =>
        heights ? [{ ...line(heights, 1, 'dashed'), silent: true, tooltip: { show: false } }] : [],
      ),
      {
        ...line(curve.effects, 2, 'solid'),
        markLine: {
          silent: true,
          symbol: 'none',
          label: { show: false },
          lineStyle: { type: 'dashed', width: 1, color: '#8a8a80' },
          data: [{ yAxis: 0 }],
        },
      },
    ],
  }
}

function barOption({ curve, names, range, accent, format }: Request) {
  return {
    aria: { enabled: false },
    grid: GRID,
    tooltip: { trigger: 'axis', renderMode: 'richText', valueFormatter: (value: unknown) => textOf(value, format) },
    xAxis: { type: 'category', data: names },
    yAxis: { type: 'value', ...roundRange(range), axisLabel: { formatter: format } },
    series: [{ type: 'bar', barMaxWidth: 28, itemStyle: { color: accent }, data: curve.effects }],
  }
}

const short = (value: number) => String(Number(value.toPrecision(3)))

const textOf = (value: unknown, format: (value: number) => string) => (typeof value === 'number' ? format(value) : '–')

/** Extends a range by 10 % on both sides. */
function roundRange([low, high]: CurvesOf['range']) {
  const size = high - low || 1
  return { min: low - size / 10, max: high + size / 10 }
}

/** Extends the outermost cut points by 10 % of their range. */
function endsOf(points: number[], seen: Seen | undefined): [number, number] {
  const known = [...points, ...(seen?.points ?? [])].toSorted((one, other) => one - other)
  const first = known[0] ?? 0
  const last = known.at(-1) ?? 1
  const margin = (last - first) / 10 || Math.max(Math.abs(first) / 10, 0.5)
  return [first - margin, last + margin]
}

/** Returns the density of the rows in each bin, as [start of the bin, rows per unit of width]. */
function placesOf(seen: Seen | undefined, low: number, high: number): [number, number][] {
  if (!seen || seen.points.length === 0) return []
  const starts = [low, ...seen.points]
  const found = starts.map((start, at): [number, number] => {
    const width = (starts[at + 1] ?? high) - start
    return [start, width > 0 ? leastOf(seen.counts[at]) / width : 0]
  })
  return [...found, [high, 0]]
}
