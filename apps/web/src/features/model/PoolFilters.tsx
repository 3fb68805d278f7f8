import { KNOWN_METRICS, ModelSort } from '@tessera/contract'
import { KindSelect } from '../../kinds/KindSelect.tsx'
import { usePhrases } from '../../lib/i18n.ts'
import { useMetricName } from '../../lib/metric-names.ts'
import { FilterSelect, PartySelect, SearchBox } from '../../ui/index.ts'
import { phrases } from './phrases.ts'

/** In the pool's address; '' is all, or the newest first. */
export const NO_POOL_FILTERS = { name: '', kind: '', party: '', column: '', metric: '', sort: '' }
type Filters = typeof NO_POOL_FILTERS

interface Props {
  filters: Filters
  onChange: (change: Partial<Filters>, options?: { replace: boolean }) => void
}

/** What narrows and orders the pool of models. */
export function PoolFilters({ filters, onChange }: Props) {
  const t = usePhrases(phrases)
  const nameOf = useMetricName()
  // Scores of different metrics do not compare: by its score a model is ordered among those that have the same.
  const sorts = ModelSort.options.filter((sort) => sort !== 'metric' || filters.metric)
  return (
    <div className="t-toolbar">
      <SearchBox
        value={filters.name}
        label={t('pool.search')}
        onSearch={(name) => onChange({ name }, { replace: true })}
      />
      <SearchBox
        value={filters.column}
        label={t('pool.column')}
        onSearch={(column) => onChange({ column }, { replace: true })}
      />
      <KindSelect value={filters.kind} onChange={(kind) => onChange({ kind })} />
      <PartySelect value={filters.party} onChange={(party) => onChange({ party })} />
      <FilterSelect
        label={t('pool.metric')}
        value={filters.metric}
        onChange={(metric) => onChange({ metric, sort: metric && 'metric' })}
        options={[
          { value: '', label: t('pool.metric.any') },
          ...KNOWN_METRICS.map((metric) => ({ value: metric, label: nameOf(metric) })),
        ]}
      />
      <FilterSelect
        label={t('pool.sort')}
        value={filters.sort}
        onChange={(sort) => onChange({ sort })}
        options={sorts.map((sort) => ({ value: sort === 'newest' ? '' : sort, label: t(`pool.sort.${sort}`) }))}
      />
    </div>
  )
}
