import { queryOptions, skipToken } from '@tanstack/react-query'
import type { InferenceStatus, Input, PicturesInput, TableRow } from '@tessera/contract'
import {
  CreateInference,
  DeleteInference,
  GetInference,
  GetPredictedGraph,
  Infer,
  InferDataset,
  InferOnce,
  ListPredictedRows,
} from '@tessera/contract/wire'
import { call } from '../../lib/api.ts'
import { edgePicturePath } from '../../lib/edge-picture.ts'
import { fetchFile } from '../../lib/files.ts'
import type { Asked } from './asked.ts'
import { type KeptPicture, rowOf } from './picture-row.ts'

const CREATING_MS = 1000
const RUNNING_MS = 2000

/** The page asks again while something is under way, and rests when nothing is. */
export function pollEvery(status: InferenceStatus | undefined): number | false {
  if (status === 'creating') return CREATING_MS
  return status === 'running' ? RUNNING_MS : false
}

export const inferenceQuery = (inferenceId: string) =>
  queryOptions({
    queryKey: ['inference', 'detail', inferenceId],
    queryFn: ({ signal }) => call(GetInference, { inferenceId }, { signal }),
    refetchInterval: ({ state }) => pollEvery(state.data?.inference.status),
  })

/** `of` is the file that the rows stand in: another result has another. */
export const predictedRowsQuery = ({ of, ...input }: { of: string } & Input<typeof ListPredictedRows>) =>
  queryOptions({
    queryKey: ['inference', 'rows', of, input],
    queryFn: ({ signal }) => call(ListPredictedRows, input, { signal, at: 'edge' }),
  })

/** Of the same file, a part of the graph to draw. */
export const predictedGraphQuery = ({ of, inferenceId }: { of: string; inferenceId: string }) =>
  queryOptions({
    queryKey: ['inference', 'graph', of, inferenceId],
    queryFn: ({ signal }) => call(GetPredictedGraph, { inferenceId }, { signal, at: 'edge' }),
  })

/** What moved the answer on a row never changes: the model does not. */
export const whyQuery = ({ id, explain }: Asked, row: TableRow) =>
  queryOptions({
    queryKey: ['inference', 'why', id, row],
    queryFn: explain ? ({ signal }) => explain(row, signal) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The same of a picture that was just chosen, which is kept nowhere. */
export const whyPictureQuery = ({ id, explain }: Asked, input: PicturesInput, file: File) =>
  queryOptions({
    queryKey: ['inference', 'why', id, file.name, file.size, file.lastModified],
    queryFn: explain ? async ({ signal }) => explain(await rowOf(file, input), signal) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A picture of the party's own data, as the edge keeps it. */
export const keptPictureQuery = ({ name, path, token }: KeptPicture) =>
  queryOptions({
    queryKey: ['inference', 'picture', path],
    queryFn: async ({ signal }) =>
      new File([await fetchFile(edgePicturePath(path, token), { at: 'edge', signal })], name),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const inferOnce = (input: Input<typeof InferOnce>) => call(InferOnce, input)
export const infer = (input: Input<typeof Infer>) => call(Infer, input)
export const inferDataset = (input: Input<typeof InferDataset>) => call(InferDataset, input)
export const deleteInference = (inferenceId: string) => call(DeleteInference, { inferenceId })

/** What a task is made for. */
export type Work = { rows: TableRow[] } | { datasetId: string }

/** Makes a task on a model and has it do its work; answers its id. Where the model cannot be had the task's page says why. */
export async function keepInference(input: Input<typeof CreateInference>, work: Work): Promise<string> {
  const inferenceId = await call(CreateInference, input)
  if ((await made(inferenceId)) === 'failed') return inferenceId
  if ('rows' in work) await infer({ inferenceId, ...work })
  else await inferDataset({ inferenceId, ...work })
  return inferenceId
}

async function made(inferenceId: string): Promise<InferenceStatus> {
  for (;;) {
    const { status } = (await call(GetInference, { inferenceId })).inference
    if (status !== 'creating') return status
    await new Promise((goOn) => setTimeout(goOn, CREATING_MS))
  }
}
