import type { Prediction } from '@tessera/contract'
import { ROW_ID } from '../../kinds/index.ts'
import { ident, literal, parquet } from '../../lib/duck.ts'
import type { Actor } from '../../lib/edge-token.ts'
import { PLACE_COLUMN, type StoredDataset, withPictures } from '../rows/index.ts'
import type { InferenceDeps } from './deps.ts'

/**
 * Adds to each prediction of a picture the URL of the picture's thumbnail, with a token that opens only this thumbnail.
 */
export async function withThumbnails(
  { duck, now }: Pick<InferenceDeps, 'duck' | 'now'>,
  dataset: StoredDataset,
  predictions: Prediction[],
  actor: Actor,
): Promise<Prediction[]> {
  const ids = predictions.map(({ data }) => literal(String(data[ROW_ID])))
  if (ids.length === 0) return predictions
  const found = await duck.rows(
    `SELECT CAST(${ident(ROW_ID)} AS VARCHAR) AS id, ${ident(PLACE_COLUMN)} AS file FROM ${parquet(dataset.file)}
     WHERE CAST(${ident(ROW_ID)} AS VARCHAR) IN (${ids.join(', ')})`,
  )
  const files = new Map(found.map(({ id, file }) => [String(id), String(file)]))
  const rows = predictions.map(({ data }) => ({ ...data, [PLACE_COLUMN]: files.get(String(data[ROW_ID])) ?? '' }))
  const shown = withPictures(dataset, rows, actor, now()).rows
  return predictions.map((prediction, at) => ({ ...prediction, data: shown[at] ?? prediction.data }))
}
