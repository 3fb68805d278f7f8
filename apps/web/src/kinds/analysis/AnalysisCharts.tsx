import type { Analysis } from '@tessera/contract'
import { Skeleton } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { ErrorNote } from '../../ui/index.ts'
import type { Answer } from '../answer.ts'
import { kindPhrases } from '../phrases.ts'
import styles from './analysis.module.css'
import { ClassChart } from './ClassChart.tsx'
import { DistributionChart } from './DistributionChart.tsx'

type AnalysisAnswer = Pick<Answer<Analysis>, 'data' | 'error' | 'refetch'>

/** Charts of a dataset that is not a table: class frequencies, sizes, lengths and degrees. */
export function AnalysisCharts({ analysis: { data, error, refetch } }: { analysis: AnalysisAnswer }) {
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />
  return <Charts analysis={data} />
}

function Charts({ analysis: { classes, distributions } }: { analysis: Analysis }) {
  const t = usePhrases(kindPhrases)
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
