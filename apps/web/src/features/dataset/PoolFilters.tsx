import { ContentType, DatasetSort } from '@tessera/contract'
import { PoolToolbar } from '../../kinds/PoolToolbar.tsx'
import { usePhrases } from '../../lib/i18n.ts'
import { useRowsWords } from '../../lib/rows-words.ts'
import { FilterSelect, SortSelect } from '../../ui/index.ts'
import { phrases } from './phrases.ts'

/**
 * The filters of the data pool, which are stored in the address. '' means no filter; for `sort`, '' means the newest
 * first.
 */
export const NO_POOL_FILTERS = { name: '', kind: '', party: '', column: '', rows: '', sort: '' }
type Filters = typeof NO_POOL_FILTERS

const MIN_ROWS = [100, 1_000, 10_000, 100_000]

interface Props {
  filters: Filters
  onChange: (change: Partial<Filters>, options?: { replace: boolean }) => void
}

/** The filters and the sort order of the dataset pool. */
export function PoolFilters({ filters, onChange }: Props) {
  const t = usePhrases(phrases)
  const words = useRowsWords(ContentType.safeParse(filters.kind).data ?? 'mixed')
  const many = { rows: words.many }
  return (
    <PoolToolbar filters={filters} onChange={onChange} search={t('pool.search')} column={t('pool.column')}>
      <FilterSelect
        label={t('pool.rows', many)}
        value={filters.rows}
        onChange={(rows) => onChange({ rows })}
        options={[
          { value: '', label: t('pool.rows.any', many) },
          ...MIN_ROWS.map((least) => ({
            value: String(least),
            label: t('pool.rows.least', { rows: words.count(least) }),
          })),
        ]}
      />
      <SortSelect
        value={filters.sort}
        sorts={DatasetSort.options}
        textOf={(sort) => t(`pool.sort.${sort}`, many)}
        onChange={(sort) => onChange({ sort })}
      />
    </PoolToolbar>
  )
}
