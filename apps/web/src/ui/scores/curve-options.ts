import type { AtThreshold, BoxScores, ScoreCurve } from '@tessera/contract'

interface Words {
  x: string
  y: string
  /** What the dashed line stands for. */
  line: string
  chosen: string
}

interface Request {
  words: Words
  accent: string
}

const percent = (value: number) => `${Math.round(value * 100)}%`

/** From nothing to all on both axes, with their names. */
const frame = ({ x, y }: Words) => {
  const axis = { type: 'value', min: 0, max: 1, interval: 0.25, axisLabel: { formatter: percent } }
  return {
    aria: { enabled: false },
    grid: { left: 8, right: 20, top: 16, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    tooltip: {
      trigger: 'item',
      // Names come from people's tables: drawn as text, never as HTML.
      renderMode: 'richText',
      formatter: ({ value }: { value: number[] }) => `${x} ${shown(value[0])}\n${y} ${shown(value[1])}`,
    },
    xAxis: { ...axis, name: x, nameLocation: 'middle', nameGap: 28 },
    yAxis: { ...axis, name: y, nameLocation: 'middle', nameGap: 44 },
  }
}

const shown = (value: number | undefined) => (value === undefined ? '–' : `${(value * 100).toFixed(1)}%`)

/** Points beyond which they would cover the line. */
const MANY = 30

const line = (data: number[][], accent: string) => ({
  type: 'line',
  symbolSize: data.length > MANY ? 3 : 6,
  lineStyle: { width: 2, color: accent },
  itemStyle: { color: accent },
  data,
})

const dashed = (name: string, data: number[][]) => ({
  type: 'line',
  name,
  silent: true,
  symbol: 'none',
  lineStyle: { width: 1, type: 'dashed' },
  itemStyle: { opacity: 0 },
  data,
})

const marked = (name: string, data: (number[] | null)[], accent: string) => ({
  type: 'scatter',
  name,
  symbol: 'diamond',
  symbolSize: 18,
  z: 5,
  itemStyle: { color: accent, borderColor: '#fffefb', borderWidth: 2 },
  data: data.filter((point) => point !== null),
})

const DIAGONAL = [
  [0, 0],
  [1, 1],
]

const rocPoint = ({ sensitivity, specificity }: AtThreshold) =>
  sensitivity && specificity ? [1 - specificity.value, sensitivity.value] : null
/** Where no row is said to be of the class there is no precision. */
const prPoint = ({ sensitivity, ppv }: AtThreshold) => (sensitivity && ppv ? [sensitivity.value, ppv.value] : null)

const pointsOf = (thresholds: AtThreshold[], point: (at: AtThreshold) => number[] | null) =>
  thresholds.flatMap((at) => {
    const found = point(at)
    return found ? [found] : []
  })

interface CurveRequest extends Request {
  thresholds: AtThreshold[]
  chosen: AtThreshold
}

/** Sensitivity against what is wrongly said to be of the class, and where the chosen threshold lies. */
export const rocOption = ({ thresholds, chosen, words, accent }: CurveRequest) => ({
  ...frame(words),
  series: [
    dashed(words.line, DIAGONAL),
    line(pointsOf(thresholds, rocPoint), accent),
    marked(words.chosen, [rocPoint(chosen)], accent),
  ],
})

/** Dashed: the share that saying it of all rows would have right. */
export function precisionOption({ thresholds, chosen, words, accent }: CurveRequest) {
  const share = thresholds[0]?.ppv?.value ?? 0
  return {
    ...frame(words),
    series: [
      dashed(words.line, [
        [0, share],
        [1, share],
      ]),
      line(pointsOf(thresholds, prPoint), accent),
      marked(words.chosen, [prPoint(chosen)], accent),
    ],
  }
}

type BoxPoint = BoxScores['curve'][number]

const boxPoint = ({ recall, precision }: BoxPoint) => [recall, precision]

/** Of boxes: there is no line of chance, as nobody knows what could have been a box. */
export const boxesOption = ({
  curve,
  chosen,
  words,
  accent,
}: Request & Pick<BoxScores, 'curve'> & { chosen: BoxPoint | undefined }) => ({
  ...frame(words),
  series: [line(curve.map(boxPoint), accent), marked(words.chosen, chosen ? [boxPoint(chosen)] : [], accent)],
})

/** Groups of rows with like scores: what was predicted and what was there, with its interval. */
export const calibrationOption = ({ calibration, words, accent }: Request & Pick<ScoreCurve, 'calibration'>) => ({
  ...frame(words),
  series: [
    dashed(words.line, DIAGONAL),
    {
      type: 'line',
      silent: true,
      symbol: 'none',
      lineStyle: { color: accent, width: 1.5 },
      // Not joined from one group to the next.
      data: calibration.flatMap(({ predicted, observed }) => [
        [predicted, observed.low],
        [predicted, observed.high],
        [predicted, '-'],
      ]),
    },
    line(
      calibration.map(({ predicted, observed }) => [predicted, observed.value]),
      accent,
    ),
  ],
})
