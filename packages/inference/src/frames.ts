import { readSync, writeSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'

/**
 * A message between a server and a process that runs a model: a small JSON head and binary parts. The server reads only
 * frames from the process, because a malicious model may control the process.
 */
export interface Frame {
  head: unknown
  parts: Uint8Array[]
}

/** Limits on frames that the other side sends. */
export interface FrameLimits {
  bytes: number
  headBytes: number
  parts: number
}

const HEADER_BYTES = 8

export function writeFrame(to: Writable, frame: Frame) {
  to.cork()
  for (const bytes of pieces(frame)) to.write(bytes)
  to.uncork()
}

/** Writes a frame synchronously, for a process that has no other work. */
export function writeFrameSync(to: number, frame: Frame) {
  for (const bytes of pieces(frame)) {
    for (let at = 0; at < bytes.byteLength; ) at += writeSync(to, bytes, at)
  }
}

/** Parts up to this size are joined, because a separate write takes longer than copying them. */
const SMALL_BYTES = 64 * 1024

/**
 * Returns the pieces of a frame: its total length, the length of its head, the head with the sizes of the parts, and
 * the parts.
 */
function pieces({ head, parts }: Frame): Uint8Array[] {
  const text = Buffer.from(JSON.stringify({ head, sizes: parts.map(({ byteLength }) => byteLength) }))
  const header = Buffer.alloc(HEADER_BYTES)
  const length = parts.reduce((sum, { byteLength }) => sum + byteLength, text.length)
  header.writeUInt32LE(length, 0)
  header.writeUInt32LE(text.length, 4)
  const all = [header, text, ...parts]
  return length > SMALL_BYTES ? all : [Buffer.concat(all)]
}

/**
 * Waits for a whole frame synchronously, for a process that has no other work. Returns undefined if the other side has
 * ended.
 */
export function readFrameSync(from: number, limits: FrameLimits): Frame | undefined {
  const header = Buffer.alloc(HEADER_BYTES)
  if (!filled(from, header)) return undefined
  const frame = Buffer.allocUnsafeSlow(wantedBytes(header, limits))
  header.copy(frame)
  return filled(from, frame.subarray(HEADER_BYTES)) ? parse(frame, limits) : undefined
}

function filled(from: number, bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.byteLength; ) {
    const read = readSync(from, bytes, at, bytes.byteLength - at, null)
    if (read === 0) return false
    at += read
  }
  return true
}

/** Calls a function for each complete frame. Calls `onBroken` for a frame that exceeds the limits or is malformed. */
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
  if (!areSizes(sizes) || sizes.length > limits.parts) throw new Error('malformed sizes')
  if (sizes.reduce((sum, size) => sum + size, headEnd) !== frame.length)
    throw new Error('sizes that do not match the frame')
  let at = headEnd
  const parts = sizes.map((size) => {
    // The part is copied, because a copy is aligned, so that eight-byte numbers can be read from its start.
    const part = new Uint8Array(frame.subarray(at, at + size))
    at += size
    return part
  })
  return { head, parts }
}

const areSizes = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((one) => Number.isSafeInteger(one) && one >= 0)
