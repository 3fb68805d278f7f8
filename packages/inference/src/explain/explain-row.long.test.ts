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

/** Distribution of the training rows of the synthetic models: age from 20 to 80, and more women than men. */
const seen = {
  age: { points: [20, 40, 80], counts: [10, 40, 40, 10] },
  sex: { points: [], counts: [60, 40, 0] },
}
const withSeen = (model: ExplainedModel, found: Partial<typeof seen> = seen): ExplainedModel => ({
  ...model,
  input: {
    kind: 'table',
    columns: inputColumnsOf(model.input).map((input) => ({
      ...input,
      seen: found[input.column as keyof typeof found],
    })) as InputColumn[],
  },
})
/**
 * Coefficients of the model `classes`, from its weights: 0.2 per year of age; compared with women, 2 for men and 1 for
 * other texts.
 */
const coefficients = [
  { column: null, category: null, class: 'yes', estimate: -11.2 },
  { column: 'age', category: null, class: 'yes', estimate: 0.2 },
  { column: 'sex', category: 'm', class: 'yes', estimate: 2 },
  { column: 'sex', category: '', class: 'yes', estimate: 1 },
]
const regression = { coefficients } as unknown as NonNullable<ModelCard['regression']>

test('explains a linear model exactly, compared with the mean over the training rows', async () => {
  const model = withSeen(await known('classes', { regression }))
  expect(await explainRow(runtime, model, { age: 60, sex: 'm' })).toEqual({
    method: 'linear',
    unit: 'log-odds',
    class: 'yes',
    against: 'no',
    untold: [],
    columns: [
      { column: 'age', effect: expect.closeTo(2, 9), typical: 50 },
      { column: 'sex', effect: expect.closeTo(1.2, 9), typical: null },
    ],
  })
  // The positive class is explained even if the other class is predicted.
  const young = await explainRow(runtime, model, { age: 30, sex: 'f' })
  expect(young).toMatchObject({ class: 'yes', against: 'no' })
  expect(young.columns).toMatchObject([
    { column: 'age', effect: expect.closeTo(-4, 9) },
    { column: 'sex', effect: expect.closeTo(-0.8, 9) },
  ])
})

test('compares a category with the first one if there are no counts, and treats a missing value as the mean', async () => {
  const model = await known('classes', { regression })
  expect((await explainRow(runtime, model, { age: null, sex: 'm' })).columns).toEqual([
    { column: 'sex', effect: expect.closeTo(2, 9), typical: 'f' },
    { column: 'age', effect: 0, typical: 50 },
  ])
})

test('shows the file’s value for an infinite coefficient, and leaves it out of the mean over the other categories', () => {
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

test('gives other texts and missing values their own effects, or those of the category that represents them', () => {
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

test('does not use a model card that does not match the model', async () => {
  const [, age, ...others] = coefficients
  const wrong = { ...regression, coefficients: [{ ...age, estimate: 0.3 }, ...others] } as typeof regression
  const model = withSeen(await known('classes', { regression: wrong }))
  expect((await explainRow(runtime, model, { age: 60, sex: 'm' })).method).toBe('replaced')
})

test('explains an additive model by its step curves, in which a cut point belongs to the step below it', async () => {
  const curves = [
    { column: 'age', class: 'yes', points: [20, 55], effects: [-6, 0, 2] },
    { column: 'sex', class: 'yes', points: [], effects: [-0.8, 1.2, 0.2] },
  ]
  const model = await known('classes', { curves })
  const found = await explainRow(runtime, model, { age: 60, sex: 'm' })
  expect(found).toMatchObject({ method: 'additive', unit: 'log-odds', class: 'yes', against: 'no' })
  expect(found.columns).toEqual([
    { column: 'age', effect: expect.closeTo(2, 9), typical: null },
    { column: 'sex', effect: expect.closeTo(1.2, 9), typical: null },
  ])
  const effects = effectsOf({ curves })
  const heights = [-5, 20, 21, 55, 300].map((age) =>
    effects?.of(inputColumnsOf(model.input)[0] as InputColumn, age, 'yes'),
  )
  expect(heights).toEqual([-6, -6, 0, 0, 2])
})

test('explains other models by replacing each column with values of training rows, and reports the mean change', async () => {
  const model = withSeen(await known('classes'))
  const row = { age: 60, sex: 'm' }
  const found = await explainRow(runtime, model, row)
  expect(found).toMatchObject({ method: 'replaced', unit: 'probability', class: 'yes', against: null, untold: [] })

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
  const effects = Object.fromEntries(found.columns.map(({ column, effect }) => [column, effect]))
  expect(effects).toEqual({
    age: expect.closeTo((await share(row)) - byAge, 9),
    sex: expect.closeTo((await share(row)) - bySex, 9),
  })
})

test('explains numbers and clusters in their own unit, and lists columns without known values', async () => {
  const number = await explainRow(runtime, withSeen(await known('number'), { age: seen.age }), { age: 60, sex: 'm' })
  expect(number).toMatchObject({ method: 'replaced', unit: 'number', class: null, untold: ['sex'] })
  // The effect is 0.5 per year, and the mean age, computed from the middles of the bins, is 46.
  expect(number.columns).toEqual([{ column: 'age', effect: expect.closeTo(7, 9), typical: null }])
  const cluster = await explainRow(runtime, withSeen(await known('clusters')), { age: 61, sex: 'm' })
  expect(cluster).toMatchObject({ method: 'replaced', unit: 'distance', class: null })
  expect(cluster.columns.map(({ effect }) => Math.sign(effect))).toEqual([-1, -1])
})

test('does not explain a number for which the parties found no cut points', async () => {
  const model = withSeen(await known('classes'), { ...seen, age: { points: [], counts: [100] } })
  const found = await explainRow(runtime, model, { age: 60, sex: 'm' })
  expect(found).toMatchObject({ columns: [{ column: 'sex' }], untold: ['age'] })
})

test('refuses to explain a model with too many columns, and names the approximate limit', async () => {
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

/** Converts a prediction to the unit of the explained sum. */
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
])(
  '%s as trained by the engine: effects add up to the model’s prediction, in %s',
  { meta: { spec: 'screens.prediction-explanation' } },
  async (name, unit) => {
    const card = JSON.parse(readFileSync(join(folder, `${name}.card.json`), 'utf8'))
    const trained: { name: string; rows: TableRow[] }[] = JSON.parse(readFileSync(join(folder, 'trained.json'), 'utf8'))
    const rows = trained.find((one) => one.name === name)?.rows ?? []
    // Without counts of the training rows, effects are compared with `plainRow`.
    const model = withSeen(await known(name, card), {})
    const plain = plainRow(inputColumnsOf(model.input))
    for (const row of rows.slice(0, 5).concat(rows.slice(-2))) {
      const found = await explainRow(runtime, model, row)
      expect(found).toMatchObject({ method: 'linear', unit })
      const [answer, plainAnswer] = (await runtime.predict(model.file, [row, plain])) as [Prediction, Prediction]
      const [here, there] = [answer, plainAnswer].map((one) => sumIn(one, found.unit, found.class, found.against))
      const added = found.columns.reduce((sum, { effect }) => sum + effect, 0)
      expect(Math.abs(added - ((here as number) - (there as number)))).toBeLessThan(
        1e-5 * Math.max(1, Math.abs(here as number)),
      )
    }
  },
)

test.each([
  ['additive-model-outcome', 'log-odds'],
  ['additive-model-cost', 'number'],
])('%s as trained by the engine: the curves of two rows differ by as much as the predictions', async (name, unit) => {
  const card = JSON.parse(readFileSync(join(folder, `${name}.card.json`), 'utf8'))
  const trained: { name: string; rows: TableRow[] }[] = JSON.parse(readFileSync(join(folder, 'trained.json'), 'utf8'))
  const [first = {}, ...others] = trained.find((one) => one.name === name)?.rows ?? []
  const model = await known(name, card)
  const of = async (row: TableRow) => {
    const found = await explainRow(runtime, model, row)
    expect(found).toMatchObject({ method: 'additive', unit })
    return { ...found, added: found.columns.reduce((sum, { effect }) => sum + effect, 0) }
  }
  const start = await of(first)
  for (const row of others.slice(0, 6)) {
    const found = await of(row)
    const answers = (await runtime.predict(model.file, [row, first])) as [Prediction, Prediction]
    const [here, there] = answers.map((one) => sumIn(one, found.unit, found.class, found.against)) as [number, number]
    expect(Math.abs(found.added - start.added - (here - there))).toBeLessThan(1e-6 * Math.max(1, Math.abs(here)))
  }
})

/** The probability of a text's tags is e to the power of this score, divided by a sum that is the same for all tags. */
const scoreOf = ({ scores, steps, classes }: ScoredText, tags: number[]) =>
  tags.reduce((sum, tag, place) => {
    const before = place === 0 ? tagsOf(classes) : (tags[place - 1] as number)
    const count = tagsOf(classes)
    return sum + (scores[place * count + tag] as number) + (steps[before * count + tag] as number)
  }, 0)

const sum = (values: number[]) => values.reduce((all, one) => all + one, 0)

test('explains each entity by effects that add up to the log odds of the entity, whatever text is beside it', {
  meta: { spec: 'screens.inference-result-entities' },
}, async () => {
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

test('reports the effect of each token the prediction depends on, for words and Chinese characters', async () => {
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

test('returns no entities for a text without entities', async () => {
  const model = await known('entities')
  for (const tokens of ['nobody slept', '']) {
    expect(await explainRow(runtime, model, { tokens })).toMatchObject({ entities: [], columns: [] })
  }
})

test('refuses to explain a model of entities whose scores are not a sum', {
  meta: { spec: 'screens.inference-result-entities' },
}, async () => {
  const model = await known('entities-bent')
  const row = { tokens: 'Ann slept' }
  expect(await runtime.predict(model.file, [row])).toMatchObject([{ entities: [{ type: 'WHO' }] }])
  await expect(explainRow(runtime, model, row)).rejects.toMatchObject({ code: 'inference.why-entities' })
})
