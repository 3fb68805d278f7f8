import { isAscii, isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import type { ChosenEncoding } from '@tessera/contract'
import iconv from 'iconv-lite'
import { likelyEncodings } from './likely-encodings.ts'

export type TextEncoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | ChosenEncoding

export interface Text {
  encoding: TextEncoding
  /** Whether undecodable bytes are replaced by U+FFFD instead of being refused. */
  isLossy: boolean
  /** Whether the text is not UTF-8 and the encoding used for it is improbable. */
  isDoubtful?: boolean
  /** Encodings that a member can choose instead, most probable first. */
  others?: ChosenEncoding[]
}

/** Error for a text that is not UTF-8 throughout. `encodingAmong` then determines its encoding. */
export class NotUtf8 extends Error {}

const COMPARED_BYTES = 64 * 1024 * 1024
const SAMPLE_BYTES = 1024 * 1024
const LOOKED_AT_BYTES = 1_024
const MARK = Buffer.from('\uFEFF')

/**
 * Guesses the encoding from the first bytes of a text. Without a byte order mark, a text counts as UTF-8 until a byte
 * shows otherwise.
 */
export function guessEncoding(start: Buffer): TextEncoding {
  if (start.subarray(0, 2).equals(Buffer.from([0xff, 0xfe]))) return 'UTF-16LE'
  if (start.subarray(0, 2).equals(Buffer.from([0xfe, 0xff]))) return 'UTF-16BE'
  // In UTF-16, digits, separators and line breaks contain a zero byte, always at the same side.
  const zeros = [0, 0]
  const some = start.subarray(0, LOOKED_AT_BYTES)
  for (let at = 0; at < some.length; at += 1) if (some[at] === 0) zeros[at % 2] = (zeros[at % 2] as number) + 1
  const [even = 0, odd = 0] = zeros
  const [less, more] = [Math.min(even, odd), Math.max(even, odd)]
  // In Chinese UTF-16, only separators and line breaks contain such a zero byte. A single-byte text that has zero bytes
  // at one side only is UTF-8.
  const isWide = more * 5 >= some.length || (less === 0 && more > 1 && more * 50 >= some.length && !isUtf8Start(some))
  if (!isWide) return 'UTF-8'
  return odd > even ? 'UTF-16LE' : 'UTF-16BE'
}

/** Returns whether bytes are UTF-8. They may end within a character. */
const isUtf8Start = (bytes: Buffer) => isUtf8(bytes.subarray(0, bytes.length - unfinished(bytes)))

/**
 * Determines the encoding of a text that is not UTF-8 throughout. It is damaged UTF-8 or GB18030, whichever leaves
 * fewer characters undecoded.
 */
export async function encodingAmong(content: Readable): Promise<Text> {
  const counts = await countUnread(content)
  const { isDoubtful, others } = likelyEncodings(counts.sample)
  if (isUtf8Mostly(counts, () => isDoubtful)) return { encoding: 'UTF-8', isLossy: true }
  const isDoubted = isDoubtful || !counts.isGb18030
  return { encoding: 'GB18030', isLossy: true, ...(isDoubted ? { isDoubtful: true, others } : {}) }
}

/**
 * Returns whether the text is damaged UTF-8, as `encodingAmong` does. All encodings are tried only if the counts are
 * not conclusive.
 */
export async function isDamagedUtf8(content: Readable): Promise<boolean> {
  const counts = await countUnread(content)
  return isUtf8Mostly(counts, () => likelyEncodings(counts.sample).isDoubtful)
}

interface Unread {
  /** Whether GB18030 leaves fewer characters undecoded than UTF-8. */
  isGb18030: boolean
  /** Number of characters that cannot be decoded as UTF-8. */
  unread: number
  /** Number of non-ASCII characters that can be decoded as UTF-8, and number of those that have three bytes. */
  foreign: number
  wide: number
  sample: Buffer
}

function isUtf8Mostly({ isGb18030, unread, foreign, wide }: Unread, isDoubtful: () => boolean): boolean {
  // Most non-ASCII characters are valid UTF-8, so the text is damaged UTF-8.
  if (!isGb18030 && foreign > unread) return true
  // In other encodings, three bytes rarely form a UTF-8 character by chance, and two bytes do so only sometimes.
  return wide * 4 > unread || (foreign > 3 * unread && isDoubtful())
}

async function countUnread(content: Readable): Promise<Unread> {
  const unread = { 'UTF-8': 0, GB18030: 0 }
  const decoders = { 'UTF-8': decoderOf('UTF-8'), GB18030: decoderOf('GB18030') }
  const sample: Buffer[] = []
  let [size, foreign, wide, sampled] = [0, 0, 0, 0]
  for await (const chunk of content) {
    const bytes = chunk as Buffer
    for (const encoding of ['UTF-8', 'GB18030'] as const) {
      const text = decoders[encoding].write(bytes)
      unread[encoding] += text.split('\uFFFD').length - 1
      if (encoding !== 'UTF-8') continue
      foreign += text.match(FOREIGN)?.length ?? 0
      wide += text.match(WIDE)?.length ?? 0
    }
    if (sampled < SAMPLE_BYTES && !isAscii(bytes)) {
      sample.push(bytes)
      sampled += bytes.length
    }
    size += bytes.length
    if (size > COMPARED_BYTES) break
  }
  const isGb18030 = unread.GB18030 < unread['UTF-8']
  return { isGb18030, unread: unread['UTF-8'], foreign, wide, sample: Buffer.concat(sample) }
}

/** Matches decoded non-ASCII characters. */
const FOREIGN = /[\u0080-\uFFFC]/g
/** Matches characters that take at least three bytes in UTF-8. */
const WIDE = /[\u0800-\uFFFC]/g

/** Yields a text as UTF-8 without a byte order mark, in chunks that may end within a character. */
export async function* utf8Chunks(content: AsyncIterable<Buffer>, text: Text): AsyncGenerator<Buffer> {
  const pieces = text.encoding === 'UTF-8' && !text.isLossy ? checked(content) : decoded(content, text.encoding)
  let isFirst = true
  for await (const piece of pieces) {
    yield isFirst && piece.subarray(0, MARK.length).equals(MARK) ? piece.subarray(MARK.length) : piece
    isFirst = false
  }
}

async function* checked(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of content) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const end = bytes.length - unfinished(bytes)
    const whole = bytes.subarray(0, end)
    if (!isUtf8(whole)) throw new NotUtf8()
    rest = bytes.subarray(end)
    if (whole.length > 0) yield whole
  }
  if (rest.length > 0) throw new NotUtf8()
}

/** Returns the number of bytes at the end that belong to an incomplete character. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] as number
    if (byte < 0x80) return 0
    if (byte < 0xc0) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return length > back ? back : 0
  }
  return 0
}

async function* decoded(content: AsyncIterable<Buffer>, encoding: TextEncoding): AsyncGenerator<Buffer> {
  const decoder = decoderOf(encoding)
  for await (const chunk of content) {
    const piece = Buffer.from(decoder.write(chunk))
    if (piece.length > 0) yield piece
  }
  const last = Buffer.from(decoder.end())
  if (last.length > 0) yield last
}

function decoderOf(encoding: TextEncoding): { write: (chunk: Buffer) => string; end: () => string } {
  if (encoding !== 'UTF-8') {
    const decoder = iconv.getDecoder(encoding)
    return { write: (chunk) => decoder.write(chunk), end: () => decoder.end() ?? '' }
  }
  const decoder = new TextDecoder()
  return { write: (chunk) => decoder.decode(chunk, { stream: true }), end: () => decoder.decode() }
}
