import type { PicturesInput, Prediction, TableRow } from '@tessera/contract'

/** Bytes per call of `String.fromCharCode`, whose number of arguments is limited. */
const STRIDE = 0x8000

/** The location of a picture of the party's own data at the party's edge. */
export interface KeptPicture {
  name: string
  path: string
  token: string
}

export function keptPictureOf({ data: { name, path, token } }: Prediction): KeptPicture | null {
  return typeof path === 'string' && typeof token === 'string' ? { name: String(name ?? ''), path, token } : null
}

/** Converts a chosen picture into an input row of its model. */
export async function rowOf(file: File, { column }: PicturesInput): Promise<TableRow> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let start = 0; start < bytes.length; start += STRIDE) {
    text += String.fromCharCode(...bytes.subarray(start, start + STRIDE))
  }
  return { name: file.name, [column]: btoa(text) }
}
