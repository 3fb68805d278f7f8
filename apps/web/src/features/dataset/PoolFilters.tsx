import { DatasetSort } from '@tessera/contract'
import { KindSelect } from '../../kinds/KindSelect.tsx'
import { usePhrases } from '../../lib/i18n.ts'
import { FilterSelect, PartySelect, SearchBox } from '../../ui/index.ts'
import { phrases } from './phrases.ts'

/** In the pool's address; '' is all, or the newest first. */
export const NO_POOL_FILTERS = { name: '', kind: '', party: '', column: '', rows: '', sort: '' }
type Filters = typeof NO_POOL_FILTERS

const LEAST_ROWS = [100, 1_000, 10_000, 100_000]

interface Props {
  filters: Filters
  onChange: (change: Partial<Filters>, options?: { replace: boolean }) => void
}

/** What narrows and orders the pool of datasets. */
export function PoolFilters({ filters, onChange }: Props) {
  const t = usePhrases(phrases)
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
        label={t('pool.rows')}
        value={filters.rows}
        onChange={(rows) => onChange({ rows })}
        options={[
          { value: '', label: t('pool.rows.any') },
          ...LEAST_ROWS.map((rows) => ({ value: String(rows), label: t('pool.rows.least', { rows }) })),
        ]}
      />
      <FilterSelect
        label={t('pool.sort')}
        value={filters.sort}
        onChange={(sort) => onChange({ sort })}
        options={DatasetSort.options.map((sort) => ({
          value: sort === 'newest' ? '' : sort,
          label: t(`pool.sort.${sort}`),
        }))}
      />
    </div>
  )
}
