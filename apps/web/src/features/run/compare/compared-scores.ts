import { FEW_ROWS, type Interval, type IntervalEnds, intervalEnds, type Share } from '@tessera/contract'
import { gainOf, metricNames, metricText } from '../../../lib/metrics.ts'
import type { NumberedRun } from './numbered-runs.ts'
import { isScoredOnSameRows } from './scored-rows.ts'

/**
 * The result of comparing a run's score with that of the first run. `within` means that the intervals overlap, `few`
 * that there are too few rows to decide, and `other` that the runs were scored on different rows.
 */
export type VersusFirst = 'first' | 'other' | 'better' | 'worse' | 'within' | 'few' | 'same' | 'unknown'

export interface ScoreCell {
  value: number
  /** The confidence interval, or null if the run has reported only the value. */
  interval: Interval | null
  /** The ends of the interval, or null if they cannot be computed from the rows. */
  ends: IntervalEnds | null
  /** The share with its count, if the score is a share of rows. */
  share: Share | null
  versusFirst: VersusFirst
}

export interface ScoreRow {
  key: string
  /** The score in this row: a metric, or the sensitivity or specificity of a class. */
  of: { metric: string } | { class: string; share: 'sensitivity' | 'specificity' }
  /** The cells of the row, one per run. A cell is null if the run has no such score. */
  cells: (ScoreCell | null)[]
  text: (value: number) => string
}

type Found = Omit<ScoreCell, 'versusFirst'> | null

/** Returns all scores of the runs, side by side. */
export function scoreRows(runs: NumberedRun[]): ScoreRow[] {
  const metrics = metricNames(...runs.map((run) => run.metrics))
  const classes = [...new Set(runs.flatMap(({ scores }) => scores?.classes?.map((one) => one.class) ?? []))]
  return [
    ...metrics.map((metric): ScoreRow => {
      const found = runs.map((run) => metricOf(run, metric))
      const text = (value: number) => metricText(metric, value)
      return { key: metric, of: { metric }, text, cells: cellsOf(runs, found, metric, text) }
    }),
    ...classes.flatMap((name) =>
      (['sensitivity', 'specificity'] as const).map((share): ScoreRow => {
        const found = runs.map((run) => shareOfClass(run, name, share))
        // Sensitivity and specificity are formatted and compared as shares, for which higher is better.
        const text = (value: number) => metricText('recall', value)
        return { key: `${share} ${name}`, of: { class: name, share }, text, cells: cellsOf(runs, found, share, text) }
      }),
    ),
  ]
}

function metricOf({ metrics, scores }: NumberedRun, metric: string): Found {
  const interval = scores?.metrics[metric] ?? null
  const value = interval?.value ?? metrics[metric]
  return value === undefined ? null : { value, interval, ends: interval && intervalEnds(metric, interval), share: null }
}

function shareOfClass({ scores }: NumberedRun, name: string, share: 'sensitivity' | 'specificity'): Found {
  const found = scores?.classes?.find((one) => one.class === name)?.[share]
  return found ? { value: found.value, interval: found, ends: found, share: found } : null
}

/** Returns the cells of a row. Each score is compared with that of the first run that has one. */
function cellsOf(
  runs: NumberedRun[],
  found: Found[],
  metric: string,
  text: (value: number) => string,
): ScoreRow['cells'] {
  const place = found.findIndex((one) => one !== null)
  const [first, firstRun] = [found[place], runs[place]]
  return runs.map((run, at) => {
    const one = found[at]
    if (!one || !first || !firstRun) return null
    if (one === first) return { ...one, versusFirst: 'first' }
    const versus = isScoredOnSameRows(firstRun, run) ? versusFirst(first, one, metric, text) : 'other'
    return { ...one, versusFirst: versus }
  })
}

function versusFirst(
  first: NonNullable<Found>,
  one: NonNullable<Found>,
  metric: string,
  text: (value: number) => string,
): VersusFirst {
  const isFew = ({ interval, ends }: NonNullable<Found>) => interval && (!ends || interval.rows < FEW_ROWS)
  if (isFew(first) || isFew(one)) return 'few'
  if (text(one.value) === text(first.value)) return 'same'
  if (!first.ends || !one.ends) return 'unknown'
  if (one.ends.low <= first.ends.high && first.ends.low <= one.ends.high) return 'within'
  return gainOf(metric, first.value, one.value) > 0 ? 'better' : 'worse'
}
