import { queryOptions } from '@tanstack/react-query'
import type { NamesProposal, RenamedValue } from '@tessera/contract'
import { ConfirmNames, OfferRows, ProposeNames } from '@tessera/contract/wire'
import { callOwnEdge } from '../../lib/own-edge.ts'

/** What this edge would name of the rows set aside for a task. */
export const proposedNamesQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['proposed-names', taskId],
    queryFn: ({ signal }) => callOwnEdge(ProposeNames, { taskId }, { signal }),
  })

interface Renaming {
  taskId: string
  tableName: string
  columns: { column: string; values: RenamedValue[] }[]
}

/** Sets the rows aside again with some values under other names; what was set aside before is replaced. */
export const renameValues = ({ taskId, tableName, columns }: Renaming) =>
  callOwnEdge(OfferRows, {
    ...{ taskId, tableName, rows: [] },
    mapping: columns.map(({ column, values }) => ({ column, from: column, conversion: 'none' as const, values })),
  })

export const confirmNames = (names: NamesProposal) => callOwnEdge(ConfirmNames, names)
