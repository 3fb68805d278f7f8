import { KNOWN_METRICS, ModelSort } from '@tessera/contract'
import { PoolToolbar } from '../../kinds/PoolToolbar.tsx'
import { usePhrases } from '../../lib/i18n.ts'
import { useMetricName } from '../../lib/metric-names.ts'
import { FilterSelect, SortSelect } from '../../ui/index.ts'
import { phrases } from './phrases.ts'

/** The filters in the pool's address. '' means no filter; for `sort`, '' means the newest first. */
export const NO_POOL_FILTERS = { name: '', kind: '', party: '', column: '', metric: '', sort: '' }
type Filters = typeof NO_POOL_FILTERS

interface Props {
  filters: Filters
  onChange: (change: Partial<Filters>, options?: { replace: boolean }) => void
}

/** The filters and the sort order of the model pool. */
export function PoolFilters({ filters, onChange }: Props) {
  const t = usePhrases(phrases)
  const nameOf = useMetricName()
  // Offers sorting by score only if a metric is selected, because scores of different metrics are not comparable.
  const sorts = ModelSort.options.filter((sort) => sort !== 'metric' || filters.metric)
  return (
    <PoolToolbar filters={filters} onChange={onChange} search={t('pool.search')} column={t('pool.column')}>
      <FilterSelect
        label={t('pool.metric')}
        value={filters.metric}
        onChange={(metric) => onChange({ metric, sort: metric && 'metric' })}
        options={[
          { value: '', label: t('pool.metric.any') },
          ...KNOWN_METRICS.map((metric) => ({ value: metric, label: nameOf(metric) })),
        ]}
      />
      <SortSelect
        value={filters.sort}
        sorts={sorts}
        textOf={(sort) => t(`pool.sort.${sort}`)}
        onChange={(sort) => onChange({ sort })}
      />
    </PoolToolbar>
  )
}
