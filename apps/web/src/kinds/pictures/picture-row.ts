import { labelsIn, type TableRow } from '@tessera/contract'
import { z } from 'zod'
import { idOf, type RowId } from '../row-id.ts'

/** A box on a picture; all four are shares of it, x and y are the centre. */
const Box = z.object({ class: z.string(), x: z.number(), y: z.number(), w: z.number(), h: z.number() })
export type Box = z.infer<typeof Box>

/** Where a picture is fetched from: an edge opens it for whoever brings its token. */
export type PictureAddress = (path: string, token: string) => string

/** A row of vision or yolo, as it is shown. */
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
    labels: labelColumns.filter((column) => column !== 'boxes').flatMap((column) => labelOf(row[column])),
    boxes: boxesOf(row.boxes),
    url: addressOf(path, token),
    smallUrl: addressOf(String(row.path_small ?? path), token),
  }
}

const numberOrNull = (value: TableRow[string] | undefined) => (typeof value === 'number' ? value : null)

const labelOf = (value: TableRow[string] | undefined) =>
  value === null || value === undefined || value === '' ? [] : labelsIn(String(value))

function boxesOf(text: TableRow[string] | undefined): Box[] {
  if (typeof text !== 'string') return []
  try {
    return Box.array().parse(JSON.parse(text))
  } catch {
    return []
  }
}

/** Classes on a picture with how often each is there, in the order of their names. */
export function classCounts(boxes: Box[]): [name: string, count: number][] {
  const counts = new Map<string, number>()
  for (const { class: name } of boxes) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
}
