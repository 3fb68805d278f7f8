import { queryOptions } from '@tanstack/react-query'
import type { Input } from '@tessera/contract'
import {
  GetInitiatorDataset,
  ListFormatDifferences,
  ListSelectedFeatures,
  SetFeatureCodes,
} from '@tessera/contract/wire'
import { call } from '../../lib/api.ts'

export const initiatorDatasetQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['task', taskId, 'initiator-dataset'],
    queryFn: ({ signal }) => call(GetInitiatorDataset, { taskId }, { signal }),
  })

export const differencesQuery = (taskId: string, datasetId: string) =>
  queryOptions({
    queryKey: ['task', taskId, 'differences', datasetId],
    queryFn: ({ signal }) => call(ListFormatDifferences, { taskId, datasetId }, { signal }),
  })

/** Query for the classes that the parties named for a task. */
export const namedClassesQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['task', taskId, 'classes'],
    queryFn: ({ signal }) => call(ListSelectedFeatures, { taskId }, { signal }),
  })

export const setClassCodes = (codes: Input<typeof SetFeatureCodes>) => call(SetFeatureCodes, codes)
