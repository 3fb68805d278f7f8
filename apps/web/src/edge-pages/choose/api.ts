import type { ColumnMapping, RowFilter } from '@tessera/contract'
import { MAX_PAGE_SIZE, OfferRows } from '@tessera/contract/wire'
import { idOf, type RowId } from '../../kinds/row-id.ts'
import { callOwnEdge } from '../../lib/own-edge.ts'
import { listRows } from '../own-rows.ts'

/** Returns the ids of all rows that match the conditions, fetched page by page. */
export async function listMatchingIds(
  tableName: string,
  filters: RowFilter[],
  { onProgress, signal }: { onProgress: (found: number) => void; signal: AbortSignal },
): Promise<RowId[]> {
  const ids: RowId[] = []
  for (let page = 1; ; page += 1) {
    const { rows, total } = await listRows(tableName, { page, pageSize: MAX_PAGE_SIZE, sort: null, filters }, signal)
    ids.push(...rows.map(idOf))
    onProgress(ids.length)
    if (rows.length === 0 || ids.length >= total) return ids
  }
}

interface Offered {
  taskId: string
  tableName: string
  /** An empty list means all rows. */
  ids: RowId[]
  /** How the task's columns map to the dataset's own columns, if they differ. */
  mapping: ColumnMapping[]
}

export const setRowsAside = ({ taskId, tableName, ids, mapping }: Offered) =>
  callOwnEdge(OfferRows, {
    taskId,
    tableName,
    rows: ids.map((id) => ({ id })),
    ...(mapping.length > 0 && { mapping }),
  })
