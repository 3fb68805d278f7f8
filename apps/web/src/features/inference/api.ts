import { queryOptions, skipToken } from '@tanstack/react-query'
import type { InferenceStatus, Input, PicturesInput, TableRow } from '@tessera/contract'
import type { CreateInference, ListPredictedRows } from '@tessera/contract/wire'
import type { Answerer, DatasetAnswers } from './answerer.ts'
import type { Asked } from './asked.ts'
import { type KeptPicture, rowOf } from './picture-row.ts'

const CREATING_MS = 1000
const RUNNING_MS = 2000

/** The page asks again while something is under way, and rests when nothing is. */
export function pollEvery(status: InferenceStatus | undefined): number | false {
  if (status === 'creating') return CREATING_MS
  return status === 'running' ? RUNNING_MS : false
}

export const inferenceQuery = ({ getInference }: Answerer, inferenceId: string) =>
  queryOptions({
    queryKey: ['inference', 'detail', inferenceId],
    queryFn: ({ signal }) => getInference(inferenceId, signal),
    refetchInterval: ({ state }) => pollEvery(state.data?.inference.status),
  })

export const heldDatasetsQuery = (datasets: DatasetAnswers | null) =>
  queryOptions({
    queryKey: ['inference', 'datasets'],
    queryFn: datasets ? ({ signal }) => datasets.list(signal) : skipToken,
  })

/** `of` is the file that the rows stand in: another result has another. */
export const predictedRowsQuery = (
  { listRows }: DatasetAnswers,
  { of, ...input }: { of: string } & Input<typeof ListPredictedRows>,
) =>
  queryOptions({
    queryKey: ['inference', 'rows', of, input],
    queryFn: ({ signal }) => listRows(input, signal),
  })

/** Of the same file, a part of the graph to draw. */
export const predictedGraphQuery = (
  { getGraph }: DatasetAnswers,
  { of, inferenceId }: { of: string; inferenceId: string },
) =>
  queryOptions({
    queryKey: ['inference', 'graph', of, inferenceId],
    queryFn: ({ signal }) => getGraph(inferenceId, signal),
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
export const keptPictureQuery = ({ datasets }: Asked, { name, path, token }: KeptPicture) =>
  queryOptions({
    queryKey: ['inference', 'picture', path],
    queryFn: datasets
      ? async ({ signal }) => new File([await datasets.fetchPicture(path, token, signal)], name)
      : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What a task is made for. */
export type Work = { rows: TableRow[] } | { datasetId: string }

/** Makes a task on a model and has it do its work; answers its id. Where the model cannot be had the task's page says why. */
export async function keepInference(
  answerer: Answerer,
  input: Input<typeof CreateInference>,
  work: Work,
): Promise<string> {
  const inferenceId = await answerer.createInference(input)
  if ((await made(answerer, inferenceId)) === 'failed') return inferenceId
  if ('rows' in work) await answerer.infer(inferenceId, work.rows)
  else await answerer.datasets?.infer(inferenceId, work.datasetId)
  return inferenceId
}

async function made({ getInference }: Answerer, inferenceId: string): Promise<InferenceStatus> {
  for (;;) {
    const { status } = (await getInference(inferenceId)).inference
    if (status !== 'creating') return status
    await new Promise((goOn) => setTimeout(goOn, CREATING_MS))
  }
}
