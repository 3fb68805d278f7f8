import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { useMetricName } from '../../lib/metric-names.ts'
import { metricNames, metricText } from '../../lib/metrics.ts'
import { Chart, partyMark, useThemeMode } from '../../ui/index.ts'
import { runPhrases } from './phrases.ts'
import { roundChartOption, roundTable } from './round-chart-option.ts'
import { bestRoundOf, type RoundEvent } from './run-state.ts'

interface Props {
  rounds: RoundEvent[]
  expected: number
  parties: { partyId: string; partyName: string }[]
  /** No more rounds will come. */
  isOver?: boolean
}

/** The product's accent, in both themes, as `ui.css` has it. */
const ACCENT = { light: '#0f5c63', dark: '#5bb5b0' }

/** How the score grew, round by round. */
export function RoundChart({ rounds, expected, parties, isOver = false }: Props) {
  const t = usePhrases(runPhrases)
  const nameOf = useMetricName()
  const [mode] = useThemeMode()
  const [chosen, setChosen] = useState<string | null>(null)
  const metrics = metricNames(...rounds.map((round) => round.metrics))
  const metric = chosen && metrics.includes(chosen) ? chosen : metrics[0]

  const drawn = useMemo(() => {
    if (!metric) return null
    const marked = parties.map((party) => ({ ...party, mark: partyMark(party.partyId) }))
    const words = {
      all: t('training.all'),
      best: t('training.best'),
      round: t('training.roundAxis'),
      format: (value: number) => metricText(metric, value),
    }
    return {
      option: roundChartOption({ rounds, expected, parties: marked, metric, mode, accent: ACCENT[mode], words }),
      table: roundTable({ rounds, parties: marked, metric }, words),
    }
  }, [rounds, expected, parties, metric, mode, t])

  if (!metric || !drawn) return <p className="run-chart-empty t-soft">{t('training.noRounds')}</p>
  const best = bestRoundOf(rounds, metric)
  return (
    <div className="run-chart">
      <div className="t-row">
        <Segmented
          size="small"
          aria-label={t('training.metric')}
          value={metric}
          onChange={setChosen}
          options={metrics.map((name) => ({ value: name, label: nameOf(name) }))}
        />
        {best && (
          <span className="t-soft t-num">
            {t(isOver ? 'finished.bestRound' : 'training.bestRound', {
              round: best.round,
              value: metricText(metric, best.metrics[metric]),
            })}
          </span>
        )}
      </div>
      <Chart
        label={t('training.chart', { metric: nameOf(metric) })}
        option={drawn.option}
        table={drawn.table}
        height={300}
      />
    </div>
  )
}
