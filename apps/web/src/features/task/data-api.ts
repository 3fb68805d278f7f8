import { queryOptions } from '@tanstack/react-query'
import type { Input } from '@tessera/contract'
import {
  AddSelectedFeatures,
  ConfirmNames,
  GetInitiatorDataset,
  ListClasses,
  ListFormatDifferences,
  ListSelectedFeatures,
  ProposeNames,
  SetFeatureCodes,
} from '@tessera/contract/wire'
import { call } from '../../lib/api.ts'

export const initiatorDatasetQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['task', taskId, 'initiator-dataset'],
    queryFn: ({ signal }) => call(GetInitiatorDataset, { taskId }, { signal }),
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
