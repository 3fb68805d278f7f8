import type { ColumnType } from '@tessera/contract'

export const isNumeric = (type: ColumnType | undefined) => type === 'number' || type === 'integer'
