import type { Readable, Writable } from 'node:stream'

/**
 * What passes between a server and a process that runs a model: a few words as JSON and bytes beside them. Nothing else is
 * read from the process, as a model may have got the better of it.
 */
export interface Frame {
  head: unknown
  parts: Uint8Array[]
}

/** Of what is taken from the other side. */
export interface FrameLimits {
  bytes: number
  headBytes: number
  parts: number
}

const HEADER_BYTES = 8

/** Length of the whole, length of the head, the head with the parts' sizes, the parts. */
export function writeFrame(to: Writable, { head, parts }: Frame) {
  const text = Buffer.from(JSON.stringify({ head, sizes: parts.map(({ byteLength }) => byteLength) }))
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32LE(
    parts.reduce((sum, { byteLength }) => sum + byteLength, text.length),
    0,
  )
  header.writeUInt32LE(text.length, 4)
  to.cork()
  for (const bytes of [header, text, ...parts]) to.write(bytes)
  to.uncork()
}

/** Hands on each whole frame; one beyond the limits, or none, ends in `onBroken`. */
export function readFrames(
  from: Readable,
  limits: FrameLimits,
  onFrame: (frame: Frame) => void,
  onBroken: (error: Error) => void,
) {
  let begun: Buffer[] = []
  let length = 0
  from.on('data', (bytes: Buffer) => {
    begun.push(bytes)
    length += bytes.length
    try {
      for (;;) {
        if (begun.length > 1 && (begun[0]?.length ?? 0) < HEADER_BYTES) begun = [Buffer.concat(begun)]
        const wanted = wantedBytes(begun[0], limits)
        if (length < wanted) return
        const whole = Buffer.concat(begun)
        onFrame(parse(whole.subarray(0, wanted), limits))
        begun = whole.length > wanted ? [whole.subarray(wanted)] : []
        length = whole.length - wanted
      }
    } catch (error) {
      from.pause()
      onBroken(error as Error)
    }
  })
}

function wantedBytes(start: Buffer | undefined, limits: FrameLimits): number {
  if (!start || start.length < HEADER_BYTES) return HEADER_BYTES + 1
  const length = start.readUInt32LE(0)
  const headLength = start.readUInt32LE(4)
  if (length > limits.bytes) throw new Error(`a frame of ${length} bytes`)
  if (headLength > Math.min(length, limits.headBytes)) throw new Error(`a head of ${headLength} bytes`)
  return HEADER_BYTES + length
}

function parse(frame: Buffer, limits: FrameLimits): Frame {
  const headEnd = HEADER_BYTES + frame.readUInt32LE(4)
  const { head, sizes } = JSON.parse(frame.toString('utf8', HEADER_BYTES, headEnd)) as {
    head: unknown
    sizes: unknown
  }
  if (!areSizes(sizes) || sizes.length > limits.parts) throw new Error('what are no sizes')
  if (sizes.reduce((sum, size) => sum + size, headEnd) !== frame.length) throw new Error('sizes of something else')
  let at = headEnd
  const parts = sizes.map((size) => {
    // A copy, so that it begins where numbers of eight bytes may begin.
    const part = new Uint8Array(frame.subarray(at, at + size))
    at += size
    return part
  })
  return { head, parts }
}

const areSizes = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((one) => Number.isSafeInteger(one) && one >= 0)
