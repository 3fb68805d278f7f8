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
  /** What the two fields look for. */
  search: string
  column: string
  /** What only this pool is narrowed and ordered by. */
  children: ReactNode
}

/** What narrows a pool of things with columns: a name, a column, a kind of data, a party. */
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
