import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inputColumnsOf, type Prediction, positiveClassOf, type TableRow } from '@tessera/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTrees, type TreeFile } from '../read-trees.ts'
import { InferenceRuntime } from '../runtime.ts'
import { ENGINE, modelAt, PYTHON, writeModels } from '../testing/write-models.ts'
import { columnOf, featuresOf } from './by-paths.ts'
import { type ExplainedModel, explainRow } from './explain-row.ts'
import { pathEffects, treeSums } from './paths.ts'

let folder: string
const runtime = new InferenceRuntime({ python: PYTHON, engineDir: ENGINE, say: () => {} })
beforeAll(async () => {
  folder = await writeModels('write_models')
})
afterAll(() => runtime.close())

const bytesOf = (name: string) => readFileSync(join(folder, `${name}.onnx`))
const jsonOf = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
const treesOf = (name: string) => readTrees(bytesOf(name)) as TreeFile

async function trained(name: string, cardName = name): Promise<{ model: ExplainedModel; rows: TableRow[] }> {
  const file = await modelAt(join(folder, `${name}.onnx`))
  const all: { name: string; rows: TableRow[] }[] = jsonOf('trained.json')
  const rows = all.find((one) => one.name === cardName)?.rows ?? []
  const model = { file, ...(await runtime.describe(file)), card: jsonOf(`${cardName}.card.json`) }
  // A row of the training data, a row in which values are missing, and rows with categories and texts that training did
  // not contain.
  return { model, rows: [...rows.slice(0, 1), { ...rows[0], age: null, ward: null }, ...rows.slice(-2)] }
}

/** Returns the mean output of a tree if only some columns are known, computed from the root by its definition. */
function valueBelow({ nodes }: TreeFile, at: number, row: Float64Array, isKnown: (feature: number) => boolean): number {
  const [yes, no] = [nodes.yes[at] as number, nodes.no[at] as number]
  if (yes === -1) return nodes.value[at] as number
  const below = (child: number) => valueBelow({ nodes } as TreeFile, child, row, isKnown)
  const feature = nodes.feature[at] as number
  if (isKnown(feature)) {
    const value = row[feature] as number
    const isYes = Number.isNaN(value) ? nodes.missingYes[at] : value <= (nodes.threshold[at] as number)
    return below(isYes ? yes : no)
  }
  const share = (child: number) => (nodes.share[child] as number) / (nodes.share[at] as number)
  return share(yes) * below(yes) + share(no) * below(no)
}

function sumsKnowing(trees: TreeFile, columns: number[], row: Float64Array, knownSet: number): number[] {
  const sums = [...trees.base]
  for (const [at, parent] of trees.nodes.parent.entries()) {
    if (parent !== -1) continue
    const output = trees.nodes.output[at] as number
    sums[output] =
      (sums[output] ?? 0) + valueBelow(trees, at, row, (feature) => (knownSet >> (columns[feature] ?? 0)) % 2 === 1)
  }
  return sums
}

/** Computes Shapley values by Shapley's formula over all sets of columns. */
function byTheBook(trees: TreeFile, columns: number[], row: Float64Array): { expected: number[]; effects: number[] } {
  const count = Math.max(...columns) + 1
  const games = Array.from({ length: 2 ** count }, (_, knownSet) => sumsKnowing(trees, columns, row, knownSet))
  const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1))
  const sizeOf = (knownSet: number) => knownSet.toString(2).replaceAll('0', '').length
  const effects = trees.base.flatMap((_, output) =>
    Array.from({ length: count }, (_none, column) =>
      games.reduce((sum, own, knownSet) => {
        if ((knownSet >> column) % 2 === 1) return sum
        const weight = (factorial(sizeOf(knownSet)) * factorial(count - sizeOf(knownSet) - 1)) / factorial(count)
        return sum + weight * ((games[knownSet + 2 ** column]?.[output] ?? 0) - (own[output] ?? 0))
      }, 0),
    ),
  )
  return { expected: games[0] as number[], effects }
}

const close = (values: ArrayLike<number>, digits = 9) => Array.from(values, (one) => expect.closeTo(one, digits))

const NAMES = [
  'boosted-trees-outcome',
  'boosted-trees-grade',
  'boosted-trees-stage',
  'boosted-trees-cost',
  'random-forest-outcome',
  'random-forest-stage',
  'random-forest-cost',
  'random-forest-lone',
]

test.each(NAMES)(
  '%s: effects equal the Shapley values over all sets of columns, and add up to the prediction',
  { meta: { spec: 'screens.prediction-explanation' } },
  async (name) => {
    const { model, rows } = await trained(name)
    const trees = treesOf(name)
    const columns = columnOf(inputColumnsOf(model.input))
    for (const row of rows) {
      const features = featuresOf(inputColumnsOf(model.input), row)
      const found = pathEffects(trees, columns, features)
      const { expected, effects } = byTheBook(trees, columns, features)
      expect([...found.expected]).toEqual(close(expected))
      expect([...found.effects]).toEqual(close(effects))
      const width = inputColumnsOf(model.input).length
      const reached = expected.map((from, output) =>
        found.effects.slice(output * width, (output + 1) * width).reduce((sum, one) => sum + one, from),
      )
      expect([...treeSums(trees, features)]).toEqual(close(reached))
    }
  },
)

/** Returns the prediction of the file in the unit of the explanation. */
function answered(
  prediction: Prediction,
  { class: name, against }: { class: string | null; against: string | null },
): number {
  if (prediction.kind !== 'classes') return Number(prediction.result)
  const share = prediction.probabilities[name ?? ''] ?? 0
  return against === null ? share : Math.log(share / (prediction.probabilities[against] ?? 0))
}

test.each([
  ['boosted-trees-outcome', 'log-odds'],
  ['boosted-trees-grade', 'log-odds'],
  ['boosted-trees-stage', 'log-odds'],
  ['boosted-trees-cost', 'number'],
  ['random-forest-outcome', 'probability'],
  ['random-forest-stage', 'probability'],
  ['random-forest-cost', 'number'],
  ['random-forest-lone', 'number'],
])(
  '%s, explained in %s: effects and baseline add up to the file’s predictions',
  { meta: { spec: 'screens.prediction-explanation' } },
  async (name, unit) => {
    const { model, rows } = await trained(name)
    const trees = treesOf(name)
    const columns = columnOf(inputColumnsOf(model.input))
    for (const row of rows) {
      const explanation = await explainRow(runtime, model, row)
      expect(explanation).toMatchObject({ method: 'paths', unit, untold: [] })
      expect(explanation.columns.map(({ column }) => column).sort()).toEqual(
        inputColumnsOf(model.input)
          .map(({ column }) => column)
          .sort(),
      )
      const [prediction] = (await runtime.predict(model.file, [row])) as [Prediction]
      if (prediction.kind === 'classes') {
        const { output } = model
        expect(explanation.class).toBe(
          (output.kind === 'classes' && positiveClassOf(output.classes)) || prediction.result,
        )
      }
      const added = explanation.columns.reduce((sum, { effect }) => sum + effect, 0)
      // The prediction is compared with the sum for which no column is known.
      const from = sumsKnowing(trees, columns, featuresOf(inputColumnsOf(model.input), row), 0)
      const expected = expectedOf(model, trees, from, { ...explanation, prediction })
      const answer = answered(prediction, explanation)
      // Even if a forest is certain, it assigns each other class a probability of 0.001, which no tree contains.
      const held = isHeld(trees, featuresOf(inputColumnsOf(model.input), row)) ? 1e-3 * trees.base.length : 0
      const close = held + 1e-9 * Math.max(1, Math.abs(answer))
      expect(Math.abs(expected + added - answer)).toBeLessThanOrEqual(close)
    }
  },
)

/** Returns whether a forest's probability of a class is raised to the minimum probability. */
function isHeld(trees: TreeFile, features: Float64Array): boolean {
  const least = trees.least
  const isExtreme = (sum: number) => least !== null && (sum < least || sum > 1 - least)
  return treeSums(trees, features).some(isExtreme)
}

/** Returns the mean prediction over the training rows, computed separately in the test for each kind of model. */
function expectedOf(
  { output }: ExplainedModel,
  { label, least }: TreeFile,
  from: number[],
  { class: name, against, prediction }: { class: string | null; against: string | null; prediction: Prediction },
): number {
  if (label) return label.mean + label.deviation * (from[0] ?? 0)
  const classes = output.kind === 'classes' ? output.classes.map(String) : []
  const only = from[0] ?? 0
  const all = from.length > 1 ? from : [least === null ? 0 : 1 - only, only]
  const of = (one: string | null) => all[classes.indexOf(one ?? '')] ?? 0
  if (least === null) return of(name) - of(against)
  const share = answered(prediction, { class: name, against: null })
  return of(name) - share * (all.reduce((sum, one) => sum + one, 0) - 1)
}

const NOTHING = { base: [0], label: null, least: null }

/**
 * Builds a tree from nodes [parent, feature, threshold, share, value]. The first child of a node is its `yes` branch.
 */
function treeOf(rows: [number, number, number, number, number][]): TreeFile {
  const none = () => new Int32Array(rows.length).fill(-1)
  const [yes, no] = [none(), none()]
  for (const [at, [above]] of rows.entries()) {
    if (above < 0) continue
    if (yes[above] === -1) yes[above] = at
    else no[above] = at
  }
  const nodes = {
    tree: rows.map(() => 0),
    parent: Int32Array.from(rows, ([above]) => above),
    yes,
    no,
    feature: rows.map(([, feature]) => feature),
    missingYes: rows.map(() => 1),
    output: new Int32Array(rows.length),
    threshold: Float64Array.from(rows, ([, , threshold]) => threshold),
    share: Float64Array.from(rows, ([, , , share]) => share),
    value: Float64Array.from(rows, ([, , , , value]) => value),
  }
  return { ...NOTHING, nodes }
}

test('divides an effect equally between two columns that change a tree only together', () => {
  // The value is 8 if the first and second feature are above 0, and 0 otherwise. A quarter of the rows has the value 8.
  const both = treeOf([
    [-1, 0, 0, 1, 0],
    [0, 0, 0, 0.5, 0],
    [0, 1, 0, 0.5, 0],
    [2, 0, 0, 0.25, 0],
    [2, 0, 0, 0.25, 8],
  ])
  const { expected, effects } = pathEffects(both, [0, 1], Float64Array.of(1, 1))
  expect([...expected]).toEqual(close([2]))
  expect([...effects]).toEqual(close([3, 3]))
  const other = pathEffects(both, [0, 1], Float64Array.of(1, -1))
  expect([...other.effects]).toEqual(close([1, -3]))
  // Missing values follow the first child.
  expect([...treeSums(both, Float64Array.of(Number.NaN, 1))]).toEqual([0])
  // If both features belong to one column, the whole effect is that of this column.
  expect([...pathEffects(both, [0, 0], Float64Array.of(1, 1)).effects]).toEqual(close([6]))
})

test('treats a column that splits twice as one column, and reports no effects for a tree without a split', () => {
  const again = treeOf([
    [-1, 0, 10, 1, 0],
    [0, 0, 0, 0.75, 0],
    [0, 0, 0, 0.25, 4],
    [1, 0, 0, 0.25, -4],
    [1, 0, 0, 0.5, 2],
  ])
  const { expected, effects } = pathEffects(again, [0], Float64Array.of(5))
  expect([...expected]).toEqual(close([1]))
  expect([...effects]).toEqual(close([1]))
  const alone = pathEffects(treeOf([[-1, 0, 0, 1, 7]]), [0, 1], Float64Array.of(1, 1))
  expect([[...alone.expected], [...alone.effects]]).toEqual([[7], [0, 0]])
})

test('computes exact effects for a path of sixteen columns', () => {
  const columns = Array.from({ length: 16 }, (_, at) => at)
  // The path follows `yes` at every node, and each node passes on a third of its rows.
  const nodes: Parameters<typeof treeOf>[0] = [[-1, 0, 0, 1, 0]]
  let share = 1
  for (const column of columns) {
    const above = nodes.length === 1 ? 0 : nodes.length - 2
    nodes.push([above, column + 1, 0, (share * 2) / 3, column === 15 ? 1 : 0], [above, 0, 0, share / 3, 0])
    share *= 2 / 3
  }
  const { expected, effects } = pathEffects(treeOf(nodes), columns, new Float64Array(16))
  expect(expected[0]).toBeCloseTo((2 / 3) ** 16, 12)
  expect([...effects]).toEqual(
    close(
      columns.map(() => (1 - (2 / 3) ** 16) / 16),
      12,
    ),
  )
})

test('explains a tree model by replacing values if its file has no shares of rows or too many nodes', async () => {
  expect(readTrees(bytesOf('former-trees'))).toBeUndefined()
  expect(readTrees(bytesOf('many-trees'))).toBeUndefined()
  expect(readTrees(bytesOf('classes'))).toBeUndefined()
  const { model, rows } = await trained('former-trees', 'boosted-trees-outcome')
  expect(await explainRow(runtime, model, rows[0] as TableRow)).toMatchObject({ method: 'replaced' })
})

test('does not explain by paths if the trees as read predict other values than the file', async () => {
  const { model, rows } = await trained('random-forest-cost')
  const columns = inputColumnsOf(model.input).map((one) =>
    one.kind === 'category' ? { ...one, categories: [...(one.categories ?? [])].reverse() } : one,
  )
  const turned = { ...model, input: { kind: 'table' as const, columns: columns.slice().reverse() } }
  expect(await explainRow(runtime, turned, rows[0] as TableRow)).toMatchObject({ method: 'replaced' })
})
