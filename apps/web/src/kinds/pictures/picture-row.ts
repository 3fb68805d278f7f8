import { BOXES_COLUMN, type Box, boxesIn, labelsIn, type TableRow } from '@tessera/contract'
import { idOf, type RowId } from '../row-id.ts'

/** Returns the address of a picture. The edge serves the picture to any request with the picture's token. */
export type PictureAddress = (path: string, token: string) => string

/** A picture in a dataset of pictures, with or without boxes, prepared for display. */
export interface Picture {
  id: RowId
  name: string
  width: number | null
  height: number | null
  bytes: number | null
  labels: string[]
  boxes: Box[]
  url: string
  smallUrl: string
}

export function pictureOf(row: TableRow, labelColumns: string[], addressOf: PictureAddress): Picture {
  const token = String(row.token ?? '')
  const path = String(row.path ?? '')
  return {
    id: idOf(row),
    name: String(row.name ?? row.id),
    width: numberOrNull(row.width),
    height: numberOrNull(row.height),
    bytes: numberOrNull(row.bytes),
    labels: labelColumns.filter((column) => column !== BOXES_COLUMN).flatMap((column) => labelOf(row[column])),
    boxes: boxesIn(row[BOXES_COLUMN]) ?? [],
    url: addressOf(path, token),
    smallUrl: addressOf(String(row.path_small ?? path), token),
  }
}

const numberOrNull = (value: TableRow[string] | undefined) => (typeof value === 'number' ? value : null)

const labelOf = (value: TableRow[string] | undefined) =>
  value === null || value === undefined || value === '' ? [] : labelsIn(String(value))
