import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import iconv from 'iconv-lite'

export type TextEncoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'GB18030'

export interface Text {
  encoding: TextEncoding
  /** Whether bytes that mean nothing are replaced (U+FFFD) rather than refused. */
  isLossy: boolean
  /** Read as GB18030 it has mostly characters that hardly anybody writes. */
  isDoubtful?: boolean
}

/** The text is UTF-8 only up to somewhere; what it is instead `encodingAmong` finds out. */
export class NotUtf8 extends Error {}

/** Of the Han characters of real texts, hardly one in ten is not among the common ones. */
const MOST_RARE = 0.4
const COMPARED_BYTES = 64 * 1024 * 1024
const LOOKED_AT_BYTES = 1_024
const MARK = Buffer.from('\uFEFF')

/** What a text's first bytes say it is; without a mark, UTF-8 until proved otherwise. */
export function guessEncoding(start: Buffer): TextEncoding {
  if (start.subarray(0, 2).equals(Buffer.from([0xff, 0xfe]))) return 'UTF-16LE'
  if (start.subarray(0, 2).equals(Buffer.from([0xfe, 0xff]))) return 'UTF-16BE'
  // Digits, separators and line breaks are half zeros in UTF-16, on the one side or the other.
  const zeros = [0, 0]
  const some = start.subarray(0, LOOKED_AT_BYTES)
  for (let at = 0; at < some.length; at += 1) if (some[at] === 0) zeros[at % 2] = (zeros[at % 2] as number) + 1
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) * 5 < some.length) return 'UTF-8'
  return odd > even ? 'UTF-16LE' : 'UTF-16BE'
}

/** Of a text that is not UTF-8 throughout: UTF-8 with damage, or GB18030, whichever leaves fewer characters unread. */
export async function encodingAmong(content: Readable): Promise<Text> {
  const unread = { 'UTF-8': 0, GB18030: 0 }
  const decoders = { 'UTF-8': decoderOf('UTF-8'), GB18030: decoderOf('GB18030') }
  const rare = new RareHan()
  let size = 0
  for await (const chunk of content) {
    for (const encoding of ['UTF-8', 'GB18030'] as const) {
      unread[encoding] += decoders[encoding].write(chunk as Buffer).split('\uFFFD').length - 1
    }
    rare.write(chunk as Buffer)
    size += (chunk as Buffer).length
    if (size > COMPARED_BYTES) break
  }
  const isGb18030 = unread.GB18030 < unread['UTF-8']
  return { encoding: isGb18030 ? 'GB18030' : 'UTF-8', isLossy: true, isDoubtful: isGb18030 && rare.prevail }
}

/** A text as UTF-8 without a byte order mark, in pieces that may end within a character. */
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

/** How many bytes at the end begin a character that goes on behind them. */
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

/**
 * Counts the Han characters in bytes that are read as GB18030, and those not among the 3,755 common ones of GB 2312 (which have
 * bytes of their own). Windows-1252 and Big5 read so are made of rare ones.
 */
class RareHan {
  #all = 0
  #rare = 0
  #lead = 0
  #skip = 0

  write(bytes: Buffer) {
    for (const byte of bytes) {
      if (this.#skip > 0) this.#skip -= 1
      else if (this.#lead === 0) this.#lead = byte > 0x80 && byte < 0xff ? byte : 0
      else {
        this.#pair(this.#lead, byte)
        this.#lead = 0
      }
    }
  }

  #pair(lead: number, trail: number) {
    // Four bytes stand for what two cannot.
    if (trail >= 0x30 && trail <= 0x39) this.#skip = 2
    if (trail < 0x40) return
    const isOfGb2312 = lead >= 0xb0 && lead <= 0xf7 && trail >= 0xa1
    const isOfGbk = lead <= 0xa0 || (lead >= 0xaa && trail <= 0xa0)
    if (!isOfGb2312 && !isOfGbk) return
    this.#all += 1
    if (!isOfGb2312 || lead > 0xd7) this.#rare += 1
  }

  get prevail(): boolean {
    return this.#rare > this.#all * MOST_RARE
  }
}
