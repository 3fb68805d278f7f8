import { queryOptions } from '@tanstack/react-query'
import type { Input, RowFilter } from '@tessera/contract'
import {
  AddSelectedFeatures,
  ConfirmNames,
  GetInitiatorDataset,
  ListClasses,
  ListFormatDifferences,
  ListSelectedFeatures,
  MAX_PAGE_SIZE,
  ProposeNames,
  SetFeatureCodes,
} from '@tessera/contract/wire'
import { idOf, type RowId } from '../../kinds/row-id.ts'
import { call } from '../../lib/api.ts'
import { listRows } from '../../lib/party-rows.ts'

export const initiatorDatasetQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['task', taskId, 'initiator-dataset'],
    queryFn: ({ signal }) => call(GetInitiatorDataset, { taskId }, { signal }),
  })

/** The ids of all rows that meet the conditions, page after page. */
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

/** What the edge would name of the rows set aside; other rows or columns are asked for anew. */
export const proposedNamesQuery = (taskId: string, datasetId: string) =>
  queryOptions({
    queryKey: ['task', taskId, 'proposed-names', datasetId],
    queryFn: ({ signal }) => call(ProposeNames, { taskId }, { signal }),
    // Read the rows as they are, whenever the step is opened.
    gcTime: 0,
  })

export const confirmNames = (names: Input<typeof ConfirmNames>) => call(ConfirmNames, names)
export const nameClasses = (classes: Input<typeof AddSelectedFeatures>) => call(AddSelectedFeatures, classes)
export const setClassCodes = (codes: Input<typeof SetFeatureCodes>) => call(SetFeatureCodes, codes)
