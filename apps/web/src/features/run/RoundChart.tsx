import type { ContentType, RunEvent } from '@tessera/contract'
import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { useMetricName } from '../../lib/metric-names.ts'
import { metricNames, metricText } from '../../lib/metrics.ts'
import { useRowsWords } from '../../lib/rows-words.ts'
import { ACCENT, Chart, Explained, MetricName, partyMark, useThemeMode } from '../../ui/index.ts'
import { ScrollX } from '../../ui/ScrollX.tsx'
import { NoScore } from '../../ui/scores/NoScore.tsx'
import { runPhrases } from './phrases.ts'
import { roundChartOption, roundTable } from './round-chart-option.ts'
import { bestRoundOf, chosenBy, type RowUse, scoresOf } from './run-state.ts'

interface Props {
  events: RunEvent[]
  /** The maximum number of rounds of the run. */
  expected: number
  parties: { partyId: string; partyName: string }[]
  rowUse: RowUse
  contentType: ContentType | null | undefined
  /** Whether the run has ended, so that no more rounds follow. */
  isOver?: boolean
}

/** A chart of the scores of each round's model. */
export function RoundChart({ events, expected, parties, rowUse, contentType, isOver = false }: Props) {
  const t = usePhrases(runPhrases)
  const rows = useRowsWords(contentType).many
  const nameOf = useMetricName()
  const [mode] = useThemeMode()
  const [chosen, setChosen] = useState<string | null>(null)
  const scores = useMemo(() => scoresOf(events), [events])
  const bestRound = bestRoundOf(events)
  const metrics = metricNames(...scores.map((score) => score.metrics))
  const metric = chosen && metrics.includes(chosen) ? chosen : metrics[0]

  const drawn = useMemo(() => {
    if (!metric) return null
    const marked = parties.map((party) => ({ ...party, mark: partyMark(party.partyId) }))
    const words = {
      all: t('training.all'),
      best: t('training.best'),
      round: t('training.roundAxis'),
      metric: nameOf(metric),
      format: (value: number) => metricText(metric, value),
    }
    return {
      option: roundChartOption({
        scores,
        bestRound,
        expected,
        metric,
        mode,
        words,
        parties: marked,
        accent: ACCENT[mode],
      }),
      table: roundTable({ scores, parties: marked, metric }, words),
    }
  }, [scores, bestRound, expected, parties, metric, mode, nameOf, t])

  if (!metric || !drawn) {
    const isUnscored = scores.length > 0 && metrics.length === 0
    if (isUnscored) return rowUse === 'leave-one-out' ? null : <NoScore rows={rows} />
    const isAlone = parties.length === 1 && !isOver
    return <p className="run-chart-empty t-soft">{t(isAlone ? 'training.noRounds.alone' : 'training.noRounds')}</p>
  }
  const best = scores.find(({ scoredRound }) => scoredRound === bestRound)
  const by = best ? chosenBy(best.metrics, rowUse) : null
  const help = by ? 'training.best.help' : rowUse === 'leave-one-out' ? 'training.best.fit' : 'training.best.last'
  const found = `${isOver ? 'finished' : 'training'}.${by ? 'bestRound' : 'keptRound'}` as const
  return (
    <div className="run-chart">
      <div className="t-row">
        <ScrollX>
          <Segmented
            size="small"
            aria-label={t('training.metric')}
            value={metric}
            onChange={setChosen}
            options={metrics.map((name) => ({ value: name, label: nameOf(name) }))}
          />
        </ScrollX>
        <span className="t-soft">
          <MetricName metric={metric} />
        </span>
        {best && (
          <Explained help={t(help, { rows, by: by ? nameOf(by) : '' })}>
            <span className="t-soft t-num">
              {t(found, {
                by: by ? nameOf(by) : '',
                round: best.scoredRound,
                metric: nameOf(metric),
                value: metricText(metric, best.metrics[metric]),
              })}
            </span>
          </Explained>
        )}
      </div>
      <Chart
        label={t('training.chart', { metric: nameOf(metric), rows })}
        option={drawn.option}
        table={drawn.table}
        height={300}
      />
    </div>
  )
}
