import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  name: string
  content: Uint8Array
}

/** A zip has no day before this: the same files give the same bytes, whenever they are asked for. */
const NO_DAY = new Date(1980, 0, 1)

/** A zip of a few files that need no compression: ONNX weights hardly have any. */
export async function zipOf(entries: ZipEntry[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { name, content } of entries) {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    zip.addBuffer(bytes, name, { compress: false, mtime: NO_DAY, forceDosTimestamp: true })
  }
  zip.end()
  return buffer(zip.outputStream)
}
