import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Input, Language } from '@tessera/contract'
import {
  CreateModel,
  DeleteModel,
  DiscardModelFile,
  DownloadModel,
  GetModel,
  GetModelStatus,
  ListModelActivity,
  ListMyModels,
  ListPoolModels,
  MODEL_CARD_PATH,
  MODEL_FILE_PATH,
  PublishModel,
  UnpublishModel,
  UpdateModel,
} from '@tessera/contract/wire'
import { call } from '../../lib/api.ts'

export const MODELS_PER_PAGE = 9
export const OPERATIONS_SHOWN = 10

interface ListRequest {
  page: number
  name: string
}
const listInput = ({ page, name }: ListRequest) => ({ pageNo: page, pageSize: MODELS_PER_PAGE, ...(name && { name }) })

export const myModelsQuery = (request: ListRequest) =>
  queryOptions({
    queryKey: ['model', 'mine', request],
    queryFn: ({ signal }) => call(ListMyModels, listInput(request), { signal }),
    placeholderData: keepPreviousData,
  })

export const poolModelsQuery = (request: Input<typeof ListPoolModels>) =>
  queryOptions({
    queryKey: ['model', 'pool', request],
    queryFn: ({ signal }) => call(ListPoolModels, { ...request, pageSize: MODELS_PER_PAGE }, { signal }),
    placeholderData: keepPreviousData,
  })

export const modelQuery = (modelId: string) =>
  queryOptions({
    queryKey: ['model', 'detail', modelId],
    queryFn: ({ signal }) => call(GetModel, { modelId }, { signal }),
  })

const STATUSES: Record<number, 'copied' | 'published'> = { 3: 'copied', 6: 'published' }

/** Query for whether an own model is in the pool, or a model of the pool is among the party's own. Null if neither. */
export const modelStatusQuery = (modelId: string) =>
  queryOptions({
    queryKey: ['model', 'status', modelId],
    queryFn: async ({ signal }) => STATUSES[await call(GetModelStatus, { modelId }, { signal })] ?? null,
  })

export const modelActivityQuery = (modelId: string) =>
  queryOptions({
    queryKey: ['model', 'activity', modelId],
    queryFn: ({ signal }) =>
      call(ListModelActivity, { id: modelId, pageNo: 1, pageSize: OPERATIONS_SHOWN }, { signal }),
  })

/** Returns the path of the file with the ONNX model and its model card. */
export const modelFilePath = (modelId: string) => `${MODEL_FILE_PATH}?id=${encodeURIComponent(modelId)}`

/** Returns the path of the one-page model card as PDF. */
export const modelCardPath = (modelId: string, language: Language) =>
  `${MODEL_CARD_PATH}?${new URLSearchParams({ id: modelId, language })}`

export const publishModel = (input: Input<typeof PublishModel>) => call(PublishModel, input)
export const updateModel = (input: Input<typeof UpdateModel>) => call(UpdateModel, input)
export const copyModel = (modelId: string) => call(DownloadModel, { modelId })
export const deleteModel = (modelId: string) => call(DeleteModel, { modelId })
export const unpublishModel = (modelId: string) => call(UnpublishModel, { modelId })
export const createModel = (input: Input<typeof CreateModel>) => call(CreateModel, input)
export const discardModelFile = (draftId: string) => call(DiscardModelFile, { draftId })
