import { createReadStream } from 'node:fs'
import { fail } from '@tessera/contract'
import type { Entry } from 'yauzl'
import { makeUtf8 } from './text-encoding.ts'
import type { Archive } from './zip.ts'

/** A text file in UTF-8, and its name in the archive for error messages. */
export interface TextFile {
  path: string
  name: string
}

/** Maximum length of a line, because a line must fit into memory. */
export const LINE_LIMIT = 16 * 1024 * 1024
const CHUNK_BYTES = 256 * 1024

type Unpacking = Pick<Archive, 'extract' | 'foreign'>

/** Unpacks a text of an archive in any encoding to a UTF-8 file. */
export async function unpackText(archive: Unpacking, entry: Entry, path: string): Promise<TextFile> {
  await archive.extract(entry, path)
  await makeUtf8(path, entry.fileName, archive.foreign)
  return { path, name: entry.fileName }
}

/** Yields the text of a file, with all line breaks as `\n`. */
export async function* textChunks(file: TextFile): AsyncGenerator<string> {
  let carriageReturn = ''
  const stream = createReadStream(file.path, { encoding: 'utf8', highWaterMark: CHUNK_BYTES })
  for await (const chunk of stream) {
    const text = carriageReturn + chunk
    carriageReturn = text.endsWith('\r') ? '\r' : ''
    yield (carriageReturn ? text.slice(0, -1) : text).replace(/\r\n?/g, '\n')
  }
  if (carriageReturn) yield '\n'
}

/** Yields the lines of a file in batches. Lines are numbered from 1. */
export async function* textLines(file: TextFile): AsyncGenerator<{ line: number; texts: string[] }> {
  let rest = ''
  let line = 1
  for await (const chunk of textChunks(file)) {
    const texts = (rest + chunk).split('\n')
    rest = texts.pop() ?? ''
    if (rest.length > LINE_LIMIT) fail('dataset.line-long', { file: file.name, line: line + texts.length })
    if (texts.length === 0) continue
    yield { line, texts }
    line += texts.length
  }
  if (rest !== '') yield { line, texts: [rest] }
}
