import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ContentType } from '@tessera/contract'
import { GetDataset, ListMyDatasets } from '@tessera/contract/wire'
import { call } from './api.ts'

/** Queries for datasets that the pages of datasets and of tasks share. */

export const datasetQuery = (datasetId: string) =>
  queryOptions({
    queryKey: ['dataset', 'detail', datasetId],
    queryFn: ({ signal }) => call(GetDataset, { datasetId }, { signal }),
  })

export interface DatasetSearch {
  name: string
  kind?: ContentType | null
}

export const myDatasetsQuery = (pageNo: number, pageSize: number, { name, kind }: DatasetSearch) =>
  queryOptions({
    queryKey: ['dataset', 'mine', pageNo, pageSize, name, kind],
    queryFn: ({ signal }) =>
      call(ListMyDatasets, { pageNo, pageSize, ...(name && { name }), ...(kind && { contentType: kind }) }, { signal }),
    placeholderData: keepPreviousData,
  })
