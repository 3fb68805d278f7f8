import type { ReactNode } from 'react'
import { PartySelect, SearchBox } from '../ui/index.ts'
import { KindSelect } from './KindSelect.tsx'

interface Shared {
  name: string
  column: string
  kind: string
  party: string
}

interface Props {
  filters: Shared
  onChange: (change: Partial<Shared>, options?: { replace: boolean }) => void
  /** Label of the search field for names. */
  search: string
  column: string
  /** Further filters and the sort order, which only this pool has. */
  children: ReactNode
}

/** The filters of a pool: name, column, kind of data and party. */
export function PoolToolbar({ filters, onChange, search, column, children }: Props) {
  return (
    <div className="t-toolbar">
      <SearchBox value={filters.name} label={search} onSearch={(name) => onChange({ name }, { replace: true })} />
      <SearchBox
        value={filters.column}
        label={column}
        onSearch={(wanted) => onChange({ column: wanted }, { replace: true })}
      />
      <KindSelect value={filters.kind} onChange={(kind) => onChange({ kind })} />
      <PartySelect value={filters.party} onChange={(party) => onChange({ party })} />
      {children}
    </div>
  )
}
