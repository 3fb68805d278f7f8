/** The share that is without the event after a time; between which shares it lies, where that is known. */
export interface DrawnPoint {
  time: number
  survival: number
  low?: number
  high?: number
  /** The largest distance of the share that exact times give. */
  error?: number
}

export interface DrawnCurve {
  name: string
  points: DrawnPoint[]
}

interface Request {
  curves: DrawnCurve[]
  timeName: string
  /** What the share is of. */
  shareName: string
  /** Of a share, as a percentage. */
  format: (share: number) => string
}

/** Steps down from all at the start; dashed lines are the ends of the band. */
export function survivalOption({ curves, timeName, shareName, format }: Request) {
  return {
    aria: { enabled: false },
    grid: { left: 8, right: 24, top: 40, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    legend: { type: 'scroll', top: 0, left: 0, width: '78%', data: curves.map(({ name }) => name) },
    // Names come from people's tables: drawn as text, never as HTML.
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

/** Told apart on a light and on a dark page. */
const COLOURS = ['#2f7d6d', '#b0661a', '#6470c4', '#c0584a', '#74882f', '#a05aa2', '#3f86b5', '#8a7350']

/** The same figures for those who read tables: a line for each time that any curve has. */
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
