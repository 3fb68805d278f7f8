import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  name: string
  content: Uint8Array
}

/** The earliest date of a zip. A constant date makes the same files give the same bytes at any time. */
const NO_DAY = new Date(1980, 0, 1)

/** Returns an uncompressed zip of a few files, because ONNX weights hardly compress. */
export async function zipOf(entries: ZipEntry[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { name, content } of entries) {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    zip.addBuffer(bytes, name, { compress: false, mtime: NO_DAY, forceDosTimestamp: true })
  }
  zip.end()
  return buffer(zip.outputStream)
}
