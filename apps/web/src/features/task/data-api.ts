import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ContentType, Input, RowFilter } from '@tessera/contract'
import {
  AddSelectedFeatures,
  GetColumnProfiles,
  GetDataset,
  GetInitiatorDataset,
  ListClasses,
  ListFormatDifferences,
  ListMyDatasets,
  ListRows,
  ListSelectedFeatures,
  MAX_PAGE_SIZE,
  SetFeatureCodes,
} from '@tessera/contract/wire'
import { call } from '../../lib/api.ts'

export const CHOOSER_PAGE_SIZE = 10
/** The tokens of a page of pictures open them for five minutes. */
const PICTURES_REFRESH_MS = 240_000

export const datasetQuery = (datasetId: string) =>
  queryOptions({
    queryKey: ['dataset', 'detail', datasetId],
    queryFn: ({ signal }) => call(GetDataset, { datasetId }, { signal }),
  })

export const initiatorDatasetQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['task', taskId, 'initiator-dataset'],
    queryFn: ({ signal }) => call(GetInitiatorDataset, { taskId }, { signal }),
  })

export interface DatasetSearch {
  name: string
  kind: ContentType | null
}

export const ownDatasetsQuery = (page: number, { name, kind }: DatasetSearch) =>
  queryOptions({
    queryKey: ['dataset', 'choose', page, name, kind],
    queryFn: ({ signal }) =>
      call(
        ListMyDatasets,
        { pageNo: page, pageSize: CHOOSER_PAGE_SIZE, ...(name && { name }), ...(kind && { contentType: kind }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

export interface RowsRequest {
  tableName: string
  page: number
  pageSize: number
  sort: { column: string; order: 'ascend' | 'descend' } | null
  filters: RowFilter[]
}

/** Rows come straight from the party's own edge. */
export const rowsQuery = (request: RowsRequest) =>
  queryOptions({
    queryKey: ['dataset', 'rows', request.tableName, 'choose', request],
    queryFn: ({ signal }) => call(ListRows, rowsInput(request), { signal }),
    placeholderData: keepPreviousData,
  })

export const picturesQuery = (request: RowsRequest) =>
  queryOptions({ ...rowsQuery(request), refetchInterval: PICTURES_REFRESH_MS })

const rowsInput = ({ tableName, page, pageSize, sort, filters }: RowsRequest): Input<typeof ListRows> => ({
  tableName,
  pageNo: page,
  pageSize,
  ...(sort && { sort: sort.column, order: sort.order }),
  ...(filters.length > 0 && { filters }),
})

/** The ids of all rows that meet the conditions, page after page. */
export async function listMatchingIds(
  tableName: string,
  filters: RowFilter[],
  { onProgress, signal }: { onProgress: (found: number) => void; signal: AbortSignal },
): Promise<(string | number)[]> {
  const ids: (string | number)[] = []
  for (let page = 1; ; page += 1) {
    const request = { tableName, page, pageSize: MAX_PAGE_SIZE, sort: null, filters }
    const { rows, total } = await call(ListRows, rowsInput(request), { signal })
    for (const { id } of rows) ids.push(typeof id === 'number' ? id : String(id))
    onProgress(ids.length)
    if (rows.length === 0 || ids.length >= total) return ids
  }
}

export const profilesQuery = (tableName: string) =>
  queryOptions({
    queryKey: ['dataset', 'profiles', tableName],
    queryFn: ({ signal }) => call(GetColumnProfiles, { tableName }, { signal }),
  })

export const classesQuery = (tableName: string, column: string) =>
  queryOptions({
    queryKey: ['dataset', 'classes', tableName, column],
    queryFn: ({ signal }) => call(ListClasses, { tableName, column }, { signal }),
  })

export const differencesQuery = (taskId: string, datasetId: string) =>
  queryOptions({
    queryKey: ['task', taskId, 'differences', datasetId],
    queryFn: ({ signal }) => call(ListFormatDifferences, { taskId, datasetId }, { signal }),
  })

/** The classes the parties named for a task. */
export const namedClassesQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['task', taskId, 'classes'],
    queryFn: ({ signal }) => call(ListSelectedFeatures, { taskId }, { signal }),
  })

export const nameClasses = (classes: Input<typeof AddSelectedFeatures>) => call(AddSelectedFeatures, classes)
export const setClassCodes = (codes: Input<typeof SetFeatureCodes>) => call(SetFeatureCodes, codes)
