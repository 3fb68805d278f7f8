import { queryOptions } from '@tanstack/react-query'
import type { NamesProposal, RenamedValue } from '@tessera/contract'
import { ConfirmNames, OfferRows, ProposeNames } from '@tessera/contract/wire'
import { callOwnEdge } from '../../lib/own-edge.ts'

/** Query for the names that this edge would disclose from the rows offered to a task. */
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

/** Offers the rows again with some values renamed. This replaces the previous offer. */
export const renameValues = ({ taskId, tableName, columns }: Renaming) =>
  callOwnEdge(OfferRows, {
    taskId,
    tableName,
    rows: [],
    mapping: columns.map(({ column, values }) => ({ column, from: column, conversion: 'none' as const, values })),
  })

export const confirmNames = (names: NamesProposal) => callOwnEdge(ConfirmNames, names)
