import type { TableRow } from '@tessera/contract'
import { ROW_ID, THUMBNAIL } from '../../kinds/index.ts'
import type { Actor } from '../../lib/edge-token.ts'
import { makePictureToken, markOf } from '../../lib/picture-token.ts'
import { PLACE_COLUMN } from './columns.ts'
import type { Rows } from './readable.ts'

/** Matches the path of a picture. The edge generates these paths, so all others are refused. */
const PATH = /^pictures\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(small\/)?(\d{6})\.(jpg|png|webp)$/

export interface PicturePath {
  datasetId: string
  isSmall: boolean
  /** Number of the picture in its dataset. */
  number: string
  extension: 'jpg' | 'png' | 'webp'
}

export function parsePicturePath(path: string): PicturePath | undefined {
  const [, datasetId, small, number, extension] = PATH.exec(path) ?? []
  if (datasetId === undefined || number === undefined || extension === undefined) return undefined
  return { datasetId, isSmall: small !== undefined, number, extension: extension as PicturePath['extension'] }
}

/**
 * Adds to each row of a picture dataset the picture's address and a token that opens only this picture. Rows of other
 * data do not change.
 */
export function withPictures(
  { id, media, labelColumns }: Rows,
  rows: TableRow[],
  actor: Actor,
  now: Date,
): { rows: TableRow[]; labelColumns?: string[] } {
  if (media === null) return { rows }
  const folder = `pictures/${id}`
  const folderMark = markOf(media)
  const shown = rows.map(({ [ROW_ID]: rowId = null, name = null, [PLACE_COLUMN]: file, ...rest }) => {
    const [number = ''] = String(file).split('.')
    return {
      [ROW_ID]: rowId,
      name,
      path: `${folder}/${file}`,
      path_small: `${folder}/${THUMBNAIL.folder}/${number}.${THUMBNAIL.extension}`,
      token: makePictureToken({ datasetId: id, number, folderMark, userId: actor.userId, shown: actor.shown }, now),
      ...rest,
    }
  })
  return { rows: shown, labelColumns }
}
