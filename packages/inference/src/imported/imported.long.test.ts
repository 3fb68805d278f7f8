import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportedDescription, TableRow } from '@tessera/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkModel } from '../check-model.ts'
import { InferenceRuntime } from '../runtime.ts'
import { ENGINE, PYTHON, sha256Of, writeModels } from '../testing/write-models.ts'
import { adaptApart, readApart } from './import-apart.ts'
import { tryModel } from './try-model.ts'

let folder: string
let runtime: InferenceRuntime
const said: string[] = []
beforeAll(async () => {
  folder = await writeModels('write_imported_models')
  runtime = new InferenceRuntime({ python: PYTHON, engineDir: ENGINE, say: (line) => said.push(line) })
})
afterAll(() => runtime.close())

const fileOf = (name: string) => readFile(join(folder, `${name}.onnx`))
const described = (change: Partial<ImportedDescription> = {}): ImportedDescription => ({
  ...{ columns: [['age', 'chol']], label: 'biopsy', output: 'probabilities', reading: 'chances' },
  classes: ['benign', 'malignant'],
  ...change,
})

/** The file as it is kept, with what a model of ours says of itself. */
async function adapted(name: string, description: ImportedDescription) {
  const file = await adaptApart(await fileOf(name), description)
  return { signature: checkModel(file), file: { sha256: sha256Of(file), read: async () => file } }
}

async function predictions(name: string, description: ImportedDescription, rows: TableRow[]) {
  return runtime.predict((await adapted(name, description)).file, rows)
}

const classes = (of: Awaited<ReturnType<typeof predictions>>) =>
  of.map((one) => (one.kind === 'classes' ? [one.result, ...Object.values(one.probabilities)] : []))

test.each([
  ['classifier', [{ name: 'X', kind: 'number', width: 2 }], ['probabilities', 2], ['benign', 'malignant']],
  ['named-list', [{ name: 'X', kind: 'number', width: 2 }], ['chances', 2], ['benign', 'malignant']],
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
])('%s: what it takes and gives is read from the file', async (name, inputs, [output, width], names) => {
  expect(await readApart(await fileOf(name))).toEqual({
    ...{ signature: null, inputs, classes: names },
    outputs: [{ name: output, kind: 'number', width }],
  })
})

test('the file that other tests have is the one that is written', async () => {
  const kept = await readFile(new URL('../../test-data/imported.onnx', import.meta.url))
  expect(kept.equals(await fileOf('classifier'))).toBe(true)
})

test('a file with a description of ours says all itself', async () => {
  const ours = await readFile(new URL('../../test-data/classes.onnx', import.meta.url))
  const { signature, inputs, outputs } = await readApart(ours)
  expect(signature).toEqual(checkModel(ours))
  expect([inputs, outputs]).toEqual([[], []])
})

test('with a graph of ours around it, it is a model like any other', async () => {
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

// By hand: softmax of (0.5 - sum, -0.5 + sum).
const chance = (sum: number) => 1 / (1 + Math.exp(1 - 2 * sum))

test.each([
  ['classifier', 'probabilities'],
  ['named-list', 'chances'],
])('%s answers with its chances, each under its class', async (name, output) => {
  const rows = [
    { age: 0, chol: 0 },
    { age: 2, chol: 1 },
  ]
  const answers = classes(await predictions(name, described({ output }), rows))
  expect(answers.map(([result]) => result)).toEqual(['benign', 'malignant'])
  for (const [at, sum] of [0, 3].entries()) expect(answers[at]?.[2]).toBeCloseTo(chance(sum), 5)
})

test('scores become chances', async () => {
  const description = described({ output: 'y', reading: 'scores', classes: ['a', 'b', 'c'] })
  const [[result, ...chances] = []] = classes(await predictions('scores', description, [{ age: 2, chol: 0 }]))
  const powers = [1, 2, 3].map(Math.exp)
  expect(result).toBe('c')
  for (const [at, power] of powers.entries()) {
    expect(chances[at]).toBeCloseTo(power / powers.reduce((sum, one) => sum + one), 5)
  }
})

test('a single chance speaks for the second of two classes', async () => {
  const description = described({ output: 'chance' })
  const answers = classes(await predictions('single', description, [{ age: -1, chol: -1 }]))
  const second = 1 / (1 + Math.exp(2))
  expect(answers).toEqual([['benign', expect.closeTo(1 - second, 9), expect.closeTo(second, 9)]])
})

test('a number is told as it is', async () => {
  const description = described({ output: 'y', reading: 'number', classes: [] })
  const [answer] = await predictions('regressor', description, [{ age: 2, chol: 4 }])
  expect(Number(answer?.result)).toBeCloseTo(0.1, 6)
})

test('steps that other programs put before a model are part of it, what becomes of missing values too', async () => {
  const description = described({ output: 'y', reading: 'number', classes: [] })
  const rows = [
    { age: 3, chol: 7 },
    { age: null, chol: 5 },
  ]
  const found = await predictions('pipeline', description, rows)
  // (1, 3) and (0, 2), each divided by its sum.
  expect(found.map(({ result }) => Number(result))).toEqual([10 + 2 * 0.25 + 4 * 0.75, 14])
})

test('columns are texts and whole numbers, too; those need a value', async () => {
  const description = described({
    ...{ columns: [['ward'], ['visits']], output: 'cost', reading: 'number', classes: [] },
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

test('a row without a value has no answer where the model computes none, and not the first class', async () => {
  const asked = predictions('classifier', described(), [{ age: null, chol: 1 }])
  await expect(asked).rejects.toMatchObject({ code: 'inference.no-answer' })
})

test.each([
  ['fixed-rows', 'import-fixed-rows', { name: 'X', rows: 1 }],
  ['picture', 'import-shape', { name: 'X', shape: '[*, 3, 224, 224]' }],
  ['yes-or-no', 'import-type', { name: 'X' }],
  ['words-only', 'import-no-answer', {}],
  ['takes-nothing', 'import-no-input', {}],
  ['old-operators', 'import-opset', { version: 10, least: 11 }],
  ['random', 'refused-operator', { operator: 'RandomNormalLike' }],
])('%s is refused: %s', async (name, reason, params) => {
  await expect(readApart(await fileOf(name))).rejects.toMatchObject({ code: `model.${reason}`, params })
})

test.each([
  ['no file of ONNX', Buffer.from('PK, a zip perhaps')],
  ['nothing', Buffer.alloc(0)],
])('%s is refused', async (_what, file) => {
  await expect(readApart(file)).rejects.toMatchObject({ code: 'model.import-not-onnx' })
})

test.each<[string, string, Partial<ImportedDescription>, string, object]>([
  ['a column too few', 'classifier', { columns: [['age']] }, 'columns', { name: 'X', expected: 2, given: 1 }],
  ['two columns of one name', 'classifier', { columns: [['age', ' age ']] }, 'names', { name: 'age' }],
  ['a column without a name', 'classifier', { columns: [['age', ' ']] }, 'names', { name: '' }],
  ['no label', 'classifier', { label: '' }, 'names', { name: '' }],
  ['a class too many', 'classifier', { classes: ['a', 'b', 'c'] }, 'classes', { expected: 2, given: 3 }],
  ['one class of a single chance', 'single', { output: 'chance', classes: ['a'] }, 'classes', { expected: 2 }],
  ['an output that it does not have', 'classifier', { output: 'label' }, 'no-answer', {}],
  ['two chances as one number', 'classifier', { reading: 'number' }, 'not-number', { width: 2 }],
])('%s is told', async (_what, name, change, reason, params) => {
  const asked = adapted(name, described(change))
  await expect(asked).rejects.toMatchObject({ code: `model.import-${reason}`, params })
})

test.each<[string, string, Partial<ImportedDescription>, string | null]>([
  ['chances', 'classifier', {}, null],
  ['scores that are called chances', 'scores', { output: 'y', classes: ['a', 'b', 'c'] }, 'not-chances'],
  ['a model of other columns than are named', 'other-shape', { output: 'y', reading: 'scores' }, 'not-tried'],
])('a try with rows that are made up: %s', async (_what, name, change, reason) => {
  const { file } = await adapted(name, described(change))
  const tried = tryModel(runtime, file, described(change))
  if (reason === null) await tried
  else await expect(tried).rejects.toMatchObject({ code: `model.import-${reason}` })
})

test('whatever byte is another, the file is read or refused', async () => {
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
