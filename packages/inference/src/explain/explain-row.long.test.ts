import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type InputColumn, inputColumnsOf, type ModelCard, type Prediction, type TableRow } from '@tessera/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ScoredText } from '../batches.ts'
import { InferenceRuntime } from '../runtime.ts'
import { likeliestTags, markedSpans, tagsOf } from '../tagging.ts'
import { ENGINE, modelAt, PYTHON, writeModels } from '../testing/write-models.ts'
import { effectsOf } from './effects.ts'
import { plainRow } from './exact.ts'
import { type ExplainedModel, explainRow } from './explain-row.ts'

let folder: string
const runtime = new InferenceRuntime({ python: PYTHON, engineDir: ENGINE, say: () => {} })
beforeAll(async () => {
  folder = await writeModels('write_models')
})
afterAll(() => runtime.close())

async function known(name: string, card: ExplainedModel['card'] = {}): Promise<ExplainedModel> {
  const file = await modelAt(join(folder, `${name}.onnx`))
  return { file, ...(await runtime.describe(file)), card }
}

/** Where the rows of the models chosen by hand lie: age 20 to 80, and more women than men. */
const seen = {
  age: { points: [20, 40, 80], counts: [10, 40, 40, 10] },
  sex: { points: [], counts: [60, 40, 0] },
}
const withSeen = (model: ExplainedModel, told: Partial<typeof seen> = seen): ExplainedModel => ({
  ...model,
  input: {
    kind: 'table',
    columns: inputColumnsOf(model.input).map((input) => ({
      ...input,
      seen: told[input.column as keyof typeof told],
    })) as InputColumn[],
  },
})
/** Of `classes`, from its weights: 0.2 a year, men 2 and other texts 1 above women. */
const coefficients = [
  { column: null, category: null, class: 'yes', estimate: -11.2 },
  { column: 'age', category: null, class: 'yes', estimate: 0.2 },
  { column: 'sex', category: 'm', class: 'yes', estimate: 2 },
  { column: 'sex', category: '', class: 'yes', estimate: 1 },
]
const regression = { coefficients } as unknown as NonNullable<ModelCard['regression']>

test('a linear model says exactly what it adds up, against the mean over the rows', async () => {
  const model = withSeen(await known('classes', { regression }))
  expect(await explainRow(runtime, model, { age: 60, sex: 'm' })).toEqual({
    ...{ method: 'linear', unit: 'log-odds', class: 'yes', against: 'no', untold: [] },
    columns: [
      { column: 'age', effect: expect.closeTo(2, 9), typical: 50 },
      { column: 'sex', effect: expect.closeTo(1.2, 9), typical: null },
    ],
  })
  // The positive class is explained where the other one is predicted, too.
  const young = await explainRow(runtime, model, { age: 30, sex: 'f' })
  expect(young).toMatchObject({ class: 'yes', against: 'no' })
  expect(young.columns).toMatchObject([
    { column: 'age', effect: expect.closeTo(-4, 9) },
    { column: 'sex', effect: expect.closeTo(-0.8, 9) },
  ])
})

test('without counts a category is compared with the first one; what is missing counts as the mean', async () => {
  const model = await known('classes', { regression })
  expect((await explainRow(runtime, model, { age: null, sex: 'm' })).columns).toEqual([
    { column: 'sex', effect: expect.closeTo(2, 9), typical: 'f' },
    { column: 'age', effect: 0, typical: 50 },
  ])
})

test('an infinite coefficient counts as in the file, and leaves the mean over the other categories as it is', () => {
  const [intercept, age] = coefficients
  const infinite = { column: 'sex', category: 'f', class: 'yes', estimate: null, infinite: -1, reference: 'm' }
  const other = { column: 'sex', category: '', class: 'yes', estimate: 1, reference: 'm' }
  const own = effectsOf({ regression: { coefficients: [intercept, age, infinite, other] } as never })
  const input = { name: 'c1', column: 'sex', kind: 'category' as const, categories: ['f', 'm'] }
  expect(['f', 'm', 'x'].map((sex) => own?.of(input, sex, 'yes'))).toEqual([-60, 0, 1])
  expect(own?.typical({ ...input, seen: { points: [], counts: [60, 30, 10] } }, 'yes')).toEqual({
    effect: 0.25,
    value: null,
  })
  expect(own?.typical(input, 'yes')).toEqual({ effect: 0, value: 'm' })
})

test('other texts and missing values have effects of their own, or that of the category that stands for them', () => {
  const rest = (which: string, estimate: number) => ({
    column: 'sex',
    category: '',
    rest: which,
    class: 'yes',
    estimate,
  })
  const own = effectsOf({ regression: { coefficients: [rest('other', 1), rest('missing', 3)] } as never })
  const input = { name: 'c1', column: 'sex', kind: 'category' as const, categories: ['f', 'm'] }
  expect(['x', null].map((sex) => own?.of({ ...input, rest: { other: 2, missing: 3 } }, sex, 'yes'))).toEqual([1, 3])
  expect(['x', null].map((sex) => own?.of({ ...input, rest: { other: 0, missing: 2 } }, sex, 'yes'))).toEqual([0, 3])
})

test('a card that is not of what the model adds up is not believed', async () => {
  const [, age, ...others] = coefficients
  const wrong = { ...regression, coefficients: [{ ...age, estimate: 0.3 }, ...others] } as typeof regression
  const model = withSeen(await known('classes', { regression: wrong }))
  expect((await explainRow(runtime, model, { age: 60, sex: 'm' })).method).toBe('replaced')
})

test('curves say what an additive model adds, in steps: a value on a cut point lies below it', async () => {
  const curves = [
    { column: 'age', class: 'yes', points: [20, 55], effects: [-6, 0, 2] },
    { column: 'sex', class: 'yes', points: [], effects: [-0.8, 1.2, 0.2] },
  ]
  const model = await known('classes', { curves })
  const told = await explainRow(runtime, model, { age: 60, sex: 'm' })
  expect(told).toMatchObject({ method: 'additive', unit: 'log-odds', class: 'yes', against: 'no' })
  expect(told.columns).toEqual([
    { column: 'age', effect: expect.closeTo(2, 9), typical: null },
    { column: 'sex', effect: expect.closeTo(1.2, 9), typical: null },
  ])
  const effects = effectsOf({ curves })
  const heights = [-5, 20, 21, 55, 300].map((age) =>
    effects?.of(inputColumnsOf(model.input)[0] as InputColumn, age, 'yes'),
  )
  expect(heights).toEqual([-6, -6, 0, 0, 2])
})

test('of another model each column is replaced by values of the rows trained on, and the mean change told', async () => {
  const model = withSeen(await known('classes'))
  const row = { age: 60, sex: 'm' }
  const told = await explainRow(runtime, model, row)
  expect(told).toMatchObject({ method: 'replaced', unit: 'probability', class: 'yes', against: null, untold: [] })

  const share = async (of: TableRow) => {
    const [prediction] = await runtime.predict(model.file, [of])
    return prediction?.kind === 'classes' ? (prediction.probabilities.yes ?? 0) : 0
  }
  const mean = async (values: [TableRow, number][]) => {
    const all = await Promise.all(values.map(async ([of, rows]) => (await share({ ...row, ...of })) * rows))
    return all.reduce((sum, one) => sum + one, 0) / 100
  }
  const byAge = await mean([
    [{ age: 20 }, 10],
    [{ age: 30 }, 40],
    [{ age: 60 }, 40],
    [{ age: 80 }, 10],
  ])
  const bySex = await mean([
    [{ sex: 'f' }, 60],
    [{ sex: 'm' }, 40],
  ])
  const effects = Object.fromEntries(told.columns.map(({ column, effect }) => [column, effect]))
  expect(effects).toEqual({
    age: expect.closeTo((await share(row)) - byAge, 9),
    sex: expect.closeTo((await share(row)) - bySex, 9),
  })
})

test('numbers and clusters are replaced in their own unit; columns that nothing is known of are named', async () => {
  const number = await explainRow(runtime, withSeen(await known('number'), { age: seen.age }), { age: 60, sex: 'm' })
  expect(number).toMatchObject({ method: 'replaced', unit: 'number', class: null, untold: ['sex'] })
  // 0.5 a year, and the rows' middles have a mean age of 46.
  expect(number.columns).toEqual([{ column: 'age', effect: expect.closeTo(7, 9), typical: null }])
  const cluster = await explainRow(runtime, withSeen(await known('clusters')), { age: 61, sex: 'm' })
  expect(cluster).toMatchObject({ method: 'replaced', unit: 'distance', class: null })
  expect(cluster.columns.map(({ effect }) => Math.sign(effect))).toEqual([-1, -1])
})

test('a number of which no cut points could be agreed on is not told', async () => {
  const model = withSeen(await known('classes'), { ...seen, age: { points: [], counts: [100] } })
  const told = await explainRow(runtime, model, { age: 60, sex: 'm' })
  expect(told).toMatchObject({ columns: [{ column: 'sex' }], untold: ['age'] })
})

test('a model with too many columns to try is refused, with about how many there may be', async () => {
  const model = await known('classes')
  const [age, sex] = inputColumnsOf(model.input) as [InputColumn, InputColumn]
  const more = Array.from({ length: 1_998 }, (_, at) => ({ ...age, column: `x${at}`, seen: seen.age }))
  const columns = [age, sex, ...more]
  const row = Object.fromEntries([...columns.map(({ column }) => [column, 1]), ['age', 60], ['sex', 'm']])
  const wide = { ...model, input: { kind: 'table' as const, columns } }
  await expect(explainRow(runtime, wide, row)).rejects.toMatchObject({
    code: 'inference.too-wide',
    params: { limit: 724 },
  })
})

/** What an answer says in the sum's own unit. */
function sumIn(prediction: Prediction, unit: string, name: string | null, against: string | null): number {
  if (prediction.kind !== 'classes') {
    return unit === 'number' ? Number(prediction.result) : Math.log(Number(prediction.result))
  }
  const share = (of: string | null) => prediction.probabilities[of ?? ''] ?? 0
  return Math.log(share(name) / share(against))
}

test.each([
  ['logistic-regression-outcome', 'log-odds'],
  ['logistic-regression-grade', 'log-odds'],
  ['linear-regression-cost', 'number'],
  ['poisson-regression-visits', 'log-rate'],
  ['negative-binomial-visits', 'log-rate'],
  ['cox-outcome', 'log-hazard'],
])('%s, as it was trained: columns add up to what the model itself answers, in %s', async (name, unit) => {
  const card = JSON.parse(readFileSync(join(folder, `${name}.card.json`), 'utf8'))
  const trained: { name: string; rows: TableRow[] }[] = JSON.parse(readFileSync(join(folder, 'trained.json'), 'utf8'))
  const rows = trained.find((one) => one.name === name)?.rows ?? []
  // Without counts of its rows, what stands for them is the plain row.
  const model = withSeen(await known(name, card), {})
  const plain = plainRow(inputColumnsOf(model.input))
  for (const row of rows.slice(0, 5).concat(rows.slice(-2))) {
    const told = await explainRow(runtime, model, row)
    expect(told).toMatchObject({ method: 'linear', unit })
    const [answer, plainAnswer] = (await runtime.predict(model.file, [row, plain])) as [Prediction, Prediction]
    const [here, there] = [answer, plainAnswer].map((one) => sumIn(one, told.unit, told.class, told.against))
    const added = told.columns.reduce((sum, { effect }) => sum + effect, 0)
    expect(Math.abs(added - ((here as number) - (there as number)))).toBeLessThan(
      1e-5 * Math.max(1, Math.abs(here as number)),
    )
  }
})

test.each([
  ['additive-model-outcome', 'log-odds'],
  ['additive-model-cost', 'number'],
])('%s, as it was trained: between two rows its curves differ by what the answers do', async (name, unit) => {
  const card = JSON.parse(readFileSync(join(folder, `${name}.card.json`), 'utf8'))
  const trained: { name: string; rows: TableRow[] }[] = JSON.parse(readFileSync(join(folder, 'trained.json'), 'utf8'))
  const [first = {}, ...others] = trained.find((one) => one.name === name)?.rows ?? []
  const model = await known(name, card)
  const of = async (row: TableRow) => {
    const told = await explainRow(runtime, model, row)
    expect(told).toMatchObject({ method: 'additive', unit })
    return { ...told, added: told.columns.reduce((sum, { effect }) => sum + effect, 0) }
  }
  const start = await of(first)
  for (const row of others.slice(0, 6)) {
    const told = await of(row)
    const answers = (await runtime.predict(model.file, [row, first])) as [Prediction, Prediction]
    const [here, there] = answers.map((one) => sumIn(one, told.unit, told.class, told.against)) as [number, number]
    expect(Math.abs(told.added - start.added - (here - there))).toBeLessThan(1e-6 * Math.max(1, Math.abs(here)))
  }
})

/** A text's tags have the chance e to the power of it, over a sum that is the same for all. */
const scoreOf = ({ scores, steps, classes }: ScoredText, tags: number[]) =>
  tags.reduce((sum, tag, place) => {
    const before = place === 0 ? tagsOf(classes) : (tags[place - 1] as number)
    const count = tagsOf(classes)
    return sum + (scores[place * count + tag] as number) + (steps[before * count + tag] as number)
  }, 0)

const sum = (values: number[]) => values.reduce((all, one) => all + one, 0)

test('what is told of each entity adds up to the log odds of its mark, whatever stands beside it', async () => {
  const model = await known('text-entities')
  const trained: { name: string; rows: TableRow[] }[] = JSON.parse(readFileSync(join(folder, 'trained.json'), 'utf8'))
  const { rows } = trained.find(({ name }) => name === 'text-entities') ?? expect.fail()
  const [texts, predictions] = await Promise.all([runtime.score(model.file, rows), runtime.predict(model.file, rows)])
  let explained = 0
  for (const [at, row] of rows.entries()) {
    const { method, unit, entities = [] } = await explainRow(runtime, model, row)
    expect([method, unit]).toEqual(['summed', 'log-odds'])
    expect(entities.map(({ start, end, type }) => ({ start, end, type }))).toEqual(
      (predictions[at] as { entities?: object[] }).entities,
    )
    const text = texts[at] as ScoredText
    const tags = likeliestTags(text.scores, text.steps, tagsOf(text.classes))
    for (const [place, { first, end }] of markedSpans(tags).entries()) {
      const { pieces, neighbours, always } = entities[place] ?? expect.fail()
      const without = [...tags].fill(0, first, end)
      const odds = scoreOf(text, tags) - scoreOf(text, without)
      expect(sum(pieces.map(({ effect }) => effect)) + neighbours + always).toBeCloseTo(odds, 9)
      expect(odds).toBeGreaterThan(-1e-9)
      expect(text.text).toContain(pieces.map((piece) => piece.text).join(''))
      explained += 1
    }
  }
  expect(explained).toBeGreaterThan(100)
})

test('each token has what it adds, in words as in Chinese characters, and nothing else has any', async () => {
  const model = await known('entities')
  const { entities } = await explainRow(runtime, model, { tokens: '今天 Ann Lee took Ibu' })
  const [who, drug] = entities ?? []
  expect(who).toMatchObject({ start: 3, end: 10, type: 'WHO', neighbours: 0, always: -8 })
  expect(who?.pieces.map(({ text, effect }) => [text, effect > 0])).toEqual([
    ['今', false],
    ['天 ', false],
    ['Ann ', true],
    ['Lee ', true],
    ['took ', false],
    ['Ibu', false],
  ])
  expect(who?.pieces.filter(({ effect }) => effect !== 0)).toHaveLength(2)
  expect(drug).toMatchObject({ type: 'DRUG', always: -4 })
  expect(drug?.pieces.map(({ text }) => text)).toEqual(['Lee ', 'took ', 'Ibu'])
})

test('a text without entities has nothing to be told of', async () => {
  const model = await known('entities')
  for (const tokens of ['nobody slept', '']) {
    expect(await explainRow(runtime, model, { tokens })).toMatchObject({ entities: [], columns: [] })
  }
})

test('a model that adds up nothing is not said to', async () => {
  const model = await known('entities-bent')
  const row = { tokens: 'Ann slept' }
  expect(await runtime.predict(model.file, [row])).toMatchObject([{ entities: [{ type: 'WHO' }] }])
  await expect(explainRow(runtime, model, row)).rejects.toMatchObject({ code: 'inference.why-entities' })
})
