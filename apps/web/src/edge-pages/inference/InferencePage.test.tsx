import { AppError, type BoxesOutput, type Inference, type InferenceResult, inputColumnsOf } from '@tessera/contract'
import {
  DeleteInference,
  ExplainRow,
  GetEdgeSession,
  GetInference,
  Infer,
  InferDataset,
  ListHeldDatasets,
} from '@tessera/contract/wire'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pollEvery } from '../../features/inference/api.ts'
import { enterAs } from '../../lib/own-edge.ts'
import { playWindow } from '../../testing/confirm-window.ts'
import { heart } from '../../testing/dataset.ts'
import { heartCard } from '../../testing/model.ts'
import { session } from '../../testing/signing.ts'
import { fakeServer, on, renderPage } from '../../testing/world.tsx'
import { InferencePage } from './InferencePage.tsx'

const { input, output } = heartCard()
const screening = (change: Partial<Inference> = {}): Inference => ({
  id: 'i1',
  name: '门诊筛查',
  description: '谁有风险',
  status: 'created',
  modelId: 'm1',
  modelName: '心脏病预测',
  partyId: '1001',
  createdBy: 'alice',
  createTime: new Date('2026-01-07T08:00:00Z'),
  input,
  output,
  failure: null,
  abilities: { run: true, delete: true },
  ...change,
})
const answer = (change: Partial<InferenceResult> = {}): InferenceResult => ({
  type: 'tabular',
  header: ['age', 'sex'],
  predictions: [
    { kind: 'classes', data: { age: 60, sex: 'f' }, result: 'ill', probabilities: { healthy: 0.25, ill: 0.75 } },
  ],
  resultPath: null,
  rowCount: 1,
  accuracy: null,
  ...change,
})
const around = [
  on(GetEdgeSession, session),
  on(ListHeldDatasets, () => [
    heart({ id: 'd1', name: 'fits', columns: ['age', 'sex', 'diagnosis'] }),
    heart({ id: 'd2', name: 'lacks', columns: ['age'] }),
  ]),
  on(ExplainRow, () => ({
    ...({ method: 'replaced', unit: 'probability', class: 'ill', against: null } as const),
    columns: [],
    untold: ['age', 'sex'],
  })),
]
const at = (inference: () => Inference, result: () => InferenceResult | null = () => null) =>
  on(GetInference, () => ({ inference: inference(), result: result(), type: '' }))
const path = '/inference?id=i1'
const meta = Object.assign(document.createElement('meta'), {
  name: 'tessera-console',
  content: 'https://console.example',
})

beforeEach(() => {
  history.replaceState(null, '', '/inference')
  enterAs('edge-token')
})
afterEach(() => meta.remove())

test('waits until the model is prepared, then opens the form with an example', {
  meta: { spec: ['screens.inference-detail', 'states.inference-creating', 'states.inference-steps'] },
}, async () => {
  let requestCount = 0
  fakeServer(
    ...around,
    at(() => {
      requestCount += 1
      return requestCount === 1
        ? screening({ status: 'creating', abilities: { run: false, delete: false } })
        : screening()
    }),
  )
  renderPage(<InferencePage />, { path, language: 'en' })
  expect(await screen.findByText('Preparing the model')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()

  const age = await screen.findByRole('textbox', { name: 'age' })
  expect(age).toHaveProperty('value', '54.4')
  expect(screen.getByRole('combobox', { name: 'sex' })).toHaveProperty('value', 'f')
  expect(screen.getByText(/Your input goes to this edge and stays here/)).toBeTruthy()
})

test('predicts at the edge and shows the probability of each class', {
  meta: { spec: 'screens.inference-input-form' },
}, async () => {
  let result: InferenceResult | null = null
  const { calls } = fakeServer(
    ...around,
    at(
      () => screening({ status: result ? 'completed' : 'created' }),
      () => result,
    ),
    on(Infer, () => {
      result = answer()
      return result
    }),
  )
  renderPage(<InferencePage />, { path, language: 'en' })
  const age = await screen.findByRole('textbox', { name: 'age' })
  fireEvent.change(age, { target: { value: '60' } })
  await userEvent.click(screen.getByRole('button', { name: 'Predict' }))

  const shown = await screen.findByRole('region', { name: 'Result' })
  expect(within(shown).getAllByText('ill').length).toBeGreaterThan(0)
  expect(within(shown).getByText('75.00%')).toBeTruthy()
  const sent = calls.find(({ path: called }) => called === Infer.path)
  expect(sent?.input).toEqual({ inferenceId: 'i1', rows: [{ age: 60, sex: 'f' }] })
  expect(sent?.url).toContain(`${location.origin}/`)
})

const reading = { kind: 'texts', name: 'c0', column: 'text', longest: 20 } as const
const ofTexts = (change: Partial<Inference> = {}) =>
  screening({ input: reading, output: { kind: 'classes', label: 'tone', classes: ['calm', 'wild'] }, ...change })

test('requires a text, states how much of it the model reads, and offers only datasets of texts', {
  meta: { spec: 'screens.inference-input-text' },
}, async () => {
  const { calls } = fakeServer(
    ...around.filter((one) => one.endpoint !== ListHeldDatasets),
    on(ListHeldDatasets, () => [
      heart({ id: 'd1', name: 'a table', columns: ['text'] }),
      heart({ id: 'd3', name: 'reports', contentType: 'nlp', columns: ['text', 'tone'] }),
    ]),
    at(() => ofTexts()),
    on(Infer, () => answer()),
  )
  renderPage(<InferencePage />, { path, language: 'en' })
  const predict = await screen.findByRole('button', { name: 'Predict' })
  await userEvent.click(predict)
  expect((await screen.findByRole('alert')).textContent).toBe('Enter or paste a text first.')
  expect(calls.some(({ path: called }) => called === Infer.path)).toBe(false)

  fireEvent.change(screen.getByRole('textbox', { name: 'Text' }), {
    target: { value: 'Patient sleeps well since Monday.' },
  })
  expect(
    screen.getByText('The model reads only the first 20 characters; the remaining 13 do not affect the result.'),
  ).toBeTruthy()
  await userEvent.click(predict)
  const sent = await waitFor(
    () => calls.find(({ path: called }) => called === Infer.path) ?? expect.fail('nothing sent'),
  )
  expect(sent.input).toEqual({ inferenceId: 'i1', rows: [{ text: 'Patient sleeps well since Monday.' }] })

  await userEvent.click(screen.getByText('One of my datasets'))
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Dataset' }))
  expect(await screen.findByTitle(/reports/)).toBeTruthy()
  expect(screen.queryByTitle(/a table/)).toBeNull()
})

const marking = { kind: 'tokens', name: 'c0', column: 'tokens', longest: 4, letters: 16 } as const
const ofTokens = (change: Partial<Inference> = {}) =>
  screening({ input: marking, output: { kind: 'entities', label: 'tags', classes: ['DRUG', 'WHO'] }, ...change })

test('marks entities in a text, lists them as text, and explains an entity on request', {
  meta: { spec: 'screens.inference-result-entities' },
}, async () => {
  const prediction: InferenceResult = answer({
    type: 'nlp',
    header: ['tokens'],
    predictions: [
      {
        kind: 'entities',
        data: { tokens: '𠮷野 took Ibu' },
        result: 'WHO: 𠮷野; DRUG: Ibu',
        text: '𠮷野 took Ibu',
        entities: [
          { start: 0, end: 2, type: 'WHO' },
          { start: 8, end: 11, type: 'DRUG' },
        ],
      },
    ],
  })
  const { calls } = fakeServer(
    ...around.filter((one) => one.endpoint !== ExplainRow),
    at(
      () => ofTokens({ status: 'completed' }),
      () => prediction,
    ),
    on(ExplainRow, () => ({
      ...({ method: 'summed', unit: 'log-odds', class: null, against: null } as const),
      columns: [],
      untold: [],
      entities: [
        { start: 0, end: 2, type: 'WHO', pieces: [{ text: '𠮷', effect: 1 }], neighbours: 0, always: 0 },
        {
          start: 8,
          end: 11,
          type: 'DRUG',
          neighbours: 0.5,
          always: -4,
          pieces: [
            { text: 'took ', effect: -0.25 },
            { text: 'Ibu', effect: 6 },
          ],
        },
      ],
    })),
  )
  renderPage(<InferencePage />, { path, language: 'en' })
  const found = await screen.findByRole('region', { name: 'Entities in the text' })
  const marks = [...found.querySelectorAll('p mark')].map((mark) => mark.textContent)
  expect(marks).toEqual(['𠮷野\u00a0WHO', 'Ibu\u00a0DRUG'])
  expect(
    within(found)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['DRUG: Ibu', 'WHO: 𠮷野'])
  expect(calls.some(({ path: called }) => called === ExplainRow.path)).toBe(false)

  await userEvent.tab()
  while (document.activeElement?.textContent !== 'Ibu\u00a0DRUG') await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  const why = await within(found).findByRole('region', { name: 'Why “Ibu” is marked as DRUG' })
  expect(within(found).getByRole('button', { pressed: true }).textContent).toBe('Ibu\u00a0DRUG')
  await within(why).findByRole('heading', { name: 'Strongest pieces' })
  expect(
    within(why)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Ibu+6.00supports DRUG',
    'took−0.250speaks against DRUG',
    'Neighbouring marks+0.500',
    'Independent of the text−4.00',
    'Words and these together+2.25',
  ])
  within(why).getByText('The odds of the mark against no mark are therefore 9.49 to 1, with all other marks unchanged.')
  expect(calls.filter(({ path: called }) => called === ExplainRow.path).map(({ input: sent }) => sent)).toEqual([
    { inferenceId: 'i1', row: { tokens: '𠮷野 took Ibu' } },
  ])
})

const seeing = { kind: 'pictures', name: 'c0', column: 'file', longest: 512, side: 96 } as const
const boxing: BoxesOutput = { kind: 'boxes', label: 'boxes', classes: ['cat', 'dog'], least: 0.05, overlap: 0.5 }
const ofBoxes = (change: Partial<Inference> = {}) => screening({ input: seeing, output: boxing, ...change })
const boxed = (name: string, x: number, score: number) => ({ class: name, x, y: 0.1, w: 0.2, h: 0.1, score })

test('lists the boxes in a picture as text, filtered by minimum score and by class', {
  meta: { spec: 'screens.inference-result-detection' },
}, async () => {
  const data = { name: 'yard.jpg' }
  const boxes = [boxed('cat', 0.1, 0.9), boxed('dog', 0.5, 0.31), boxed('dog', 0.9, 0.06)]
  fakeServer(
    ...around.filter((one) => one.endpoint !== ListHeldDatasets),
    on(ListHeldDatasets, () => [
      heart({ id: 'd1', name: 'a table' }),
      heart({ id: 'd2', name: 'plain yards', contentType: 'vision', columns: ['label'] }),
      heart({ id: 'd3', name: 'marked yards', contentType: 'yolo', columns: ['boxes'] }),
    ]),
    at(
      () => ofBoxes({ status: 'completed' }),
      () => answer({ type: 'yolo', header: [], predictions: [{ kind: 'boxes', data, result: 'cat 1, dog 1', boxes }] }),
    ),
  )
  renderPage(<InferencePage />, { path, language: 'en' })
  const found = within(await screen.findByRole('region', { name: 'Objects in the picture' }))
  const words = () =>
    within(found.getByRole('list'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(words()).toEqual(['cat 0.90: top left, 20% × 10% of the picture', 'dog 0.31: top, 20% × 10% of the picture'])
  expect(found.getByText(/^yard.jpg is no longer available/)).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Why this prediction' })).toBeNull()

  const slider = found.getByRole('slider', { name: 'Show boxes with a score of at least' })
  fireEvent.keyDown(slider, { key: 'Home', keyCode: 36 })
  expect(words()).toHaveLength(3)
  await userEvent.click(found.getByRole('checkbox', { name: 'dog (2)' }))
  expect(words()).toEqual(['cat 0.90: top left, 20% × 10% of the picture'])
  fireEvent.keyDown(slider, { key: 'End', keyCode: 35 })
  expect(found.getByRole('status').textContent).toBe('No boxes to show.')

  await userEvent.click(screen.getByText('One of my datasets'))
  fireEvent.mouseDown(screen.getByLabelText('Dataset'))
  expect(await screen.findByTitle(/plain yards/)).toBeTruthy()
  expect(screen.getByTitle(/marked yards/)).toBeTruthy()
  expect(screen.queryByTitle(/a table/)).toBeNull()
})

test('counts the length limit of a model for entities in tokens', async () => {
  fakeServer(
    ...around,
    at(() => ofTokens()),
  )
  renderPage(<InferencePage />, { path, language: 'en' })
  fireEvent.change(await screen.findByRole('textbox', { name: 'Text' }), {
    target: { value: '患者 took two pills daily' },
  })
  const note = 'The model reads only the first 4 words or Chinese characters; the remaining 2 do not affect the result.'
  expect(screen.getByText(note)).toBeTruthy()
})

test('explains the prediction for a text by the pieces with the strongest effect', {
  meta: { spec: 'screens.inference-result-texts' },
}, async () => {
  const prediction: InferenceResult = answer({
    type: 'nlp',
    header: ['text'],
    predictions: [
      { kind: 'classes', data: { text: 'sleeps 很好' }, result: 'calm', probabilities: { calm: 0.9, wild: 0.1 } },
    ],
  })
  fakeServer(
    ...around.filter((one) => one.endpoint !== ExplainRow),
    at(
      () => ofTexts({ status: 'completed' }),
      () => prediction,
    ),
    on(ExplainRow, () => ({
      ...({ method: 'left-out', unit: 'log-odds', class: 'calm', against: 'wild' } as const),
      columns: [],
      untold: [],
      pieces: [
        { text: 'sleeps ', effect: 1.5 },
        { text: '很', effect: 0 },
        { text: '好', effect: -0.25 },
      ],
    })),
  )
  renderPage(<InferencePage />, { path, language: 'en' })
  const why = await screen.findByRole('region', { name: 'Why this prediction' })
  await within(why).findByRole('heading', { name: 'Strongest pieces' })
  const strongest = within(why).getAllByRole('listitem')
  expect(strongest.map(({ textContent }) => textContent)).toEqual(['sleeps+1.50supports calm', '好−0.250supports wild'])
})

test('predicts pictures and explains the result also as text', {
  meta: { spec: ['screens.inference-input-pictures', 'screens.inference-result-pictures'] },
}, async () => {
  const pictures = { kind: 'pictures', name: 'c0', column: 'file', longest: 512, side: 224 } as const
  let result: InferenceResult | null = null
  const { calls } = fakeServer(
    ...around.filter((one) => one.endpoint !== ExplainRow),
    at(
      () => ofTexts({ input: pictures, status: result ? 'completed' : 'created' }),
      () => result,
    ),
    on(Infer, () => {
      result = answer({
        type: 'vision',
        header: [],
        predictions: [
          { kind: 'classes', data: { name: 'a.png' }, result: 'wild', probabilities: { calm: 0.1, wild: 0.9 } },
        ],
      })
      return result
    }),
    on(ExplainRow, () => ({
      ...({ method: 'covered', unit: 'log-odds', class: 'wild', against: 'calm' } as const),
      columns: [],
      untold: [],
      parts: { across: 3, effects: [0, 0, 2, 0, -1, 0, 0, 0, 0] },
    })),
  )
  renderPage(<InferencePage />, { path, language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Predict' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Choose a picture first.')
  const file = new File([Uint8Array.of(1, 2, 3)], 'a.png', { type: 'image/png' })
  await userEvent.upload(document.querySelector('input[type=file]') as HTMLInputElement, file)
  await userEvent.click(screen.getByRole('button', { name: 'Predict' }))

  const why = await screen.findByRole('region', { name: 'Why this prediction' })
  expect(await within(why).findByText('The strongest support for wild: top right.')).toBeTruthy()
  const sent = calls.filter(({ path: called }) => called === Infer.path || called === ExplainRow.path)
  const row = { name: 'a.png', file: btoa('\u0001\u0002\u0003') }
  expect(sent.map(({ input }) => input)).toEqual([
    { inferenceId: 'i1', rows: [row] },
    { inferenceId: 'i1', row },
  ])
})

test('shows each picture only beside its own result, even while another request is in progress', async () => {
  const pictures = { kind: 'pictures', name: 'c0', column: 'file', longest: 512, side: 224 } as const
  const answerFor = (...names: string[]) =>
    answer({
      type: 'vision',
      header: [],
      predictions: names.map((name) => ({
        kind: 'classes',
        data: { name },
        result: 'wild',
        probabilities: { calm: 0.1, wild: 0.9 },
      })),
    })
  let result: InferenceResult | null = null
  let release = () => {}
  const answers = [Promise.resolve(), new Promise<void>((resolve) => (release = resolve))]
  fakeServer(
    ...around,
    at(
      () => ofTexts({ input: pictures, status: result ? 'completed' : 'created' }),
      () => result,
    ),
    on(Infer, async ({ rows }) => {
      await answers.shift()
      // The second result also contains another member's picture.
      result = answers.length > 0 ? answerFor(...rows.map(({ name }) => String(name))) : answerFor('b.png', 'x.png')
      return result
    }),
  )
  const files = ['a.png', 'b.png', 'c.png'].map((name) => new File([name], name, { type: 'image/png' }))
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${(file as File).name}`)
  renderPage(<InferencePage />, { path, language: 'en' })
  const predict = await screen.findByRole('button', { name: 'Predict' })
  const choose = (...some: File[]) =>
    userEvent.upload(document.querySelector('input[type=file]') as HTMLInputElement, some)
  const shown = () =>
    within(screen.getByRole('table'))
      .getAllByRole('row')
      .slice(1)
      .map((row) => [row.children[1]?.textContent, within(row).queryByRole('img')?.getAttribute('src') ?? null])
  await choose(files[0] as File, files[1] as File)
  await userEvent.click(predict)
  const first = [
    ['a.png', 'blob:a.png'],
    ['b.png', 'blob:b.png'],
  ]
  await waitFor(() => expect(shown()).toEqual(first))

  await userEvent.click(screen.getByRole('button', { name: 'Remove a.png' }))
  await choose(files[2] as File)
  await userEvent.click(predict)
  expect(shown()).toEqual(first)
  release()
  await waitFor(() =>
    expect(shown()).toEqual([
      ['b.png', 'blob:b.png'],
      ['x.png', null],
    ]),
  )
})

test('reports which value is not a number, and sends no request', async () => {
  const { calls } = fakeServer(
    ...around,
    at(() => screening()),
  )
  renderPage(<InferencePage />, { path, language: 'en' })
  fireEvent.change(await screen.findByRole('textbox', { name: 'age' }), { target: { value: 'old' } })
  await userEvent.click(screen.getByRole('button', { name: 'Predict' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Correct the highlighted values first: age.')
  expect(calls.some(({ path: called }) => called === Infer.path)).toBe(false)
})

test('warns beside a field, once the user leaves it, if few training rows had the value', {
  meta: { spec: 'screens.prediction-explanation' },
}, async () => {
  const columns = (input ? inputColumnsOf(input) : []).map((column) =>
    column.column === 'age' ? { ...column, seen: { points: [30, 77], counts: [9, 280, 14] } } : column,
  )
  fakeServer(
    ...around,
    at(() => screening({ input: { kind: 'table', columns } })),
  )
  renderPage(<InferencePage />, { path, language: 'en' })
  const age = await screen.findByRole('textbox', { name: 'age' })
  const warning = 'Only 14 of 303 training rows are above 77.'
  await userEvent.clear(age)
  await userEvent.type(age, '99999')
  expect(screen.queryByText(warning)).toBeNull()
  await userEvent.tab()
  expect(screen.getByText(warning)).toBeTruthy()
  expect(age.getAttribute('aria-describedby')).toBe(screen.getByText(warning).id)
  await userEvent.click(screen.getByRole('button', { name: 'Fill in the example' }))
  expect(screen.queryByText(warning)).toBeNull()
})

test('predicts all pasted rows together', { meta: { spec: 'screens.inference-result-table' } }, async () => {
  const { calls } = fakeServer(
    ...around,
    at(() => screening()),
    on(Infer, () => answer()),
  )
  renderPage(<InferencePage />, { path, language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Paste CSV' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'CSV rows' }), { target: { value: 'sex,age\nm,61\nf,62' } })
  await userEvent.click(screen.getByRole('button', { name: 'Use these rows' }))
  await userEvent.click(screen.getByRole('button', { name: 'Predict' }))
  await waitFor(() =>
    expect(calls.find(({ path: called }) => called === Infer.path)?.input).toMatchObject({
      rows: [
        { age: 61, sex: 'm' },
        { age: 62, sex: 'f' },
      ],
    }),
  )
})

test('predicts a whole dataset in the background, and disables datasets with missing columns', {
  meta: { spec: ['screens.inference-input-form', 'errors.success-inference-started'] },
}, async () => {
  const { calls } = fakeServer(
    ...around,
    at(() => screening()),
    on(InferDataset, () => null),
  )
  renderPage(<InferencePage />, { path, language: 'en' })
  await userEvent.click(await screen.findByText('One of my datasets'))
  await userEvent.click(await screen.findByRole('combobox', { name: 'Dataset' }))
  expect(await screen.findByText('Missing columns: sex')).toBeTruthy()
  expect(screen.getByText(/rename the columns and upload the dataset again/)).toBeTruthy()
  await userEvent.click(await screen.findByTitle('fits · 120 rows'))
  await userEvent.click(screen.getByRole('button', { name: 'Predict this dataset' }))
  await waitFor(() =>
    expect(calls.find(({ path: called }) => called === InferDataset.path)?.input).toEqual({
      inferenceId: 'i1',
      datasetId: 'd1',
    }),
  )
  expect(await screen.findByText('Inference started. It continues if you leave this page.')).toBeTruthy()
})

test.each([
  ['creating', 1_000],
  ['running', 2_000],
  ['created', false],
  ['completed', false],
  ['failed', false],
] as const)(
  'polls an inference task that is %s every %s ms',
  { meta: { spec: ['states.inference-polling', 'limits.polling-interval'] } },
  (status, every) => {
    expect(pollEvery(status)).toBe(every)
  },
)

test('keeps the typed input while the user looks at the list of datasets', async () => {
  fakeServer(
    ...around,
    at(() => screening()),
  )
  renderPage(<InferencePage />, { path, language: 'en' })
  fireEvent.change(await screen.findByRole('textbox', { name: 'age' }), { target: { value: '61' } })
  await userEvent.click(screen.getByText('One of my datasets'))
  expect(await screen.findByRole('combobox', { name: 'Dataset' })).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'age' })).toBeNull()
  await userEvent.click(screen.getByText('Enter values'))
  expect(screen.getByRole('textbox', { name: 'age' })).toHaveProperty('value', '61')
})

test('shows an error if datasets cannot be listed, with a retry', async () => {
  let isUp = false
  fakeServer(
    on(ListHeldDatasets, () => {
      if (!isUp) throw new AppError('internal')
      return [heart({ name: 'fits', columns: ['age', 'sex', 'diagnosis'] })]
    }),
    ...around,
    at(() => screening()),
  )
  renderPage(<InferencePage />, { path, language: 'en' })
  await userEvent.click(await screen.findByText('One of my datasets'))
  expect(await screen.findByRole('alert')).toBeTruthy()
  isUp = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('combobox', { name: 'Dataset' })).toBeTruthy()
})

test('shows how many predictions for a dataset match its labels, and offers the result file', {
  meta: { spec: 'screens.inference-result-collection' },
}, async () => {
  fakeServer(
    ...around,
    at(
      () => screening({ status: 'completed' }),
      () =>
        answer({
          type: 'tabularCollection',
          predictions: [],
          resultPath: 'results/r1.csv',
          rowCount: 1204,
          accuracy: 0.8333,
        }),
    ),
  )
  renderPage(<InferencePage />, { path, language: 'en' })
  expect(await screen.findByText('1,204 rows predicted')).toBeTruthy()
  expect(
    screen.getByText('For 83.33% of the rows that have the label diagnosis, the prediction agrees with it.'),
  ).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Download result (CSV)' })).toBeTruthy()
})

test('shows a failed inference task in the user’s language', async () => {
  fakeServer(
    ...around,
    at(() => screening({ status: 'failed', failure: 'model.not-found', abilities: { run: false, delete: true } })),
  )
  renderPage(<InferencePage />, { path })
  expect((await screen.findByRole('alert')).textContent).toContain('模型')
})

test('in a frame, asks for confirmation of a deletion in a window of the edge', {
  meta: { spec: 'screens.inference-detail' },
}, async () => {
  const edgeWindow = playWindow()
  const postMessage = vi.fn()
  vi.stubGlobal('parent', { postMessage })
  document.head.append(meta)
  fakeServer(
    ...around,
    at(() => screening()),
    on(DeleteInference, () => null),
  )
  renderPage(<InferencePage />, { path, language: 'en' })
  expect(await edgeWindow.read('Delete')).toMatchObject({ about: 'delete-inference', name: screening().name })
  expect(postMessage).not.toHaveBeenCalled()
  await edgeWindow.confirm()
  await waitFor(() => expect(postMessage.mock.calls).toEqual([[{ say: 'deleted' }, meta.content]]))
})

test('on a stand-alone page, asks for confirmation of a deletion on the page itself', async () => {
  const { calls } = fakeServer(
    ...around,
    at(() => screening()),
    on(DeleteInference, () => null),
  )
  renderPage(<InferencePage />, { path, language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(/The inputs and results are deleted, too/)).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(calls.some(({ path }) => path === DeleteInference.path)).toBe(true))
})

test('requests no inference task without a session', async () => {
  const { calls } = fakeServer(on(GetEdgeSession, () => null))
  renderPage(<InferencePage />, { path, language: 'en' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Inference at your edge' })).toBeTruthy()
  expect(await screen.findByLabelText('Your PIN for this edge')).toBeTruthy()
  expect(calls.map(({ path: called }) => called)).not.toContain(GetInference.path)
})

test('shows an error on the page of a deleted inference task', async () => {
  fakeServer(
    ...around,
    on(GetInference, () => {
      throw new AppError('inference.not-found')
    }),
  )
  renderPage(<InferencePage />, { path, language: 'en' })
  expect((await screen.findByRole('alert')).textContent).toContain('This inference task does not exist.')
})
