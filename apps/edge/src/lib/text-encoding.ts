import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, Transform } from 'node:stream'
import { fail } from '@tessera/contract'
import { writeAtomically } from '@tessera/server'
import iconv from 'iconv-lite'

/** Rewrites a text file as UTF-8 without a byte order mark; what has no mark is UTF-8 or else GB18030. The file is named where it is neither. */
export async function makeUtf8(path: string, file: string) {
  const encoding = await encodingOf(path)
  if (encoding === 'utf-8') return
  const decode = encoding === 'utf-8 with mark' ? 'utf-8' : encoding
  // decodeStream drops the mark.
  const text = pipeline(createReadStream(path), iconv.decodeStream(decode), refuseUndecodable(file), () => {})
  await writeAtomically(path, text)
}

/** The same of a text in memory; the file is named where it is neither. */
export function decodeText(bytes: Buffer, file: string): string {
  const marked = markOf(bytes)
  const text = marked ? iconv.decode(bytes, marked) : (utf8(bytes) ?? iconv.decode(bytes, 'gb18030'))
  if (text.includes('\uFFFD')) fail('dataset.file-encoding', { file })
  return text
}

/** The same of a text's first bytes, which may end within a character; for a look at it that refuses nothing. */
export function decodeStart(bytes: Buffer): string {
  const marked = markOf(bytes)
  return marked ? iconv.decode(bytes, marked) : (utf8(bytes, { stream: true }) ?? iconv.decode(bytes, 'gb18030'))
}

function utf8(bytes: Buffer, options: { stream?: boolean } = {}): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, options)
  } catch {
    return undefined
  }
}

type Encoding = 'utf-8' | 'utf-8 with mark' | 'utf-16le' | 'utf-16be' | 'gb18030'

async function encodingOf(path: string): Promise<Encoding> {
  const file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(3), 0, 3, 0)
  await file.close()
  const marked = markOf(buffer.subarray(0, bytesRead))
  if (marked === 'utf-8') return 'utf-8 with mark'
  return marked ?? ((await isUtf8(path)) ? 'utf-8' : 'gb18030')
}

/** The encoding that a text's first bytes name. */
function markOf(bytes: Buffer) {
  const start = bytes.subarray(0, 3).toString('hex')
  if (start === 'efbbbf') return 'utf-8'
  if (start.startsWith('fffe')) return 'utf-16le'
  if (start.startsWith('feff')) return 'utf-16be'
  return undefined
}

async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
      decoder.decode(chunk as Buffer, { stream: true })
    }
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** Names the line of the first byte that stands for nothing. */
function refuseUndecodable(file: string): Transform {
  let line = 1
  return new Transform({
    decodeStrings: false,
    encoding: 'utf8',
    transform(chunk: string | Buffer, _encoding, done) {
      const text = chunk.toString()
      const bad = text.indexOf('\uFFFD')
      line += (bad < 0 ? text : text.slice(0, bad)).split('\n').length - 1
      if (bad < 0) return done(null, text)
      try {
        fail('dataset.csv-encoding', { file, line })
      } catch (error) {
        done(error as Error)
      }
    },
  })
}
