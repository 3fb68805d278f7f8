import { isAscii } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, Readable, Transform } from 'node:stream'
import {
  AppError,
  CHOSEN_ENCODINGS,
  type ChosenEncoding,
  type ErrorCode,
  type ErrorParams,
  fail,
  type ReadingNote,
} from '@tessera/contract'
import { writeAtomically } from '@tessera/server'
import iconv from 'iconv-lite'
import { likelyEncodings } from './likely-encodings.ts'
import { guessEncoding, isDamagedUtf8 } from './utf8-chunks.ts'

/** Errors that can occur if file names were decoded with another encoding than the texts that refer to them. */
const OF_NAMES = new Set<ErrorCode>(['dataset.picture-missing', 'dataset.picture-unlisted', 'dataset.coco-missing'])

/**
 * Decodes the texts and file names of an archive that are neither UTF-8 nor have a byte order mark. It uses the
 * encoding that the member chose, or GB18030, and checks whether GB18030 is probable.
 */
export class ForeignTexts {
  private readonly samples: Buffer[] = []
  private sampled = 0
  private hasNames = false

  private readonly chosen?: ChosenEncoding

  constructor(chosen?: ChosenEncoding) {
    this.chosen = chosen
  }

  get encoding(): ChosenEncoding {
    return this.chosen ?? 'GB18030'
  }

  /**
   * Whether the member has chosen the encoding. It is then also used for texts that are UTF-8 except for a few bytes.
   */
  get isChosen(): boolean {
    return this.chosen !== undefined
  }

  /** Collects samples of file names. Many programs store file names in the encoding of their machine. */
  sawNames(names: Buffer[]) {
    this.hasNames ||= names.length > 0
    this.saw(Buffer.concat(names.flatMap((name) => [name, LINE_BREAK])))
  }

  /** If an error can be due to a wrong encoding, adds another encoding to it as an option before the other remedies. */
  offer(error: unknown): unknown {
    if (!(error instanceof AppError) || !OF_NAMES.has(error.code) || !this.hasNames) return error
    const { isDoubtful, ways } = this.judged()
    if (!isDoubtful || !ways[0]) return error
    const { remedy, ...params } = error.params
    const other: ErrorParams = remedy === undefined ? {} : { otherRemedy: remedy }
    return new AppError(error.code, { ...params, remedy: 'encoding', encoding: ways[0], ...other })
  }

  /** Collects samples of bytes that are not ASCII, because ASCII does not indicate an encoding. */
  saw(bytes: Buffer) {
    if (this.isFull || isAscii(bytes)) return
    this.samples.push(bytes.subarray(0, SAMPLE_BYTES - this.sampled))
    this.sampled += bytes.length
  }

  get isFull(): boolean {
    return this.sampled >= SAMPLE_BYTES
  }

  /** Notes for the member about the encoding. Empty if every text is UTF-8 or has a byte order mark. */
  get notes(): ReadingNote[] {
    if (this.samples.length === 0) return []
    const { isDoubtful, ways } = this.judged()
    return [
      { name: 'encoding', value: this.encoding, ...(isDoubtful ? {} : { ways }) },
      ...(isDoubtful ? [{ name: 'encoding-doubtful' as const, value: this.encoding, ways }] : []),
    ]
  }

  /** Refuses a text with undecodable bytes, and offers the most probable encoding. */
  refuse(code: 'dataset.file-encoding' | 'dataset.csv-encoding', params: ErrorParams): never {
    const { isDoubtful, ways } = this.judged()
    fail(code, { ...params, ...(isDoubtful && ways[0] ? { remedy: 'encoding', encoding: ways[0] } : {}) })
  }

  private judged() {
    if (this.chosen) return { isDoubtful: false, ways: CHOSEN_ENCODINGS.filter((one) => one !== this.chosen) }
    const { isDoubtful, others } = likelyEncodings(Buffer.concat(this.samples))
    return { isDoubtful, ways: others }
  }
}

const SAMPLE_BYTES = 1024 * 1024
const LINE_BREAK = Buffer.from('\n')
const START_BYTES = 1_024

/**
 * Rewrites a text file as UTF-8 without a byte order mark. If some bytes cannot be decoded, the error names the file.
 */
export async function makeUtf8(path: string, file: string, foreign: ForeignTexts) {
  const encoding = await encodingOf(path)
  if (encoding === 'utf-8') return
  const isForeign = encoding === 'foreign'
  const isDamaged = isForeign && !foreign.isChosen && (await isDamagedUtf8(createReadStream(path)))
  const decode = isDamaged || encoding === 'utf-8 with mark' ? 'utf-8' : isForeign ? foreign.encoding : encoding
  if (isForeign && !isDamaged) await sampleOf(path, foreign)
  const onLine = (line: number) =>
    isDamaged ? refuseDamaged(file, line) : foreign.refuse('dataset.csv-encoding', { file, line })
  // `iconv.decodeStream` removes the byte order mark.
  const text = pipeline(createReadStream(path), iconv.decodeStream(decode), refuseUndecodable(onLine), () => {})
  await writeAtomically(path, text)
}

async function sampleOf(path: string, foreign: ForeignTexts) {
  for await (const chunk of createReadStream(path)) {
    foreign.saw(chunk as Buffer)
    if (foreign.isFull) break
  }
}

/**
 * Refuses a text that is UTF-8 except for a few bytes. If it were read in another encoding, the whole text would be
 * wrong.
 */
const refuseDamaged = (file: string, line: number): never =>
  fail('dataset.text-damaged', { file, line, remedy: 'encoding', encoding: 'GB18030' })

/** Decodes a text in memory by the same rules as `makeUtf8`. */
export async function decodeText(bytes: Buffer, file: string, foreign: ForeignTexts): Promise<string> {
  const marked = markOf(bytes)
  const known = marked ? iconv.decode(bytes, marked) : utf8(bytes)
  if (known !== undefined) return known
  const isDamaged = !foreign.isChosen && (await isDamagedUtf8(Readable.from([bytes])))
  if (isDamaged) refuseDamaged(file, (new TextDecoder().decode(bytes).split('\uFFFD')[0] as string).split('\n').length)
  foreign.saw(bytes)
  const text = iconv.decode(bytes, foreign.encoding)
  if (text.includes('\uFFFD')) foreign.refuse('dataset.file-encoding', { file })
  return text
}

/** Decodes the first bytes of a text to detect its format. The bytes may end within a character. Never throws. */
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

type Encoding = 'utf-8' | 'utf-8 with mark' | 'utf-16le' | 'utf-16be' | 'foreign'

async function encodingOf(path: string): Promise<Encoding> {
  const file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0)
  await file.close()
  const marked = markOf(buffer.subarray(0, bytesRead))
  if (marked === 'utf-8') return 'utf-8 with mark'
  return marked ?? ((await isUtf8(path)) ? 'utf-8' : 'foreign')
}

/** Returns the encoding that the first bytes of a text declare or show by their zero bytes. */
function markOf(bytes: Buffer) {
  if (bytes.subarray(0, 3).toString('hex') === 'efbbbf') return 'utf-8'
  const guessed = guessEncoding(bytes.subarray(0, START_BYTES))
  if (guessed === 'UTF-8') return undefined
  return guessed === 'UTF-16LE' ? 'utf-16le' : 'utf-16be'
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

/** Returns a stream that calls `onLine` with the line of the first undecodable byte. */
function refuseUndecodable(onLine: (line: number) => never): Transform {
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
        onLine(line)
      } catch (error) {
        done(error as Error)
      }
    },
  })
}
