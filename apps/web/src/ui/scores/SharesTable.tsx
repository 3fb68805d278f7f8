import type { Share } from '@tessera/contract'
import { KindsTable } from './KindsTable.tsx'
import { ShareText } from './ShareText.tsx'

interface Props {
  head: string
  names: string[]
  helps: string[]
  rows: { name: string; shares: (Share | null)[] }[]
}

/** A table with a line for each scored item and a column for each share. */
export function SharesTable({ rows, ...heads }: Props) {
  const lines = rows.map(({ name, shares }) => ({
    name,
    cells: shares.map((share, at) => <ShareText key={heads.names[at]} share={share} />),
  }))
  return <KindsTable {...heads} rows={lines} />
}
