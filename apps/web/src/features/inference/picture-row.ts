import type { PicturesInput, Prediction, TableRow } from '@tessera/contract'

/** As many bytes at once as a call takes arguments. */
const STRIDE = 0x8000

/** Where a picture of the party's own data is at its edge. */
export interface KeptPicture {
  name: string
  path: string
  token: string
}

export function keptPictureOf({ data: { name, path, token } }: Prediction): KeptPicture | null {
  return typeof path === 'string' && typeof token === 'string' ? { name: String(name ?? ''), path, token } : null
}

/** A chosen picture as its model takes it. */
export async function rowOf(file: File, { column }: PicturesInput): Promise<TableRow> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let start = 0; start < bytes.length; start += STRIDE) {
    text += String.fromCharCode(...bytes.subarray(start, start + STRIDE))
  }
  return { name: file.name, [column]: btoa(text) }
}
