import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  name: string
  content: Uint8Array
}

/**
 * The date of all entries, the earliest that a zip file can contain. With a constant date, the same files always give
 * the same bytes.
 */
const NO_DAY = new Date(1980, 0, 1)

/** Returns a zip file of a few files. It is not compressed, because ONNX weights hardly shrink. */
export async function zipOf(entries: ZipEntry[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { name, content } of entries) {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    zip.addBuffer(bytes, name, { compress: false, mtime: NO_DAY, forceDosTimestamp: true })
  }
  zip.end()
  return buffer(zip.outputStream)
}
