import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endsOf, joinTokens, type Prediction, type TableRow } from '@tessera/contract'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { InferenceRuntime, type RuntimeOptions } from './runtime.ts'
import { ENGINE, modelAt, PYTHON, writeModels } from './testing/write-models.ts'

const PARENT = fileURLToPath(new URL('./testing/parent.ts', import.meta.url))

let folder: string
let refused: string
const model = (name: string) => modelAt(join(folder, `${name}.onnx`))
const refusedModel = (name: string) => modelAt(join(refused, `${name}.onnx`))
const options = { python: PYTHON, engineDir: ENGINE, say: () => {} }
const runtime = new InferenceRuntime(options)

function ownRuntime(more: Partial<RuntimeOptions>) {
  const own = new InferenceRuntime({ ...options, ...more })
  onTestFinished(() => own.close())
  return own
}

/**
 * Writes models with one layer of known weights that use age (mean 50, standard deviation 10) and sex (f, m), and
 * models trained in Python.
 */
beforeAll(async () => {
  ;[folder, refused] = await Promise.all([writeModels('write_models'), writeModels('write_refused_models')])
})
afterAll(() => runtime.close())

const people = [
  { age: 60, sex: 'm' },
  { age: '40', sex: ' f ' },
  { age: null, sex: null },
]

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const likely = (prediction?: Prediction) => (prediction?.kind === 'classes' ? prediction.probabilities : {})

/** Returns the probability of two classes whose raw scores differ by `score`. */
const sigmoid = (score: number) => 1 / (1 + Math.exp(-score))

test('predicts classes with probabilities, and reads missing values as the mean or the category "unknown"', async () => {
  const predictions = await runtime.predict(await model('classes'), people)

  expect(predictions.map(({ result }) => result)).toEqual(['yes', 'no', 'no'])
  expect(likely(predictions[0]).yes).toBeCloseTo(sigmoid(2 * (1 + 0.5) - 0.2), 12)
  expect(likely(predictions[2]).no).toBeCloseTo(sigmoid(0.2), 12)
})

test('predicts numbers in the unit of the label', async () => {
  const predictions = await runtime.predict(await model('number'), people)
  expect(predictions.map(({ result }) => result)).toEqual(['110', '90', '105'])
})

/**
 * Returns the largest difference between the predicted numbers and those that Python predicted. All other values must
 * be equal.
 */
function distanceFrom(
  {
    number,
    class: named,
    probabilities = {},
    cluster,
    distance,
    hazard = Number.NaN,
    survival = [],
    entities = [],
    boxes = [],
    labels,
  }: Expected,
  prediction: Prediction,
) {
  switch (prediction.kind) {
    case 'number':
      return Math.abs(Number(prediction.result) - (number ?? Number.NaN))
    case 'clusters':
      expect(prediction.result).toBe(String(cluster))
      return Math.abs(prediction.distance - (distance ?? Number.NaN))
    case 'survival': {
      expect(prediction.survival).toHaveLength(survival.length)
      const apart = prediction.survival.map((share, at) => Math.abs(share - (survival[at] as number)))
      return Math.max(...apart, Math.abs(Number(prediction.result) / hazard - 1))
    }
    case 'entities': {
      const { tokens } = joinTokens(JSON.parse(String(prediction.data.tokens)))
      const expected = entities.map(([first, end, type]) => ({
        start: tokens[first]?.start,
        end: tokens[end - 1]?.end,
        type,
      }))
      expect(prediction.entities).toEqual(expected)
      return 0
    }
    case 'boxes': {
      expect(prediction.boxes.map((box) => box.class)).toEqual(boxes.map((box) => box.class))
      const apart = prediction.boxes.map((box, at) => {
        const { left, top, right, bottom } = endsOf(box)
        const { ends = [], score = Number.NaN } = boxes[at] ?? {}
        return [left, top, right, bottom, box.score].map((one, end) =>
          Math.abs(one - ([...ends, score][end] as number)),
        )
      })
      return Math.max(0, ...apart.flat())
    }
    case 'labels':
    case 'classes':
      expect(prediction.result).toBe(labels?.join(', ') ?? named)
      expect(Object.keys(prediction.probabilities)).toEqual(Object.keys(probabilities))
      return Math.max(
        ...Object.entries(probabilities).map(([key, share]) => Math.abs((prediction.probabilities[key] ?? 2) - share)),
      )
  }
}

interface Trained {
  name: string
  rows: TableRow[]
  expected: Expected[]
}

interface Expected {
  number?: number
  class?: string
  labels?: string[]
  probabilities?: Record<string, number>
  cluster?: number
  distance?: number
  /** First token, the token after the last one, and type of each entity. */
  entities?: [number, number, string][]
  /** Class, score, and left, top, right and bottom end of each box. */
  boxes?: { class: string; ends: number[]; score: number }[]
  hazard?: number
  survival?: number[]
}

/** Every algorithm that trains a model, with each kind of label. */
const TRAINED = [
  'logistic-regression-outcome',
  'logistic-regression-grade',
  'linear-regression-cost',
  'poisson-regression-visits',
  'negative-binomial-visits',
  'mlp-outcome',
  'mlp-grade',
  'mlp-cost',
  'boosted-trees-outcome',
  'boosted-trees-grade',
  'boosted-trees-cost',
  'boosted-trees-stage',
  'random-forest-outcome',
  'random-forest-cost',
  'random-forest-stage',
  'random-forest-lone',
  'additive-model-outcome',
  'additive-model-cost',
  'k-means',
  'cox-outcome',
  'text-classes',
  'text-labels',
  'text-entities',
  'picture-classes',
  'picture-network',
  'picture-boxes',
  'graph-nodes',
  'graph-convolution',
  'graph-sage',
]
/** Algorithms that compute a table instead of a model. */
const WITHOUT_MODEL = ['describe', 'kaplan-meier']
const CALLED: Record<string, string[]> = { 'graph-network': ['graph-convolution', 'graph-sage'] }

test('tests the predictions of every algorithm that trains a model against Python’s', () => {
  const algorithms = join(ENGINE, 'algorithms')
  const ids = readdirSync(algorithms).flatMap((name): string[] => {
    const manifest = join(algorithms, name, 'manifest.json')
    return existsSync(manifest) ? [JSON.parse(readFileSync(manifest, 'utf8')).id] : []
  })
  const compared = (id: string) => TRAINED.some((name) => (CALLED[id] ?? [id]).some((start) => name.startsWith(start)))
  expect(ids.filter((id) => !compared(id)).toSorted()).toEqual(WITHOUT_MODEL)
})

test.each(TRAINED)(
  '%s: predicts the same as Python for the same rows, including dates and identifiers',
  async (name) => {
    const trained: Trained[] = JSON.parse(readFileSync(join(folder, 'trained.json'), 'utf8'))
    const { rows, expected } = trained.find((one) => one.name === name) as Trained
    const predictions = await runtime.predict(await model(name), rows)

    const shorter = name.startsWith('picture') ? 30 : name.startsWith('graph') ? 70 : 90
    expect(rows.length).toBeGreaterThan(shorter)
    expect(predictions).toHaveLength(rows.length)
    const farthest = predictions.map((prediction, index) => distanceFrom(expected[index] as Expected, prediction))
    expect(Math.max(...farthest)).toBeLessThan(1e-6)
  },
)

test.each([
  'classes',
  'formulas',
  'clusters',
  'network',
  'estimates',
  'texts',
  'labels',
  'entities',
  'graph',
  'pictures',
  'boxes',
  'external-initializer',
  'outgrows',
])(
  'uses the model %s as the engine’s tests write it; if it differs, run engine/tests/write_models.py and write_refused_models.py',
  async (name) => {
    const committed = new URL(`../test-data/${name}.onnx`, import.meta.url)
    const written = [folder, refused].map((where) => join(where, `${name}.onnx`)).filter(existsSync)
    expect(written).toHaveLength(1)
    expect(await readFile(committed)).toEqual(await readFile(written[0] as string))
  },
)

test('reads whole-number classes as text', async () => {
  const predictions = await runtime.predict(await model('integers'), people)
  expect(predictions.map(({ result }) => result)).toEqual(['1', '0', '0'])
})

test('keeps the order of rows that need more than one batch', async () => {
  const rows = Array.from({ length: 9_000 }, (_, index) => ({ age: index % 2 ? 90 : 10, sex: 'm' }))
  const predictions = await runtime.predict(await model('classes'), rows)
  expect(predictions).toHaveLength(9_000)
  expect(predictions.every(({ result }, index) => result === (index % 2 ? 'yes' : 'no'))).toBe(true)
})

test.each([
  ['a column that is absent', [{ age: 60 }], 'inference.column-missing', { column: 'sex' }],
  ['text where a number belongs', [{ age: 'old', sex: 'm' }], 'inference.not-number', { column: 'age' }],
  ['infinity', [{ age: '1e999', sex: 'm' }], 'inference.not-number', { column: 'age' }],
  ['true where a number belongs', [{ age: true, sex: 'm' }], 'inference.not-number', { column: 'age' }],
])('refuses rows for prediction with %s', async (_what, rows, code, params) => {
  await expect(runtime.predict(await model('classes'), rows)).rejects.toMatchObject({ code, params })
})

test('refuses a file that is not a model, and still answers requests for other models', async () => {
  const noModel = await modelAt(fileURLToPath(import.meta.url))
  await expect(runtime.describe(noModel)).rejects.toMatchObject({
    code: expect.stringMatching(/^model\.refused-/),
  })
  expect((await runtime.predict(await model('number'), people)).length).toBe(3)
})

test('refuses a file that does not match its hash, and does not read the file of a model that is already loaded', async () => {
  const own = ownRuntime({})
  const path = join(await mkdtemp(join(tmpdir(), 'tessera-swapped-')), 'swapped.onnx')
  onTestFinished(() => rm(dirname(path), { recursive: true }))
  await copyFile(join(folder, 'classes.onnx'), path)
  const swapped = { ...(await modelAt(path)), read: vi.fn(() => readFile(path)) }
  await own.describe(swapped)
  await copyFile(join(folder, 'number.onnx'), path)
  expect((await own.predict(swapped, people))[0]?.result).toBe('yes')
  expect(swapped.read).toHaveBeenCalledTimes(1)
  await expect(ownRuntime({}).describe(swapped)).rejects.toMatchObject({ code: 'model.changed' })
})

test.each(['external-initializer', 'loop', 'functions'])(
  'refuses the model %s before a model’s process receives it',
  async (name) => {
    const own = ownRuntime({})
    await expect(own.describe(await refusedModel(name))).rejects.toMatchObject({
      code: expect.stringMatching(/^model\.refused-/),
    })
    expect(await own.pids()).toEqual(new Map())
  },
)

const row = [{ age: 1 }]

test('fails the request of a model that exceeds its memory limit, and answers the next request', async () => {
  const own = ownRuntime({ limits: { megabytes: 1_024 } })
  await expect(own.predict(await refusedModel('outgrows'), row)).rejects.toMatchObject({
    code: 'inference.model-ended',
    params: { megabytes: 1_024 },
  })
  expect((await own.predict(await model('number'), people)).length).toBe(3)
})

test('ends a model that exceeds its time limit, fails its pending requests, and still answers requests for other models', async () => {
  const own = ownRuntime({ limits: { batchSeconds: 8 } })
  const endless = await refusedModel('endless')
  const requests = [own.predict(endless, row), own.predict(endless, row)]
  const answers = Promise.allSettled(requests)
  expect((await own.predict(await model('number'), people)).length).toBe(3)
  const tooSlow = { code: 'inference.model-too-slow', params: { seconds: 8 } }
  expect(await answers).toMatchObject([
    { status: 'rejected', reason: tooSlow },
    { status: 'rejected', reason: tooSlow },
  ])
  expect(await own.pids()).toEqual(new Map([[(await model('number')).sha256, expect.any(Number)]]))
})

test('fails the request if a model returns another number of rows than it received', async () => {
  await expect(runtime.predict(await refusedModel('other-count'), row)).rejects.toMatchObject({
    code: 'inference.model-failed',
  })
})

test('predicts with tree models and convolutional networks', async () => {
  for (const [name, result] of [
    ['trees', ['-1', '1']],
    ['picture-net', ['1', '99']],
  ] as const) {
    const predictions = await runtime.predict(await refusedModel(name), [{ age: 1 }, { age: 99 }])
    expect(predictions.map((one) => one.result)).toEqual(result)
  }
})

test('fails the request of a killed process, and starts another process for the next request', async () => {
  const own = ownRuntime({})
  const endless = await refusedModel('endless')
  await own.describe(endless)
  const answer = own.predict(endless, row)
  const [[, pid] = []] = await own.pids()
  process.kill(pid as number, 'SIGKILL')
  await expect(answer).rejects.toMatchObject({ code: 'inference.model-ended' })

  await own.describe(endless)
  expect((await own.pids()).get(endless.sha256)).not.toBe(pid)
})

test('ends the least recently used process at the maximum number of processes, and waits if all are busy', async () => {
  const own = ownRuntime({ mostProcesses: 2 })
  const [first, second, third] = await Promise.all(['classes', 'number', 'integers'].map(model))
  const models = [first, second, third, first, third, second] as NonNullable<typeof first>[]
  const answers = await Promise.all(models.map((one) => own.predict(one, people)))
  expect(answers.map((one) => one[0]?.result)).toEqual(['yes', '110', '1', 'yes', '1', '110'])
  expect((await own.pids()).size).toBeLessThanOrEqual(2)
})

test('ends a model’s process that was idle for longer than the limit', async () => {
  const own = ownRuntime({ idleMs: 10 })
  await own.describe(await model('classes'))
  await vi.waitFor(async () => expect(await own.pids()).toEqual(new Map()))
})

test('ends the process of a model that was only described, and keeps the process of a model in use', async () => {
  const own = ownRuntime({})
  const [looked, used] = [await model('classes'), await model('number')]
  expect(await own.look(looked)).toEqual(await runtime.describe(looked))
  await own.describe(used)
  await own.look(used)
  expect([...(await own.pids()).keys()]).toEqual([used.sha256])
})

test('reports a launcher that cannot be started', async () => {
  const lines: string[] = []
  const own = ownRuntime({ engineDir: folder, say: (line) => lines.push(line) })
  await expect(own.describe(await model('classes'))).rejects.toMatchObject({ code: 'inference.no-process' })
  expect(lines.join()).toContain('No module named')
})

test('ends a model’s process if its parent was killed, even during a computation', async () => {
  const endless = await refusedModel('endless')
  const parent = spawn(process.execPath, [PARENT, join(refused, 'endless.onnx'), endless.sha256], { stdio: 'pipe' })
  const pid = Number(String(await once(parent.stdout, 'data')))
  expect(isAlive(pid)).toBe(true)
  parent.kill('SIGKILL')
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false))
})

test.runIf(process.platform === 'linux')('runs a model’s process in a sandbox in which it has no files', async () => {
  const classes = await model('classes')
  await runtime.describe(classes)
  const pid = (await runtime.pids()).get(classes.sha256)
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const statusOf = (name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'm').exec(status)?.[1]
  if (process.env.TESSERA_SANDBOX !== 'off') {
    expect(statusOf('Seccomp')).toBe('2')
    expect(statusOf('NoNewPrivs')).toBe('1')
  }
  if (process.getuid?.() === 0) {
    for (const name of ['Uid', 'Gid']) {
      const ids = new Set(statusOf(name)?.split('\t').map(Number))
      expect([...ids]).toEqual([expect.any(Number)])
      expect(Math.min(...ids)).toBeGreaterThan(65_533)
    }
    expect(statusOf('Groups')?.trim()).toBe('')
    expect(statusOf('CapEff')).toMatch(/^0+$/)
  }
  // The environment of the process contains only settings that reveal nothing about the server.
  expect(await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')).not.toContain('VITEST')
})
