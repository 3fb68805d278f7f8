/**
 * How long an edge takes to read pictures, relative to sharp alone for their thumbnails.
 *
 *     node bench/pictures.ts [pictures, 2000] [width, 640] [height, 480]
 *
 * Makes pictures in two class folders (one in a hundred is unique, the others are copies), zips them, and reads the zip
 * like an upload: lists the archive, unpacks and checks its contents, reads, stores and shrinks the pictures, writes
 * the rows as Parquet, and analyses them. The reference, in the same run on the same cores: sharp makes only the
 * thumbnails, in the same format, of the same files on disk, with the fastest degree of parallelism. Both run three
 * times, in turn. Prints one JSON object with wall-clock and processor seconds. If other work runs on the machine, only
 * the latter are meaningful.
 */

import { execFileSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import sharp from 'sharp'
import { ZipFile } from 'yazl'
import { thumbnailOf } from '../apps/edge/src/kinds/pictures/picture.ts'
import { readVision } from '../apps/edge/src/kinds/pictures/vision.ts'
import { Duck } from '../apps/edge/src/lib/duck.ts'
import { openArchive } from '../apps/edge/src/lib/zip.ts'

const [PICTURES = 2_000, WIDTH = 640, HEIGHT = 480] = process.argv.slice(2).map(Number)
const ROUNDS = 3
const AT_ONCE = [2, 3, 4, 6]
/** Number of pictures for finding the fastest degree of parallelism. */
const TRIED = 500

const base = await mkdtemp(join(process.env.BENCH_FOLDER ?? tmpdir(), 'tessera-pictures-'))
try {
  console.log(JSON.stringify(await measure()))
} finally {
  await rm(base, { recursive: true, force: true })
}

async function measure() {
  const zip = join(base, 'pictures.zip')
  const files = await makePictures()
  await pack(files, zip)
  const loadBefore = Number((loadavg()[0] ?? 0).toFixed(1))
  const trials = []
  for (const atOnce of AT_ONCE)
    trials.push({ atOnce, seconds: (await sharpAlone(files.slice(0, TRIED), atOnce)).clock })
  const best = trials.reduce((a, b) => (b.seconds < a.seconds ? b : a)).atOnce
  const alone: Spent[] = []
  const edge: Spent[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(await sharpAlone(files, best))
    edge.push(await readAsUploaded(zip))
  }
  return {
    cores: availableParallelism(),
    pictures: files.length,
    pixels: `${WIDTH} × ${HEIGHT}`,
    zipBytes: (await stat(zip)).size,
    loadBefore,
    sharpAlone: { atOnce: best, seconds: alone.map(({ clock }) => clock), ofProcessors: alone.map(({ cpu }) => cpu) },
    edge: { seconds: edge.map(({ clock }) => clock), ofProcessors: edge.map(({ cpu }) => cpu) },
    picturesASecond: Math.round(files.length / middle(edge, 'clock')),
    ofSharpAlone: round2(middle(alone, 'clock') / middle(edge, 'clock')),
    ofSharpAloneByProcessors: round2(middle(alone, 'cpu') / middle(edge, 'cpu')),
    peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  }
}

/** Draws soft shapes with some grain, so that the pictures resemble photographs. */
async function makePictures(): Promise<string[]> {
  const files: string[] = []
  for (const folder of ['cats', 'dogs']) await mkdir(join(base, 'files', folder), { recursive: true })
  const own: Buffer[] = []
  for (let at = 0; at < Math.max(1, PICTURES / 100); at += 1) own.push(await photograph())
  for (let at = 0; at < PICTURES; at += 1) {
    const path = join(base, 'files', at % 2 ? 'cats' : 'dogs', `${at}.jpg`)
    await writeFile(path, own[at % own.length] as Buffer)
    files.push(path)
  }
  return files
}

async function photograph(): Promise<Buffer> {
  const noise = (mean: number, sigma: number) => ({ type: 'gaussian' as const, mean, sigma })
  const create = { channels: 3 as const, background: '#888' }
  const shapes = await sharp({ create: { ...create, width: 16, height: 12, noise: noise(128, 60) } })
    .png()
    .toBuffer()
  const grain = await sharp({ create: { ...create, width: WIDTH, height: HEIGHT, noise: noise(128, 8) } })
    .png()
    .toBuffer()
  return sharp(shapes)
    .resize(WIDTH, HEIGHT, { fit: 'fill', kernel: 'cubic' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toBuffer()
}

async function pack(files: string[], path: string) {
  const zip = new ZipFile()
  for (const file of files) zip.addFile(file, file.slice(join(base, 'files').length + 1))
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
}

async function sharpAlone(files: string[], atOnce: number): Promise<Spent> {
  const folder = await mkdtemp(join(base, 'alone-'))
  const spent = stopwatch()
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < files.length) {
        const at = next++
        await thumbnailOf(sharp(files[at] as string)).toFile(join(folder, `${at}.webp`))
      }
    }),
  )
  return spent()
}

async function readAsUploaded(zip: string): Promise<Spent> {
  const folder = await mkdtemp(join(base, 'edge-'))
  const [scratch, target] = [join(folder, 'scratch'), join(folder, 'target')]
  await mkdir(scratch)
  await mkdir(target)
  const duck = await Duck.open(folder)
  const spent = stopwatch()
  const archive = await openArchive(zip)
  const options = { skipBadRows: false, renameColumns: false }
  const { rowCount } = await readVision({ archive, options, duck, scratch, target })
  const seconds = spent()
  archive.close()
  duck.close()
  const thumbnails = (await readdir(join(target, 'pictures', 'small'))).length
  if (rowCount !== PICTURES || thumbnails !== PICTURES) throw new Error(`${rowCount} rows, ${thumbnails} thumbnails`)
  return seconds
}

interface Spent {
  clock: number
  cpu: number
}

/**
 * Starts a stopwatch. Earlier writes are flushed first, so that they do not affect the time. No files are removed
 * meanwhile, because creating files in ext4 is slow after many were removed.
 */
function stopwatch(): () => Spent {
  execFileSync('sync')
  const began = performance.now()
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return { clock: round2((performance.now() - began) / 1_000), cpu: round2((user + system) / 1_000_000) }
  }
}

function middle(spent: Spent[], of: keyof Spent): number {
  const sorted = spent.map((one) => one[of]).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] as number
}

function round2(value: number): number {
  return Number(value.toFixed(2))
}
