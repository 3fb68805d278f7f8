import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { GrantDraft, Language, Proof } from '@tessera/contract'
import {
  BringBack,
  DeleteRows,
  DraftGrant,
  ListGrants,
  ListRemoved,
  SignGrant,
  WithdrawGrant,
} from '@tessera/contract/wire'
import { callOwnEdge } from '../lib/own-edge.ts'

/** The ticket as this edge found it out itself. Asked for once: another is shown only when somebody wants to read it. */
export const ownDraftQuery = (taskId: string, language: Language) =>
  queryOptions({
    // Names in it are in the language it was asked in.
    queryKey: ['draft', taskId, language],
    queryFn: () => callOwnEdge(DraftGrant, { taskId }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
    retry: false,
  })

/** Signs exactly what was shown: another plan is refused by the edge. */
export const signGrant = ({ taskId, planHash, datasetId }: GrantDraft, proof: Proof) =>
  callOwnEdge(SignGrant, { taskId, planHash, datasetId, proof })

export const removedQuery = () =>
  queryOptions({ queryKey: ['removed'], queryFn: () => callOwnEdge(ListRemoved), retry: false })
export const deleteRows = (id: string, proof: Proof) => callOwnEdge(DeleteRows, { id, proof })
export const bringBack = (id: string, proof: Proof) => callOwnEdge(BringBack, { id, proof })

export const ownGrantsQuery = () =>
  queryOptions({ queryKey: ['grants'], queryFn: () => callOwnEdge(ListGrants, {}), retry: false })
export const withdrawGrant = (id: string, proof: Proof) => callOwnEdge(WithdrawGrant, { id, proof })
