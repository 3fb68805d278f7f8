import type { Interval, Share } from '@tessera/contract'
import { gainOf, metricNames, metricText } from '../../../lib/metrics.ts'
import type { NumberedRun } from './numbered-runs.ts'

/** How a run's score compares with the first run's. `within`: their intervals overlap. */
export type VersusFirst = 'first' | 'better' | 'worse' | 'within' | 'same' | 'unknown'

export interface ScoreCell {
  value: number
  /** Null where the run told the value only. */
  interval: Interval | null
  /** The same with its count, where the score is so many of the rows. */
  share: Share | null
  versusFirst: VersusFirst
}

export interface ScoreRow {
  key: string
  /** A metric; or of a class, how much of it is found and how much of the others is told apart. */
  of: { metric: string } | { class: string; share: 'sensitivity' | 'specificity' }
  /** A run each; null where it has no such score. */
  cells: (ScoreCell | null)[]
  text: (value: number) => string
}

type Found = Omit<ScoreCell, 'versusFirst'> | null

/** Every score that any of the runs has, side by side. */
export function scoreRows(runs: NumberedRun[]): ScoreRow[] {
  const metrics = metricNames(...runs.map((run) => run.metrics))
  const classes = [...new Set(runs.flatMap(({ scores }) => scores?.classes?.map((one) => one.class) ?? []))]
  return [
    ...metrics.map((metric): ScoreRow => {
      const found = runs.map((run) => metricOf(run, metric))
      const text = (value: number) => metricText(metric, value)
      return { key: metric, of: { metric }, text, cells: cellsOf(found, metric, text) }
    }),
    ...classes.flatMap((name) =>
      (['sensitivity', 'specificity'] as const).map((share): ScoreRow => {
        const found = runs.map((run) => shareOfClass(run, name, share))
        // A share like any other: more is better.
        const text = (value: number) => metricText('recall', value)
        return { key: `${share} ${name}`, of: { class: name, share }, text, cells: cellsOf(found, share, text) }
      }),
    ),
  ]
}

function metricOf({ metrics, scores }: NumberedRun, metric: string): Found {
  const interval = scores?.metrics[metric] ?? null
  const value = interval?.value ?? metrics[metric]
  return value === undefined ? null : { value, interval, share: null }
}

function shareOfClass({ scores }: NumberedRun, name: string, share: 'sensitivity' | 'specificity'): Found {
  const found = scores?.classes?.find((one) => one.class === name)?.[share]
  return found ? { value: found.value, interval: found, share: found } : null
}

/** Against the first run that has the score. */
function cellsOf(found: Found[], metric: string, text: (value: number) => string): ScoreRow['cells'] {
  const first = found.find((one) => one !== null)
  return found.map((one) => {
    if (!one || !first) return null
    return { ...one, versusFirst: one === first ? 'first' : versusFirst(first, one, metric, text) }
  })
}

function versusFirst(
  first: NonNullable<Found>,
  one: NonNullable<Found>,
  metric: string,
  text: (value: number) => string,
): VersusFirst {
  if (text(one.value) === text(first.value)) return 'same'
  if (!first.interval || !one.interval) return 'unknown'
  if (one.interval.low <= first.interval.high && first.interval.low <= one.interval.high) return 'within'
  return gainOf(metric, first.value, one.value) > 0 ? 'better' : 'worse'
}
