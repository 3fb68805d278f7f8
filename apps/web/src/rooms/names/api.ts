import { queryOptions } from '@tanstack/react-query'
import type { NamesProposal } from '@tessera/contract'
import { ConfirmNames, ProposeNames } from '@tessera/contract/wire'
import { callOwnEdge } from '../../lib/own-edge.ts'

/** What this edge would name of the rows set aside for a task. */
export const proposedNamesQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['proposed-names', taskId],
    queryFn: ({ signal }) => callOwnEdge(ProposeNames, { taskId }, { signal }),
  })

export const confirmNames = (names: NamesProposal) => callOwnEdge(ConfirmNames, names)
