/**
 * How long a model takes for an answer at an edge, relative to onnxruntime in Python, and how much memory a whole
 * collection of pictures takes.
 *
 *     node bench/inference.ts [answers of each, 200] [pictures, 20000]
 *
 * bench/inference.py trains a model of pictures, one of texts and one of graphs, and predicts photographs of 600 × 400
 * pixels, reviews, one by one and 256 at once, and graphs of 500 nodes, reading each row. Then the runtime predicts
 * exactly the same rows, each model in its sandboxed process. After that, it predicts the pictures as a dataset, read
 * like at an edge. Prints one JSON object: median and minimum milliseconds (a busy machine affects the minimum less),
 * their ratio to Python's, and the part that is the bare round trip to another process; and the peak memory in
 * megabytes of this process and of the model's, after a tenth of the pictures and after all.
 */

import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import type { TableRow } from '@tessera/contract'
import { InferenceRuntime, inferDataset, type ModelFile } from '@tessera/inference'
import { inputRows } from '../apps/edge/src/features/inference/input-rows.ts'
import { PLACE_COLUMN, type StoredDataset } from '../apps/edge/src/features/rows/index.ts'
import { ROW_ID } from '../apps/edge/src/kinds/index.ts'
import { Duck, parquet } from '../apps/edge/src/lib/duck.ts'

const [ANSWERS = 200, PICTURES = 20_000] = process.argv.slice(2).map(Number)
interface Questions {
  model: string
  questions: TableRow[][]
  seconds: number[]
}

const root = join(import.meta.dirname, '..')
const python = join(root, '.venv/bin/python')
const engineDir = join(root, 'engine')
const base = await mkdtemp(join(process.env.BENCH_FOLDER ?? tmpdir(), 'tessera-inference-'))
const runtime = new InferenceRuntime({ python, engineDir, say: console.error })
try {
  console.log(JSON.stringify(await measure()))
} finally {
  await runtime.close()
  await rm(base, { recursive: true, force: true })
}

async function measure() {
  const loadBefore = round2(loadavg()[0] ?? 0)
  execFileSync(python, [join(root, 'bench/inference.py'), base, String(ANSWERS)], {
    env: { ...process.env, PYTHONPATH: `${engineDir}:${join(engineDir, 'tests')}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const questionSets: Record<string, Questions> = JSON.parse(await readFile(join(base, 'questions.json'), 'utf8'))
  const answers: Record<string, Awaited<ReturnType<typeof answered>>> = {}
  for (const [kind, one] of Object.entries(questionSets)) answers[kind] = await answered(await modelOf(one.model), one)
  const files = (questionSets.pictures?.questions ?? []).map(([row]) =>
    Buffer.from(String(row?.[PLACE_COLUMN]), 'base64'),
  )
  return {
    cores: availableParallelism(),
    loadBefore,
    roundTrip: await roundTrip(),
    answers,
    collection: await predictCollection(await modelOf('pictures'), files),
  }
}

async function modelOf(name: string): Promise<ModelFile> {
  const path = join(base, `${name}.onnx`)
  const sha256 = createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
  return { sha256, read: () => readFile(path) }
}

/** Measures one prediction after the other, without the first one, for which the model is loaded. */
async function answered(model: ModelFile, { questions, seconds }: Questions) {
  const own: number[] = []
  for (let at = 0; at <= ANSWERS; at += 1) {
    const began = performance.now()
    await runtime.predict(model, questions[at % questions.length] as TableRow[])
    own.push(performance.now() - began)
  }
  const alone = seconds.map((one) => 1_000 * one)
  return { median: beside(middle(own.slice(1)), middle(alone)), least: beside(Math.min(...own), Math.min(...alone)) }
}

function beside(milliseconds: number, python: number) {
  const timesPython = round2(milliseconds / python)
  return { milliseconds: round2(milliseconds), python: round2(python), timesPython }
}

/** Measures sending a text of typical size to another process, which sends it back. */
async function roundTrip() {
  const program = `const { Socket } = require('node:net'); const s = new Socket({ fd: 3, readable: true, writable: true }); s.pipe(s)`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] })
  const channel = child.stdio[3] as Duplex
  const own: number[] = []
  for (let at = 0; at <= ANSWERS; at += 1) {
    const began = performance.now()
    channel.write(Buffer.alloc(400))
    await once(channel, 'data')
    own.push(performance.now() - began)
  }
  channel.end()
  await once(child, 'exit')
  return { median: round2(middle(own.slice(1))), least: round2(Math.min(...own)) }
}

/** Predicts a dataset of this many pictures, many of which are the same file. */
async function predictCollection(model: ModelFile, files: Buffer[]) {
  const media = join(base, 'media')
  await mkdir(media)
  await Promise.all(files.map((file, at) => writeFile(join(media, `${at}.jpg`), file)))
  const duck = await Duck.open(base)
  const file = join(base, 'rows.parquet')
  await duck.run(
    `COPY (SELECT range AS "${ROW_ID}", range || '.jpg' AS name, range % ${files.length} || '.jpg' AS "${PLACE_COLUMN}",
     'digit 0' AS label FROM range(${PICTURES})) TO '${file}' (FORMAT parquet)`,
  )
  const [{ count } = { count: 0 }] = await duck.rows(`SELECT count(*) AS count FROM ${parquet(file)}`)
  if (Number(count) !== PICTURES) throw new Error(`${count} rows`)
  const dataset = { media, file, columns: [ROW_ID, 'label'], columnTypes: { label: 'text' }, contentType: 'vision' }
  const { input, output } = await runtime.describe(model)
  if (!input || !output) throw new Error('a model that does not say what it takes')
  const { lines, result } = inferDataset(
    runtime,
    { file: model, input, output },
    inputRows(duck, dataset as unknown as StoredDataset),
  )
  const began = performance.now()
  let [rows, mostHere] = [-1, 0]
  let afterATenth: Awaited<ReturnType<typeof held>> | undefined
  for await (const _line of lines) {
    rows += 1
    mostHere = Math.max(mostHere, process.memoryUsage.rss())
    if (rows === Math.ceil(PICTURES / 10)) afterATenth = await held(model, mostHere)
  }
  const seconds = (performance.now() - began) / 1_000
  duck.close()
  if (result('').rowCount !== PICTURES) throw new Error(`${result('').rowCount} answers`)
  const afterAll = await held(model, mostHere)
  return { pictures: PICTURES, picturesASecond: round2(PICTURES / seconds), megabytes: { afterATenth, afterAll } }
}

/** Returns the peak memory of this process during the prediction, and the peak memory of the model's process so far. */
async function held(model: ModelFile, mostHere: number) {
  const pid = (await runtime.pids()).get(model.sha256)
  const peak = /^VmHWM:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))
  return { here: Math.round(mostHere / 1024 ** 2), model: Math.round(Number(peak?.[1]) / 1024) }
}

function middle(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number
}

function round2(value: number): number {
  return Number(value.toFixed(2))
}
