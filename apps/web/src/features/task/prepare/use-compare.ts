import { useQueryClient } from '@tanstack/react-query'
import type { Registration } from '@tessera/contract'
import { useMutation } from '../../../lib/mutation.ts'
import { differencesQuery } from '../data-api.ts'
import { isWaiting } from './CompareError.tsx'
import type { Comparison } from './mapping.ts'

/** Compares a participant's columns with the initiator's before the participant offers data. */
export function useCompare(taskId: string, mine: Registration) {
  const client = useQueryClient()
  const compare = useMutation({
    mutationFn: (datasetId: string) => client.fetchQuery({ ...differencesQuery(taskId, datasetId), staleTime: 0 }),
  })
  const mismatch: Comparison | null = compare.data && compare.data.differences.length > 0 ? compare.data : null
  return {
    isPending: compare.isPending,
    error: compare.error && !isWaiting(compare.error) ? compare.error : null,
    mismatch,
    forget: compare.reset,
    passes: async (datasetId: string): Promise<boolean> => {
      if (mine.role === 'initiator') return true
      try {
        return (await compare.mutateAsync(datasetId)).differences.length === 0
      } catch (error) {
        return isWaiting(error)
      }
    },
  }
}
