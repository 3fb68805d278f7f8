import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { type Frame, readFrameSync, readFrames, writeFrame, writeFrameSync } from './frames.ts'

const LIMITS = { bytes: 1_000, headBytes: 200, parts: 2 }

function reader() {
  const from = new PassThrough()
  const frames: Frame[] = []
  const errors: string[] = []
  readFrames(
    from,
    LIMITS,
    (frame) => frames.push(frame),
    ({ message }) => errors.push(message),
  )
  return { from, frames, errors, settled: () => new Promise((resolve) => setImmediate(resolve)) }
}

function bytesOf(...frames: Frame[]): Buffer {
  const to = new PassThrough()
  for (const frame of frames) writeFrame(to, frame)
  return to.read() as Buffer
}

const one: Frame = { head: { kind: 'run' }, parts: [Uint8Array.of(1, 2, 3), new Uint8Array()] }
const other: Frame = { head: null, parts: [] }

test.each([1, 3, 7, 8, 50, 1_000])('reads complete frames in order from pieces of %i bytes', async (size) => {
  const { from, frames, errors, settled } = reader()
  const bytes = bytesOf(one, other, one)
  for (let at = 0; at < bytes.length; at += size) {
    from.write(bytes.subarray(at, at + size))
    await settled()
  }
  expect([frames, errors]).toEqual([[one, other, one], []])
})

test('gives each waiting reader a complete frame, and returns no frame after the last one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-frames-'))
  const file = join(folder, 'frames')
  const to = openSync(file, 'w')
  for (const frame of [one, other, one]) writeFrameSync(to, frame)
  closeSync(to)
  const from = openSync(file, 'r')
  onTestFinished(() => {
    closeSync(from)
    rmSync(folder, { recursive: true })
  })
  const read = () => readFrameSync(from, LIMITS)
  expect([read(), read(), read(), read()]).toEqual([one, other, one, undefined])
})

test('writes a large frame piece by piece without changing it', () => {
  const large: Frame = { head: 'large', parts: [new Uint8Array(100_000).fill(7)] }
  const frames: Frame[] = []
  const from = new PassThrough()
  readFrames(
    from,
    { ...LIMITS, bytes: 200_000 },
    (frame) => frames.push(frame),
    (error) => expect.fail(error.message),
  )
  from.write(bytesOf(large))
  from.end()
  return new Promise<void>((resolve) => from.once('end', resolve)).then(() => expect(frames).toEqual([large]))
})

const header = (length: number, head: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32LE(length, 0)
  bytes.writeUInt32LE(head, 4)
  return bytes
}

/** Returns a frame with these sizes, followed by this number of bytes after its head. */
function sized(sizes: unknown, rest = 0) {
  const text = Buffer.from(JSON.stringify({ head: null, sizes }))
  return Buffer.concat([header(text.length + rest, text.length), text, Buffer.alloc(rest)])
}

test.each([
  ['a frame above the limit', header(1_001, 2)],
  ['a head that is not JSON', Buffer.concat([header(3, 3), Buffer.from('abc')])],
  ['a head that is not an object', Buffer.concat([header(4, 4), Buffer.from('null')])],
  ['sizes that are not a list', Buffer.concat([header(12, 12), Buffer.from('{"sizes": 1}')])],
  ['a negative size', sized([10, -10, 10], 10)],
  ['a size that is not a whole number', sized([1.5, 1.5], 3)],
  ['a size that is not a number', sized(['3'], 3)],
  ['sizes below the actual length', sized([1], 3)],
  ['sizes above the actual length', sized([4], 3)],
  ['more parts than the limit', sized([1, 1, 1], 3)],
  ['a head above the limit', header(500, 201)],
  ['a head longer than the frame', Buffer.concat([header(4, 6), Buffer.from('null  ')])],
])('closes a channel after %s, and does not affect other channels', async (_what, bytes) => {
  const { from, frames, errors, settled } = reader()
  from.write(bytes)
  await settled()
  expect(frames).toEqual([])
  expect(errors).toHaveLength(1)
})
