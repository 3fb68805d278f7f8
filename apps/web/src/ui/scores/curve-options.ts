import type { AtThreshold, BoxScores, ScoreCurve } from '@tessera/contract'

interface Words {
  x: string
  y: string
  /** Name of the dashed line. */
  line: string
  chosen: string
}

interface Request {
  words: Words
  accent: string
}

const percent = (value: number) => `${Math.round(value * 100)}%`

/** Returns the axes from 0 to 1, with their names. */
const frame = ({ x, y }: Words) => {
  const axis = { type: 'value', min: 0, max: 1, interval: 0.25, axisLabel: { formatter: percent } }
  return {
    aria: { enabled: false },
    grid: { left: 8, right: 20, top: 16, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    tooltip: {
      trigger: 'item',
      // Names come from user data: render them as text, never as HTML.
      renderMode: 'richText',
      formatter: ({ value }: { value: number[] }) => `${x} ${shown(value[0])}\n${y} ${shown(value[1])}`,
    },
    xAxis: { ...axis, name: x, nameLocation: 'middle', nameGap: 28 },
    yAxis: { ...axis, name: y, nameLocation: 'middle', nameGap: 44 },
  }
}

const shown = (value: number | undefined) => (value === undefined ? '–' : `${(value * 100).toFixed(1)}%`)

/** Maximum number of points with large symbols, because with more points the symbols would cover the line. */
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
/**
 * Returns a point of the precision–recall curve, or none if no row is predicted as the class and precision is
 * undefined.
 */
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

/** Returns the ROC curve (sensitivity against the false positive rate) with the selected threshold. */
export const rocOption = ({ thresholds, chosen, words, accent }: CurveRequest) => ({
  ...frame(words),
  series: [
    dashed(words.line, DIAGONAL),
    line(pointsOf(thresholds, rocPoint), accent),
    marked(words.chosen, [rocPoint(chosen)], accent),
  ],
})

/**
 * Returns the precision–recall curve. The dashed line is the precision of a model that predicts the class for all rows.
 */
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

/**
 * Returns the precision–recall curve of boxes, without a chance line because the number of possible boxes is unknown.
 */
export const boxesOption = ({
  curve,
  chosen,
  words,
  accent,
}: Request & Pick<BoxScores, 'curve'> & { chosen: BoxPoint | undefined }) => ({
  ...frame(words),
  series: [line(curve.map(boxPoint), accent), marked(words.chosen, chosen ? [boxPoint(chosen)] : [], accent)],
})

/**
 * Returns the calibration curve: for groups of rows with similar scores, the predicted probability and the observed
 * share with its interval.
 */
export const calibrationOption = ({ calibration, words, accent }: Request & Pick<ScoreCurve, 'calibration'>) => ({
  ...frame(words),
  series: [
    dashed(words.line, DIAGONAL),
    {
      type: 'line',
      silent: true,
      symbol: 'none',
      lineStyle: { color: accent, width: 1.5 },
      // A separator after each interval prevents a line from one group to the next.
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
