import { useQueries } from '@tanstack/react-query'
import type { ContentType } from '@tessera/contract'
import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMetricName } from '../../../lib/metric-names.ts'
import { metricNames, metricText } from '../../../lib/metrics.ts'
import { useRowsWords } from '../../../lib/rows-words.ts'
import { CardSkeleton, Chart, ErrorNote, Panel } from '../../../ui/index.ts'
import { ScrollX } from '../../../ui/ScrollX.tsx'
import { roundsQuery } from '../api.ts'
import { curvesOption, curvesTable, type RunCurve } from './curves-option.ts'
import type { NumberedRun } from './numbered-runs.ts'
import { comparePhrases } from './phrases.ts'

interface Props {
  runs: NumberedRun[]
  /** The kind of the tasks' data, if known. */
  contentType: ContentType | null | undefined
}

/** The scores of each run, round by round. */
export function RunCurves({ runs, contentType }: Props) {
  const t = usePhrases(comparePhrases)
  const read = useQueries({ queries: runs.map(roundsQuery) })
  const broken = read.find(({ error }) => error)
  const curves = runs.flatMap(({ number }, place): RunCurve[] => {
    const rounds = read[place]?.data
    return rounds ? [{ ...rounds, name: t('run', { number }) }] : []
  })
  return (
    <Panel title={t('curves.title')}>
      {broken && <ErrorNote error={broken.error} onRetry={() => void broken.refetch()} />}
      {curves.length === runs.length ? (
        <Curves curves={curves} contentType={contentType} />
      ) : (
        !broken && <CardSkeleton height={320} />
      )}
    </Panel>
  )
}

function Curves({ curves, contentType }: { curves: RunCurve[] } & Pick<Props, 'contentType'>) {
  const t = usePhrases(comparePhrases)
  const rows = useRowsWords(contentType).many
  const nameOf = useMetricName()
  const [chosen, setChosen] = useState<string | null>(null)
  const metrics = metricNames(...curves.flatMap(({ rounds }) => rounds.map((round) => round.metrics)))
  const metric = chosen && metrics.includes(chosen) ? chosen : metrics[0]
  const key = JSON.stringify(curves)
  const drawn = useMemo(() => {
    if (!metric) return null
    const format = (value: number) => metricText(metric, value)
    const request = {
      curves: JSON.parse(key) as RunCurve[],
      metric,
      words: { round: t('curves.round'), metric: nameOf(metric), format },
    }
    return { option: curvesOption(request), table: curvesTable(request) }
  }, [key, metric, nameOf, t])
  if (!metric || !drawn) return <p className="t-soft">{t('curves.none')}</p>
  return (
    <div className="t-stack">
      <ScrollX>
        <Segmented
          size="small"
          aria-label={t('curves.metric')}
          value={metric}
          onChange={setChosen}
          options={metrics.map((name) => ({ value: name, label: nameOf(name) }))}
        />
      </ScrollX>
      <Chart label={t('curves.chart', { metric: nameOf(metric) })} height={320} {...drawn} />
      <p className="t-soft run-caption">{t('curves.note', { rows })}</p>
    </div>
  )
}
