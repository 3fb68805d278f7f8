import { useQuery } from '@tanstack/react-query'
import type { Inference, InferenceResult } from '@tessera/contract'
import { Skeleton } from 'antd'
import { useMemo } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { Chart, ErrorNote } from '../../../ui/index.ts'
import type { DatasetAnswers } from '../answerer.ts'
import { predictedGraphQuery } from '../api.ts'
import { phrases } from '../phrases.ts'
import { drawPredicted } from './predicted-graph.ts'

interface Props {
  datasets: DatasetAnswers
  result: InferenceResult
  inference: Inference
}

/**
 * A part of the graph. The colours show correct and wrong predictions if the true classes are known, otherwise the
 * predicted class.
 */
export function PredictedGraph({ datasets, result, inference }: Props) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const { data, error, refetch } = useQuery(
    predictedGraphQuery(datasets, { inferenceId: inference.id, of: result.resultPath ?? '' }),
  )
  const words = useMemo(
    () => ({
      right: t('graph.right'),
      wrong: t('graph.wrong'),
      others: t('graph.others'),
      unlabelled: t('graph.unlabelled'),
    }),
    [t],
  )
  const drawn = useMemo(() => data && drawPredicted(data, words), [data, words])
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (!data || !drawn) return <Skeleton active paragraph={{ rows: 8 }} />
  return (
    <section aria-label={t('graph.title')} className="t-stack t-stack-tight">
      <h3>{t('graph.title')}</h3>
      <p className="t-soft">
        {t('graph.part', { shown: format.number(data.nodes.length), nodes: format.number(data.nodeCount) })}
      </p>
      <Chart
        label={t('graph.title')}
        option={drawn.option}
        height={420}
        table={{
          columns: [
            t('graph.node'),
            t('result.column'),
            t('result.expected'),
            t('graph.edges'),
            ...(drawn.verdicts ? [t('graph.verdict')] : []),
          ],
          rows: data.nodes.map(({ id, result: predicted, label, degree }, at) => [
            id,
            predicted,
            label ?? '—',
            format.number(degree),
            ...(drawn.verdicts ? [drawn.verdicts[at] as string] : []),
          ]),
        }}
      />
    </section>
  )
}
