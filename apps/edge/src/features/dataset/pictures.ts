import { fail, type TableRow } from '@tessera/contract'
import { ident, parquet } from '../../lib/duck.ts'
import type { Actor } from '../../lib/edge-token.ts'
import { makePictureToken } from '../../lib/picture-token.ts'
import type { DatasetDeps } from './deps.ts'
import { ROW_ID, THUMBNAIL } from './kinds/index.ts'
import type { StoredDataset } from './queries.ts'

/** Where a picture is asked for: names are ours alone, so nothing but them is let through. */
const PATH = /^pictures\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(small\/)?(\d{6})\.(jpg|png|webp)$/

export interface PicturePath {
  datasetId: string
  isSmall: boolean
  /** The picture's number in its dataset. */
  number: string
  extension: 'jpg' | 'png' | 'webp'
}

export function parsePicturePath(path: string): PicturePath | undefined {
  const [, datasetId, small, number, extension] = PATH.exec(path) ?? []
  if (datasetId === undefined || number === undefined || extension === undefined) return undefined
  return { datasetId, isSmall: small !== undefined, number, extension: extension as PicturePath['extension'] }
}

/** A page of pictures as it is shown: with where to see each, and a token that opens just that. Other rows stay as they are. */
export async function withPictures(
  { duck, now }: Pick<DatasetDeps, 'duck' | 'now'>,
  dataset: StoredDataset,
  rows: TableRow[],
  actor: Actor,
): Promise<{ rows: TableRow[]; labelColumns?: string[] }> {
  const { media } = dataset
  if (media === null) return { rows }
  const files = await filesOf(duck, dataset, rows)
  const shown = rows.map((row) => {
    const { name, file } = files.get(Number(row[ROW_ID])) ?? fail('dataset.picture-not-found')
    const [number = ''] = file.split('.')
    const token = makePictureToken({ datasetId: dataset.id, number, media, userId: actor.userId }, now())
    const folder = `pictures/${dataset.id}`
    const place = {
      path: `${folder}/${file}`,
      path_small: `${folder}/${THUMBNAIL.folder}/${number}.${THUMBNAIL.extension}`,
    }
    const labels = Object.fromEntries(dataset.columns.map((column) => [column, row[column] ?? null]))
    return { [ROW_ID]: row[ROW_ID] ?? null, name, ...place, token, ...labels }
  })
  return { rows: shown, labelColumns: dataset.labelColumns }
}

async function filesOf(
  duck: DatasetDeps['duck'],
  dataset: StoredDataset,
  rows: TableRow[],
): Promise<Map<number, { name: string; file: string }>> {
  const ids = rows.map((row) => Number(row[ROW_ID]))
  if (ids.length === 0) return new Map()
  const found = await duck.rows(
    `SELECT ${ident(ROW_ID)}, name, file FROM ${parquet(dataset.file)} WHERE ${ident(ROW_ID)} IN (${ids.join(', ')})`,
  )
  return new Map(found.map(({ id, name, file }) => [Number(id), { name: String(name), file: String(file) }]))
}
