import type { GraphSample } from '@tessera/contract'
import { Skeleton } from 'antd'
import { useMemo } from 'react'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { Chart, ErrorNote } from '../../ui/index.ts'
import type { Answer } from '../answer.ts'
import { kindPhrases } from '../phrases.ts'
import { graphOption } from './graph-option.ts'

/** Shows the size of a graph and a drawing of a connected part of it. */
export function GraphView({ sample }: { sample: Answer<GraphSample> }) {
  const t = usePhrases(kindPhrases)
  const format = useFormat()
  const { data, error, refetch } = sample
  const others = t('graph.otherClasses')
  const unlabelled = t('graph.unlabelled')
  const option = useMemo(() => data && graphOption(data, { others, unlabelled }), [data, others, unlabelled])
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (!data || !option) return <Skeleton active paragraph={{ rows: 8 }} />
  return (
    <>
      <p>
        {t(data.graphCount > 1 ? 'graph.counts.many' : 'graph.counts', {
          nodes: format.number(data.nodeCount),
          edges: format.number(data.edgeCount),
          graphs: format.number(data.graphCount),
        })}
      </p>
      <p className="t-soft">
        {t(data.nodes.length < data.nodeCount ? 'graph.part' : 'graph.whole', {
          shown: format.number(data.nodes.length),
        })}
      </p>
      <Chart
        label={t('graph.drawing')}
        option={option}
        height={420}
        table={{
          columns: [t('graph.node'), t('graph.class'), t('graph.degree')],
          rows: data.nodes.map(({ id, label, degree }) => [id, label ?? '—', format.number(degree)]),
        }}
      />
    </>
  )
}
