import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportedDescription, TableRow } from '@tessera/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkModel } from '../check-model.ts'
import { InferenceRuntime } from '../runtime.ts'
import { ENGINE, PYTHON, sha256Of, writeModels } from '../testing/write-models.ts'
import { adaptInWorker, readInWorker } from './import-in-worker.ts'
import { tryModel } from './try-model.ts'

let folder: string
let runtime: InferenceRuntime
const lines: string[] = []
beforeAll(async () => {
  folder = await writeModels('write_imported_models')
  runtime = new InferenceRuntime({ python: PYTHON, engineDir: ENGINE, say: (line) => lines.push(line) })
})
afterAll(() => runtime.close())

const fileOf = (name: string) => readFile(join(folder, `${name}.onnx`))
const described = (change: Partial<ImportedDescription> = {}): ImportedDescription => ({
  columns: [['age', 'chol']],
  label: 'biopsy',
  output: 'probabilities',
  reading: 'chances',
  classes: ['benign', 'malignant'],
  ...change,
})

/** Returns the file as it is stored after import, with the model's description. */
async function adapted(name: string, description: ImportedDescription) {
  const file = await adaptInWorker(await fileOf(name), description)
  return { signature: checkModel(file), file: { sha256: sha256Of(file), read: async () => file } }
}

async function predictions(name: string, description: ImportedDescription, rows: TableRow[]) {
  return runtime.predict((await adapted(name, description)).file, rows)
}

const classes = (of: Awaited<ReturnType<typeof predictions>>) =>
  of.map((one) => (one.kind === 'classes' ? [one.result, ...Object.values(one.probabilities)] : []))

test.each([
  ['classifier', [{ name: 'X', kind: 'number', width: 2 }], ['probabilities', 2], ['benign', 'malignant']],
  ['named-list', [{ name: 'X', kind: 'number', width: 2 }], ['probabilities', 2], ['benign', 'malignant']],
  ['scores', [{ name: 'X', kind: 'number', width: 2 }], ['y', 3], null],
  ['regressor', [{ name: 'X', kind: 'number', width: 2 }], ['y', 1], null],
  ['single', [{ name: 'X', kind: 'number', width: null }], ['chance', 1], null],
  [
    'mixed',
    [
      { name: 'ward', kind: 'text', width: 1 },
      { name: 'visits', kind: 'number', width: 1 },
    ],
    ['cost', 1],
    null,
  ],
])('reads the inputs and outputs that the file %s declares', async (name, inputs, [output, width], names) => {
  expect(await readInWorker(await fileOf(name))).toEqual({
    signature: null,
    inputs,
    classes: names,
    outputs: [{ name: output, kind: 'number', width }],
  })
})

test('creates the same adapted file as the one that other tests use', async () => {
  const stored = await readFile(new URL('../../test-data/imported.onnx', import.meta.url))
  expect(stored.equals(await fileOf('classifier'))).toBe(true)
})

test('requires no description for a file that contains Tessera’s', async () => {
  const ours = await readFile(new URL('../../test-data/classes.onnx', import.meta.url))
  const { signature, inputs, outputs } = await readInWorker(ours)
  expect(signature).toEqual(checkModel(ours))
  expect([inputs, outputs]).toEqual([[], []])
})

test('makes an imported file usable like any other model', {
  meta: { spec: 'screens.upload-external-model' },
}, async () => {
  const { signature } = await adapted('classifier', described())
  expect(signature).toEqual({
    input: {
      kind: 'table',
      columns: [
        { name: 'c0', column: 'age', kind: 'number' },
        { name: 'c1', column: 'chol', kind: 'number' },
      ],
    },
    output: { kind: 'classes', label: 'biopsy', classes: ['benign', 'malignant'] },
  })
})

// Computed by hand: softmax of (0.5 - sum, -0.5 + sum).
const probability = (sum: number) => 1 / (1 + Math.exp(1 - 2 * sum))

test.each([
  ['classifier', 'probabilities'],
  ['named-list', 'probabilities'],
])('returns a probability for each class: %s', async (name, output) => {
  const rows = [
    { age: 0, chol: 0 },
    { age: 2, chol: 1 },
  ]
  const answers = classes(await predictions(name, described({ output }), rows))
  expect(answers.map(([result]) => result)).toEqual(['benign', 'malignant'])
  for (const [at, sum] of [0, 3].entries()) expect(answers[at]?.[2]).toBeCloseTo(probability(sum), 5)
})

test('converts the scores of an imported model to probabilities', async () => {
  const description = described({ output: 'y', reading: 'scores', classes: ['a', 'b', 'c'] })
  const [[result, ...chances] = []] = classes(await predictions('scores', description, [{ age: 2, chol: 0 }]))
  const powers = [1, 2, 3].map(Math.exp)
  expect(result).toBe('c')
  for (const [at, power] of powers.entries()) {
    expect(chances[at]).toBeCloseTo(power / powers.reduce((sum, one) => sum + one), 5)
  }
})

test('reads a single probability as that of the second class', async () => {
  const description = described({ output: 'chance' })
  const answers = classes(await predictions('single', description, [{ age: -1, chol: -1 }]))
  const second = 1 / (1 + Math.exp(2))
  expect(answers).toEqual([['benign', expect.closeTo(1 - second, 9), expect.closeTo(second, 9)]])
})

test('returns a number that an imported model predicts unchanged', async () => {
  const description = described({ output: 'y', reading: 'number', classes: [] })
  const [answer] = await predictions('regressor', description, [{ age: 2, chol: 4 }])
  expect(Number(answer?.result)).toBeCloseTo(0.1, 6)
})

test('runs the preprocessing steps of other programs, also for missing values', async () => {
  const description = described({ output: 'y', reading: 'number', classes: [] })
  const rows = [
    { age: 3, chol: 7 },
    { age: null, chol: 5 },
  ]
  const found = await predictions('pipeline', description, rows)
  // The rows (1, 3) and (0, 2), each divided by its sum.
  expect(found.map(({ result }) => Number(result))).toEqual([10 + 2 * 0.25 + 4 * 0.75, 14])
})

test('accepts columns of texts and whole numbers, and requires a value in each', async () => {
  const description = described({
    columns: [['ward'], ['visits']],
    output: 'cost',
    reading: 'number',
    classes: [],
  })
  const ask = (rows: TableRow[]) => predictions('mixed', description, rows)
  const found = await ask([
    { ward: 'south', visits: 40 },
    { ward: '', visits: 1 },
  ])
  expect(found.map(({ result }) => Number(result))).toEqual([42, 1])
  await expect(ask([{ ward: 'south', visits: null }])).rejects.toMatchObject({
    code: 'inference.value-required',
    params: { column: 'visits' },
  })
})

test('returns no prediction for a row with a missing value if the model computes none, instead of the first class', async () => {
  const attempt = predictions('classifier', described(), [{ age: null, chol: 1 }])
  await expect(attempt).rejects.toMatchObject({ code: 'inference.no-answer' })
})

test.each([
  ['fixed-rows', 'import-fixed-rows', { name: 'X', rows: 1 }],
  ['picture', 'import-shape', { name: 'X', shape: '[*, 3, 224, 224]' }],
  ['yes-or-no', 'import-type', { name: 'X' }],
  ['words-only', 'import-no-answer', {}],
  ['takes-nothing', 'import-no-input', {}],
  ['old-operators', 'import-opset', { version: 10, least: 11 }],
  ['random', 'refused-operator', { operator: 'RandomNormalLike' }],
])(
  'refuses to import the model file %s with the reason %s',
  { meta: { spec: 'screens.upload-external-model' } },
  async (name, reason, params) => {
    await expect(readInWorker(await fileOf(name))).rejects.toMatchObject({ code: `model.${reason}`, params })
  },
)

test.each([
  ['no file of ONNX', Buffer.from('PK, a zip perhaps')],
  ['nothing', Buffer.alloc(0)],
])('refuses to import %s as a model file', async (_what, file) => {
  await expect(readInWorker(file)).rejects.toMatchObject({ code: 'model.import-not-onnx' })
})

test.each<[string, string, Partial<ImportedDescription>, string, object]>([
  ['a column too few', 'classifier', { columns: [['age']] }, 'columns', { name: 'X', expected: 2, given: 1 }],
  ['two columns of one name', 'classifier', { columns: [['age', ' age ']] }, 'names', { name: 'age' }],
  ['a column without a name', 'classifier', { columns: [['age', ' ']] }, 'names', { name: '' }],
  ['no label', 'classifier', { label: '' }, 'names', { name: '' }],
  ['a class too many', 'classifier', { classes: ['a', 'b', 'c'] }, 'classes', { expected: 2, given: 3 }],
  ['one class of a single probability', 'single', { output: 'chance', classes: ['a'] }, 'classes', { expected: 2 }],
  ['an output that it does not have', 'classifier', { output: 'label' }, 'no-answer', {}],
  ['two chances as one number', 'classifier', { reading: 'number' }, 'not-number', { width: 2 }],
])('refuses the description of an imported model with %s', async (_what, name, change, reason, params) => {
  const attempt = adapted(name, described(change))
  await expect(attempt).rejects.toMatchObject({ code: `model.import-${reason}`, params })
})

test.each<[string, string, Partial<ImportedDescription>, string | null]>([
  ['chances', 'classifier', {}, null],
  ['scores that are called chances', 'scores', { output: 'y', classes: ['a', 'b', 'c'] }, 'not-chances'],
  ['a model of other columns than are named', 'other-shape', { output: 'y', reading: 'scores' }, 'not-tried'],
])('runs an imported model on synthetic rows to check it: %s', async (_what, name, change, reason) => {
  const { file } = await adapted(name, described(change))
  const tried = tryModel(runtime, file, described(change))
  if (reason === null) await tried
  else await expect(tried).rejects.toMatchObject({ code: `model.import-${reason}` })
})

test('reads or refuses an imported file in which any byte was changed', async () => {
  const { readImported } = await import('./read-imported.ts')
  const file = await fileOf('named-list')
  for (let at = 0; at < file.length; at += 1) {
    const altered = Uint8Array.from(file)
    altered[at] = (altered[at] as number) ^ 0x55
    try {
      expect(readImported(altered).inputs.length).toBeGreaterThan(0)
    } catch (error) {
      expect((error as { code?: string }).code).toMatch(/^model\.(refused|import)-/)
    }
  }
})
