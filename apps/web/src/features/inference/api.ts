import { queryOptions, skipToken } from '@tanstack/react-query'
import type { InferenceStatus, Input, PicturesInput, TableRow } from '@tessera/contract'
import type { CreateInference, ListPredictedRows } from '@tessera/contract/wire'
import type { AnswerSource } from './answer-source.ts'
import type { Answerer, DatasetAnswers } from './answerer.ts'
import { type KeptPicture, rowOf } from './collections/picture-row.ts'

const CREATING_MS = 1000
const RUNNING_MS = 2000

/** Returns the polling interval in milliseconds while the task is in progress, otherwise false. */
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

/** Query for predicted rows. `of` is the file that contains them; each result has its own file. */
export const predictedRowsQuery = (
  { listRows }: DatasetAnswers,
  { of, ...input }: { of: string } & Input<typeof ListPredictedRows>,
) =>
  queryOptions({
    queryKey: ['inference', 'rows', of, input],
    queryFn: ({ signal }) => listRows(input, signal),
  })

/** Query for the part of a predicted graph that is drawn, from the result file. */
export const predictedGraphQuery = (
  { getGraph }: DatasetAnswers,
  { of, inferenceId }: { of: string; inferenceId: string },
) =>
  queryOptions({
    queryKey: ['inference', 'graph', of, inferenceId],
    queryFn: ({ signal }) => getGraph(inferenceId, signal),
  })

/** Query for the explanation of a prediction. The result never becomes stale, because a model does not change. */
export const whyQuery = ({ id, explain }: AnswerSource, row: TableRow) =>
  queryOptions({
    queryKey: ['inference', 'why', id, row],
    queryFn: explain ? ({ signal }) => explain(row, signal) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Query for the explanation of a prediction for a picture that the user has just chosen. The picture is not stored. */
export const whyPictureQuery = ({ id, explain }: AnswerSource, input: PicturesInput, file: File) =>
  queryOptions({
    queryKey: ['inference', 'why', id, file.name, file.size, file.lastModified],
    queryFn: explain ? async ({ signal }) => explain(await rowOf(file, input), signal) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Query for a picture of the party's own data, as stored at the edge. */
export const keptPictureQuery = ({ datasets }: AnswerSource, { name, path, token }: KeptPicture) =>
  queryOptions({
    queryKey: ['inference', 'picture', path],
    queryFn: datasets
      ? async ({ signal }) => new File([await datasets.fetchPicture(path, token, signal)], name)
      : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The input of an inference task to create. */
export type Work = { rows: TableRow[] } | { datasetId: string }

/**
 * Creates an inference task and starts it. Returns its id. If the model is unavailable, the page of the task shows the
 * reason.
 */
export async function saveInference(
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
