/** The share of rows without the event at a time, with its interval if known. */
export interface DrawnPoint {
  time: number
  survival: number
  low?: number
  high?: number
  /** Maximum difference from the share that exact times would give. */
  error?: number
}

export interface DrawnCurve {
  name: string
  points: DrawnPoint[]
}

interface Request {
  curves: DrawnCurve[]
  timeName: string
  /** Name of the axis for shares. */
  shareName: string
  /** Formats a share as a percentage. */
  format: (share: number) => string
}

/** Returns survival curves as step functions from 100 %. Dashed lines bound the confidence interval. */
export function survivalOption({ curves, timeName, shareName, format }: Request) {
  return {
    aria: { enabled: false },
    grid: { left: 8, right: 24, top: 40, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    legend: { type: 'scroll', top: 0, left: 0, width: '78%', data: curves.map(({ name }) => name) },
    // Names come from user data: render them as text, never as HTML.
    tooltip: { trigger: 'axis', renderMode: 'richText', valueFormatter: (share: unknown) => textOf(share, format) },
    xAxis: { type: 'value', min: 0, name: timeName, nameLocation: 'middle', nameGap: 26 },
    yAxis: {
      type: 'value',
      min: 0,
      max: 1,
      name: shareName,
      nameLocation: 'middle',
      nameGap: 60,
      axisLabel: { formatter: format },
    },
    series: curves.flatMap((curve, place) => seriesOf(curve, place)),
  }
}

const textOf = (share: unknown, format: Request['format']) => (typeof share === 'number' ? format(share) : '–')

function seriesOf({ name, points }: DrawnCurve, place: number) {
  const line = (pick: (point: DrawnPoint) => number | undefined) => {
    const known = points.flatMap((point) => {
      const share = pick(point)
      return share === undefined ? [] : [[point.time, share]]
    })
    return known.length > 0 ? [[0, 1], ...known] : []
  }
  const step = { type: 'line', step: 'end', symbol: 'none' }
  const band = {
    ...step,
    lineStyle: { width: 1, type: 'dashed', opacity: 0.6 },
    tooltip: { show: false },
    silent: true,
  }
  const coloured = (series: object) => ({ ...series, colorBy: 'series', color: COLOURS[place % COLOURS.length] })
  const ends = [line(({ low }) => low), line(({ high }) => high)].filter((data) => data.length > 0)
  return [
    coloured({ ...step, name, lineStyle: { width: 2.5 }, data: line(({ survival }) => survival) }),
    ...ends.map((data) => coloured({ ...band, data })),
  ]
}

/** Colours that can be distinguished on light and dark backgrounds. */
const COLOURS = ['#2f7d6d', '#b0661a', '#6470c4', '#c0584a', '#74882f', '#a05aa2', '#3f86b5', '#8a7350']

/** Returns the figures as a table, with a line for each time of any curve. */
export function survivalTable(
  { curves, timeName, format }: Omit<Request, 'shareName'>,
  range: (low: string, high: string) => string,
  withError: (points: string) => string,
) {
  const times = [...new Set(curves.flatMap(({ points }) => points.map(({ time }) => time)))].toSorted((a, b) => a - b)
  const cell = ({ points }: DrawnCurve, time: number) => {
    const point = points.find((one) => one.time === time)
    if (!point) return '–'
    const { survival, low, high, error } = point
    const notes = [
      ...(low === undefined || high === undefined ? [] : [range(format(low), format(high))]),
      ...(error === undefined ? [] : [withError(format(error))]),
    ]
    return notes.length > 0 ? `${format(survival)} (${notes.join('; ')})` : format(survival)
  }
  return {
    columns: [timeName, ...curves.map(({ name }) => name)],
    rows: times.map((time) => [String(Number(time.toPrecision(6))), ...curves.map((curve) => cell(curve, time))]),
  }
}
