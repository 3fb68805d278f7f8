import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AlgorithmKind } from '@tessera/contract'
import {
  CallService,
  GetAlgorithm,
  GetAlgorithmUse,
  ListAlgorithmActivity,
  ListAlgorithms,
} from '@tessera/contract/wire'
import { call } from '../../lib/api.ts'
import { useMutation } from '../../lib/mutation.ts'

export const ALGORITHMS_PER_PAGE = 8
export const OPERATIONS_SHOWN = 10

export const algorithmsQuery = ({ page, name }: { page: number; name: string }) =>
  queryOptions({
    queryKey: ['algorithm', 'list', { page, name }],
    queryFn: ({ signal }) =>
      call(ListAlgorithms, { pageNo: page, pageSize: ALGORITHMS_PER_PAGE, ...(name && { name }) }, { signal }),
    placeholderData: keepPreviousData,
  })

export const algorithmQuery = (algorithmId: string, kind?: AlgorithmKind) =>
  queryOptions({
    queryKey: ['algorithm', 'detail', algorithmId, kind],
    queryFn: ({ signal }) => call(GetAlgorithm, { algorithmId, ...(kind && { kind }) }, { signal }),
  })

export const algorithmUseQuery = (algorithmId: string) =>
  queryOptions({
    queryKey: ['algorithm', 'use', algorithmId],
    queryFn: ({ signal }) => call(GetAlgorithmUse, { algorithmId }, { signal }),
  })

export const algorithmActivityQuery = (algorithmId: string) =>
  queryOptions({
    queryKey: ['algorithm', 'activity', algorithmId],
    queryFn: ({ signal }) =>
      call(ListAlgorithmActivity, { id: algorithmId, pageNo: 1, pageSize: OPERATIONS_SHOWN }, { signal }),
  })

/** Returns the mutation that translates a text. Joins the lines of the result with line breaks. */
export function useTranslate(serviceId: string) {
  return useMutation({
    mutationFn: async (text: string) => {
      const { translations } = await call(CallService, { serviceId, text })
      return translations.map((line) => line.map(({ target }) => target).join('')).join('\n')
    },
  })
}
