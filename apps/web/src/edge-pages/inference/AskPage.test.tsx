import type { AskedModel, InferenceResult, Prediction } from '@tessera/contract'
import { AppError } from '@tessera/contract'
import {
  CreateInference,
  ExplainOnce,
  GetAskedModel,
  GetEdgeSession,
  GetInference,
  Infer,
  InferDataset,
  InferOnce,
  ListHeldDatasets,
} from '@tessera/contract/wire'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SESSION_KEY } from '../../features/signing/api.ts'
import { enterAs } from '../../lib/own-edge.ts'
import { heart } from '../../testing/dataset.ts'
import { heartCard } from '../../testing/model.ts'
import { session } from '../../testing/signing.ts'
import { fakeServer, fill, on, renderPage } from '../../testing/world.tsx'
import { AskPage } from './AskPage.tsx'

/** Tests of the edge page that predicts with a model. */

const path = '/ask?id=m1'
const KEPT = '0198c5a2-7c0e-4f6e-9a51-3f0f5a7f2f10'
const postMessage = vi.fn()
const meta = Object.assign(document.createElement('meta'), {
  name: 'tessera-console',
  content: 'https://console.example',
})
const answer = (prediction: Prediction, type: InferenceResult['type'] = 'tabular'): InferenceResult => ({
  type,
  header: Object.keys(prediction.data),
  predictions: [prediction],
  resultPath: null,
  rowCount: 1,
  accuracy: null,
})
const ill: Prediction = {
  kind: 'classes',
  data: { age: 60, sex: 'f' },
  result: 'ill',
  probabilities: { healthy: 0.25, ill: 0.75 },
}
const { input, output } = heartCard()
const around = (change: Partial<AskedModel> = {}) => [
  on(GetEdgeSession, session),
  on(GetAskedModel, () => ({ id: 'm1', name: 'Heart', input, output, ...change })),
  on(ExplainOnce, () => ({
    ...({ method: 'replaced', unit: 'probability', class: 'ill', against: null } as const),
    columns: [],
    untold: ['age', 'sex'],
  })),
]
const ready = (id: string) =>
  on(GetInference, () => ({
    inference: {
      ...({ id, name: 'Screening', description: '', status: 'created', modelId: 'm1' } as const),
      modelName: '',
      partyId: '1001',
      createdBy: 'alice',
      createTime: new Date(),
      input: null,
      output: null,
      failure: null,
      abilities: { run: true, delete: true },
    },
    result: null,
    type: '',
  }))

beforeEach(() => {
  history.replaceState(null, '', '/ask')
  document.head.append(meta)
  postMessage.mockReset()
  vi.stubGlobal('parent', { postMessage })
  enterAs('edge-token')
})
afterEach(() => meta.remove())

test.each([
  [
    'en',
    'age',
    'Predict',
    'Result',
    'Why this prediction',
    /goes to this edge, which returns a prediction and stores nothing/,
  ],
  ['cn', 'age', '开始预测', '推理结果', '预测依据', /发送到本数据节点，返回预测结果后不作任何保存/],
] as const)(
  'predicts and explains at the edge that serves the page; nothing is stored or reported (%s)',
  { meta: { spec: 'screens.try-model', claim: 'row-access.inference-contents' } },
  async (language, field, submit, result, why, where) => {
    const { calls } = fakeServer(
      ...around(),
      on(InferOnce, () => answer(ill)),
    )
    renderPage(<AskPage />, { path, language })
    expect(await screen.findByText(where)).toBeTruthy()
    fireEvent.change(screen.getByRole('textbox', { name: field }), { target: { value: '60' } })
    await userEvent.click(screen.getByRole('button', { name: submit }))

    const shown = screen.getByRole('region', { name: result })
    expect(await within(shown).findByText('75.00%')).toBeTruthy()
    expect(document.activeElement).toBe(shown)
    expect(await within(shown).findByRole('region', { name: why })).toBeTruthy()
    await waitFor(() => expect(calls.some(({ path: called }) => called === ExplainOnce.path)).toBe(true))
    const requests = calls.filter(({ path: called }) => [InferOnce.path, ExplainOnce.path].includes(called))
    expect(requests.map(({ input: sent }) => sent)).toEqual([
      { modelId: 'm1', rows: [{ age: 60, sex: 'f' }] },
      { modelId: 'm1', row: { age: 60, sex: 'f' } },
    ])
    for (const { url } of calls) expect(url).toContain(`${location.origin}/`)
    expect(calls.some(({ path: called }) => called === CreateInference.path)).toBe(false)
    expect(postMessage).not.toHaveBeenCalled()
  },
)

test('asks for a new log-in after the session has ended, and warns that input will be lost', async () => {
  fakeServer(...around())
  const { queryClient } = renderPage(<AskPage />, { path, language: 'en' })
  await screen.findByRole('button', { name: 'Predict' })
  // The same happens if a call is refused by the edge because the session has ended.
  act(() => queryClient.setQueryData(SESSION_KEY, null))
  expect(await screen.findByText(/unsaved input must be typed again/)).toBeTruthy()
})

test('requests neither model nor prediction without a session', async () => {
  const { calls } = fakeServer(on(GetEdgeSession, () => null))
  renderPage(<AskPage />, { path, language: 'en' })
  expect(await screen.findByText('Your edge runs the model')).toBeTruthy()
  expect(calls.map(({ path: called }) => called)).toEqual([GetEdgeSession.path])
})

const tone = { kind: 'classes', label: 'tone', classes: ['calm', 'wild'] } as const
const found = { result: 'wild', probabilities: { calm: 0.085, wild: 0.915 } }
test.each<[string, 'en' | 'cn', AskedModel['input'], () => Promise<void> | void, object[]]>([
  [
    'a text',
    'cn',
    { kind: 'texts', name: 'c0', column: 'text', longest: 200 },
    () => void fireEvent.change(screen.getByRole('textbox', { name: '文本' }), { target: { value: '睡得很好' } }),
    [{ text: '睡得很好' }],
  ],
  [
    'pictures',
    'en',
    { kind: 'pictures', name: 'c0', column: 'file', longest: 512, side: 224 },
    async () => {
      const files = ['a.png', 'b.jpep'].map((name) => new File([Uint8Array.of(1)], name, { type: 'image/png' }))
      await userEvent.upload(document.querySelector('input[type=file]') as HTMLInputElement, files)
    },
    [
      { name: 'a.png', file: btoa('\u0001') },
      { name: 'b.jpep', file: btoa('\u0001') },
    ],
  ],
  [
    'a graph',
    'cn',
    { kind: 'graph', columns: [{ column: 'beds', example: 90 }] },
    () => userEvent.click(screen.getByRole('button', { name: '填入示例' })),
    [{ x: '[[90],[90]]', edge_index: '[[0],[1]]', id: '["a","b"]' }],
  ],
])(
  'predicts %s on the same page (%s)',
  { meta: { spec: 'screens.try-model' } },
  async (_what, language, given, give, rows) => {
    const { calls } = fakeServer(
      ...around({ input: given, output: { ...tone, classes: [...tone.classes] } }),
      on(InferOnce, () => answer({ kind: 'classes', data: {}, ...found }, 'nlp')),
    )
    renderPage(<AskPage />, { path, language })
    const predict = await screen.findByRole('button', { name: language === 'en' ? 'Predict' : '开始预测' })
    await give()
    await userEvent.click(predict)
    expect(await screen.findByText('91.50%')).toBeTruthy()
    const sent = calls.find(({ path: called }) => called === InferOnce.path)
    expect(sent?.input).toEqual({ modelId: 'm1', rows })
  },
)

test('distinguishes two pictures with the same name, and ignores a picture that is chosen twice', {
  meta: { spec: 'screens.inference-input-pictures' },
}, async () => {
  const pictures = ['calm', 'wild'].map(
    (content, lastModified) => new File([content], 'IMG_1.jpg', { type: 'image/jpeg', lastModified }),
  )
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${pictures.indexOf(file as File)}`)
  const predictionOf = (result: string): Prediction => ({
    kind: 'classes',
    data: { name: 'IMG_1.jpg' },
    result,
    probabilities: { calm: result === 'calm' ? 1 : 0, wild: result === 'wild' ? 1 : 0 },
  })
  const { calls } = fakeServer(
    ...around({ input: { kind: 'pictures', name: 'c0', column: 'file', longest: 512, side: 224 } }),
    on(InferOnce, () => ({
      ...answer(predictionOf('calm'), 'vision'),
      predictions: [predictionOf('calm'), predictionOf('wild')],
      rowCount: 2,
    })),
  )
  renderPage(<AskPage />, { path, language: 'en' })
  const predict = await screen.findByRole('button', { name: 'Predict' })
  const choose = (file: File) => userEvent.upload(document.querySelector('input[type=file]') as HTMLInputElement, file)
  const chosen = () => within(screen.getByRole('list', { name: 'Chosen pictures' })).getAllByRole('listitem')
  for (const picture of [pictures[0], ...pictures] as File[]) await choose(picture)
  await waitFor(() => expect(chosen()).toHaveLength(2))
  await userEvent.click(predict)
  const rows = within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1)
  expect(rows.map((row) => within(row).getByRole('img').getAttribute('src'))).toEqual(['blob:0', 'blob:1'])
  const sent = calls.find(({ path: called }) => called === InferOnce.path)
  expect(sent?.input).toMatchObject({ rows: [{ file: btoa('calm') }, { file: btoa('wild') }] })
})

test('saves a prediction under a name, also on a second attempt, and tells the console only its id', {
  meta: { spec: 'screens.create-inference-dialog', claim: 'row-access.inference-contents' },
}, async () => {
  let tries = 0
  const { calls } = fakeServer(
    ...around(),
    on(InferOnce, () => answer(ill)),
    on(CreateInference, () => {
      tries += 1
      if (tries === 1) throw new AppError('inference.name-taken')
      return KEPT
    }),
    ready(KEPT),
    on(Infer, () => answer(ill)),
  )
  renderPage(<AskPage />, { path, language: 'en' })
  const predict = await screen.findByRole('button', { name: 'Predict' })
  await userEvent.click(predict)
  await screen.findByText('75.00%')
  await userEvent.click(await screen.findByRole('button', { name: 'Save this…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Save as inference task' })
  await fill(within(dialog).getByRole('textbox', { name: 'Name' }), 'Screening')
  await fill(within(dialog).getByRole('textbox', { name: 'Description' }), 'Who is at risk')
  const keep = () => userEvent.click(within(dialog).getByRole('button', { name: 'Save and open' }))
  await keep()
  await within(dialog).findByText(/already has an inference task with this name/)
  await keep()

  await waitFor(() => expect(postMessage.mock.calls).toEqual([[{ say: 'kept', inferenceId: KEPT }, meta.content]]))
  const inputsOf = (endpoint: { path: string }) =>
    calls.filter(({ path: called }) => called === endpoint.path).map(({ input: sent }) => sent)
  expect(inputsOf(CreateInference).at(-1)).toEqual({
    modelId: 'm1',
    name: 'Screening',
    description: 'Who is at risk',
  })
  const [shown] = inputsOf(InferOnce) as [{ rows: object[] }]
  expect(inputsOf(Infer)).toEqual([{ inferenceId: KEPT, rows: shown.rows }])
})

test('asks for a name before it predicts a whole dataset, and lists datasets only on request', {
  meta: { spec: 'screens.create-inference-dialog' },
}, async () => {
  const { calls } = fakeServer(
    ...around(),
    on(ListHeldDatasets, () => [heart({ id: 'd1', name: 'fits', columns: ['age', 'sex'] })]),
    on(CreateInference, () => KEPT),
    ready(KEPT),
    on(InferDataset, () => null),
  )
  renderPage(<AskPage />, { path, language: 'en' })
  await screen.findByRole('button', { name: 'Predict' })
  expect(calls.some(({ path: called }) => called === ListHeldDatasets.path)).toBe(false)
  await userEvent.click(screen.getByText('One of my datasets'))
  await userEvent.click(await screen.findByRole('combobox', { name: 'Dataset' }))
  await userEvent.click(await screen.findByTitle('fits · 120 rows'))
  await userEvent.click(screen.getByRole('button', { name: 'Predict this dataset' }))
  const dialog = await screen.findByRole('dialog', { name: 'Save as inference task' })
  await fill(within(dialog).getByRole('textbox', { name: 'Name' }), 'Ward 3')
  await fill(within(dialog).getByRole('textbox', { name: 'Description' }), 'Who is at risk')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Start and open' }))
  await waitFor(() => expect(postMessage.mock.calls).toEqual([[{ say: 'kept', inferenceId: KEPT }, meta.content]]))
  expect(calls.find(({ path: called }) => called === InferDataset.path)?.input).toEqual({
    inferenceId: KEPT,
    datasetId: 'd1',
  })
})
