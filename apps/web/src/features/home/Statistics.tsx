import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { ErrorNote } from '../../ui/index.ts'
import { statisticsQuery } from './api.ts'
import { homePhrases } from './phrases.ts'

const NAMES = ['parties', 'tasks', 'datasets', 'algorithms', 'models'] as const

/** The size of the federation. */
export function Statistics() {
  const t = usePhrases(homePhrases)
  const f = useFormat()
  const statistics = useQuery(statisticsQuery())
  if (statistics.isError) return <ErrorNote error={statistics.error} onRetry={() => void statistics.refetch()} />
  return (
    <section aria-label={t('statistics')}>
      <dl className="t-statistics">
        {NAMES.map((name) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>{statistics.data ? f.number(statistics.data[name]) : '\u2007'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
