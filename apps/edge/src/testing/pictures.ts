import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { PICTURES_FOLDER, type Reader, ROWS_FILE } from '../kinds/reader.ts'
import { Duck, parquet } from '../lib/duck.ts'
import { openArchive } from '../lib/zip.ts'
import { zipOf } from './world.ts'

type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff'

/** Creates a picture of noise around a colour, so that no two pictures are equal. */
export const picture = (format: Format = 'jpeg', width = 64, height = 48): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
    .toFormat(format)
    .toBuffer()

/**
 * Creates a BMP picture with 24 bits per pixel and the bottom row first, as Windows writes it. The upper left pixel is
 * red, all others are blue.
 */
export function bmp(width: number, height: number): Buffer {
  const line = Math.ceil((width * 3) / 4) * 4
  const bytes = Buffer.alloc(54 + line * height)
  bytes.write('BM')
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(width, 18)
  bytes.writeInt32LE(height, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isFirst = x === 0 && y === height - 1
      bytes[54 + y * line + x * 3 + (isFirst ? 2 : 0)] = 255
    }
  }
  return bytes
}

/** Returns a few bytes that declare a PNG picture of this size. */
export function pngOfSize(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(10_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}

/** Reads archives of pictures as an upload does, with a real DuckDB and real files. */
export async function picturesReader(reader: Reader) {
  const base = await mkdtemp(join(tmpdir(), 'tessera-pictures-'))
  const duck = await Duck.open(base)
  let count = 0

  async function read(files: Record<string, string | Buffer>, skipBadRows = false, renameColumns = false) {
    const folder = join(base, String(++count))
    const [scratch, target] = [join(folder, 'scratch'), join(folder, 'target')]
    await mkdir(scratch, { recursive: true })
    await mkdir(target)
    const zip = join(folder, 'upload.zip')
    await writeFile(zip, await zipOf(files))
    const archive = await openArchive(zip)
    try {
      const options = { skipBadRows, renameColumns }
      const reading = await reader({ archive, options, duck, scratch, target })
      const rows = await duck.rows(`SELECT * FROM ${parquet(join(target, ROWS_FILE))}`)
      return { ...reading, rows, pictures: join(target, PICTURES_FOLDER) }
    } finally {
      archive.close()
    }
  }
  const refused = (files: Record<string, string | Buffer>, skipBadRows = false): Promise<unknown> =>
    read(files, skipBadRows).then(
      () => 'taken',
      ({ code, params }) => ({ code, ...params }),
    )
  async function close() {
    duck.close()
    await rm(base, { recursive: true, force: true })
  }
  return { read, refused, close }
}
