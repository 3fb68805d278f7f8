/**
 * Run manually: converts a large CSV in a zip to Parquet, like the edge (openArchive and the reader of tables) and with
 * plain tools (`unzip`, then DuckDB alone with its own type detection), in turns on the same file.
 *
 *     node bench/tables.ts [megabytes] [rounds] [folder]
 *
 * Defaults: 1,024 MB, one round and a temporary folder. Takes four times the size on disk. Prints seconds, processor
 * seconds and peak memory of each, and the ratio. Needs `unzip`.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { ZipFile } from 'yazl'
import { edgeKindOf } from '../apps/edge/src/kinds/index.ts'
import { Duck } from '../apps/edge/src/lib/duck.ts'
import { openArchive } from '../apps/edge/src/lib/zip.ts'

interface Figures {
  seconds: number
  processorSeconds: number
  peakMb: number
  rows: number
}

const WARDS = ['surgery', 'cardiology', 'oncology', 'paediatrics', 'neurology', 'intensive care', 'urology', 'eyes']
const LABS = 12
const CLOCK_TICKS = 100

async function main() {
  const [first, ...rest] = process.argv.slice(2)
  if (first === 'ours' || first === 'plain') {
    const [zip = '', folder = ''] = rest
    console.log(JSON.stringify(await measured(() => (first === 'ours' ? ours(zip, folder) : plain(zip, folder)))))
    return
  }
  const [rounds = '1', parent = tmpdir()] = rest
  const dir = mkdtempSync(join(parent, 'tessera-tables-'))
  try {
    const zip = join(dir, 'table.zip')
    await makeZip(zip, join(dir, 'table.csv'), Number(first ?? 1_024) * 1024 * 1024)
    const found: Record<'ours' | 'plain', Figures[]> = { ours: [], plain: [] }
    for (let round = 0; round < Number(rounds); round += 1) {
      for (const way of ['plain', 'ours'] as const) found[way].push(inChild(way, zip, dir))
    }
    const ratio = (of: (one: Figures) => number) => median(found.ours.map(of)) / median(found.plain.map(of))
    console.log(
      JSON.stringify({
        ...found,
        ratio: ratio(({ seconds }) => seconds),
        processorRatio: ratio(({ processorSeconds }) => processorSeconds),
      }),
    )
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

function inChild(way: 'ours' | 'plain', zip: string, dir: string): Figures {
  const folder = join(dir, way)
  mkdirSync(folder)
  const { stdout, stderr } = spawnSync(process.execPath, [import.meta.filename, way, zip, folder], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

async function measured(work: () => Promise<number>): Promise<Figures> {
  const start = performance.now()
  const rows = await work()
  const seconds = (performance.now() - start) / 1_000
  const peakMb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1_024
  const ticks = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ').slice(11, 15).map(Number) ?? []
  return { seconds, processorSeconds: ticks.reduce((sum, one) => sum + one, 0) / CLOCK_TICKS, peakMb, rows }
}

async function ours(zip: string, folder: string): Promise<number> {
  const duck = await Duck.open(folder)
  const archive = await openArchive(zip)
  const options = { skipBadRows: false, renameColumns: false }
  const { rowCount } = await edgeKindOf('tabular').read({ archive, options, duck, scratch: folder, target: folder })
  archive.close()
  duck.close()
  return rowCount
}

async function plain(zip: string, folder: string): Promise<number> {
  execFileSync('unzip', ['-q', zip, '-d', folder])
  const duck = await (await DuckDBInstance.create(':memory:')).connect()
  const to = join(folder, 'rows.parquet')
  await duck.run(`COPY (SELECT * FROM read_csv('${join(folder, 'table.csv')}')) TO '${to}' (FORMAT parquet)`)
  return Number((await duck.runAndReadAll(`SELECT count(*) FROM '${to}'`)).getRows()[0]?.[0])
}

/**
 * Writes hospital stays: whole numbers and decimals, dates and times, codes, texts with quotation marks, and missing
 * values.
 */
async function makeZip(zip: string, csv: string, bytes: number) {
  const out = createWriteStream(csv)
  out.write(`patient,ward,code,age,sex,admitted,seen,ill,weight,note,${labels().join(',')}\n`)
  let state = 2_026
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  let size = 0
  for (let row = 1; size < bytes; row += 1) {
    const text = `${rowOf(row, next)}\n`
    size += text.length
    if (!out.write(text)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
  const archive = new ZipFile()
  archive.addReadStream(createReadStream(csv), 'table.csv')
  archive.end()
  await pipeline(archive.outputStream as NodeJS.ReadableStream, createWriteStream(zip))
  rmSync(csv)
}

const labels = () => Array.from({ length: LABS }, (_, at) => `lab_${at + 1}`)
const two = (number: number) => String(number).padStart(2, '0')

function rowOf(row: number, next: (below: number) => number): string {
  const day = `20${two(10 + next(15))}-${two(1 + next(12))}-${two(1 + next(28))}`
  const ward = WARDS[next(WARDS.length)]
  return [
    row,
    ward,
    String(next(100_000)).padStart(5, '0'),
    20 + next(70),
    next(2) ? 'm' : 'f',
    day,
    `${day} ${two(next(24))}:${two(next(60))}:${two(next(60))}`,
    next(3) ? 'false' : 'true',
    (40 + next(800) / 10).toFixed(1),
    next(10) ? `sent to ${ward}` : `"said ""${ward}"", then left"`,
    ...Array.from({ length: LABS }, (_, at) => (next(20) ? (next(1_000_000) / 10_000).toFixed(at % 5) : 'NA')),
  ].join(',')
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

await main()
