import { useQuery } from '@tanstack/react-query'
import type { Analysis } from '@tessera/contract'
import { Skeleton } from 'antd'
import { analysisQuery } from '../../lib/dataset-queries.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { ErrorNote } from '../../ui/index.ts'
import { ClassChart } from './ClassChart.tsx'
import { DistributionChart } from './DistributionChart.tsx'
import styles from './dataset.module.css'
import { phrases } from './phrases.ts'

/** What is in a dataset that is no table: how often each class, how large, how long, how connected. */
export function AnalysisCharts({ tableName }: { tableName: string }) {
  const { data, error, refetch } = useQuery(analysisQuery(tableName))
  if (error) return <ErrorNote error={error} onRetry={refetch} />
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />
  return <Charts analysis={data} />
}

function Charts({ analysis: { classes, distributions } }: { analysis: Analysis }) {
  const t = usePhrases(phrases)
  if (classes.length === 0 && distributions.length === 0) return <p className="t-soft">{t('analysis.none')}</p>
  return (
    <div className={styles.charts}>
      {classes.map((balance) => (
        <ClassChart key={balance.column} balance={balance} />
      ))}
      {distributions.map((distribution) => (
        <DistributionChart key={distribution.of} distribution={distribution} />
      ))}
    </div>
  )
}
