import type { TableRow } from '@tessera/contract'

export type RowId = string | number

export const idOf = (row: TableRow): RowId => (typeof row.id === 'number' ? row.id : String(row.id))
