import type { Entry } from 'yauzl'
import { decodeStart } from '../lib/text-encoding.ts'
import type { Archive } from '../lib/zip.ts'

const PEEK_BYTES = 64 * 1024

/** Returns the first part of a text file in the archive. */
export async function peek({ open }: Pick<Archive, 'open'>, entry: Entry): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of await open(entry)) {
    chunks.push(chunk as Buffer)
    size += (chunk as Buffer).length
    if (size >= PEEK_BYTES) break
  }
  return decodeStart(Buffer.concat(chunks).subarray(0, PEEK_BYTES))
}

export const firstLine = (text: string) => text.split(/\r\n|\n|\r/, 1)[0] ?? ''
