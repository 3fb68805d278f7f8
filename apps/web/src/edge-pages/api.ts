import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { GrantDraft, Language, Proof, RowRemedy } from '@tessera/contract'
import {
  BringBack,
  ChangeRows,
  CompareRows,
  DeleteRows,
  DraftGrant,
  ListGrants,
  ListRemoved,
  SignGrant,
  WithdrawGrant,
} from '@tessera/contract/wire'
import { callOwnEdge } from '../lib/own-edge.ts'

/**
 * Query for the ticket that this edge has drafted. It is fetched once; the page shows a newer draft only on request.
 */
export const ownDraftQuery = (taskId: string, language: Language) =>
  queryOptions({
    // The names in a ticket are in the language of the request.
    queryKey: ['draft', taskId, language],
    queryFn: () => callOwnEdge(DraftGrant, { taskId }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
    retry: false,
  })

const COMPARE_AGAIN_MS = 1_000

/** Query for the comparison of the ticket's rows with those of earlier runs. It polls until the edge has finished. */
export const comparisonQuery = ({
  taskId,
  planHash,
  datasetId,
}: Pick<GrantDraft, 'taskId' | 'planHash' | 'datasetId'>) =>
  queryOptions({
    queryKey: ['comparison', taskId, planHash, datasetId],
    queryFn: () => callOwnEdge(CompareRows, { taskId }),
    refetchInterval: ({ state }) => (state.data?.near === null ? COMPARE_AGAIN_MS : false),
    refetchOnWindowFocus: false,
    retry: false,
  })

/** Offers other rows for the task. */
export const changeRows = (taskId: string, grantId: string, remedy: RowRemedy) =>
  callOwnEdge(ChangeRows, { taskId, grantId, remedy })

/** Signs exactly the ticket that was shown. The edge refuses the signature if its plan has changed. */
export const signGrant = ({ taskId, planHash, datasetId }: GrantDraft, proof: Proof, confirmed: string[]) =>
  callOwnEdge(SignGrant, { taskId, planHash, datasetId, proof, ...(confirmed.length > 0 && { confirmed }) })

export const removedQuery = () =>
  queryOptions({ queryKey: ['removed'], queryFn: () => callOwnEdge(ListRemoved), retry: false })
export const deleteRows = (id: string, proof: Proof) => callOwnEdge(DeleteRows, { id, proof })
export const bringBack = (id: string, proof: Proof) => callOwnEdge(BringBack, { id, proof })

export const ownGrantsQuery = () =>
  queryOptions({ queryKey: ['grants'], queryFn: () => callOwnEdge(ListGrants, {}), retry: false })
export const withdrawGrant = (id: string, proof: Proof) => callOwnEdge(WithdrawGrant, { id, proof })
