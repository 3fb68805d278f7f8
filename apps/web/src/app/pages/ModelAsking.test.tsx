import { AppError, type InferenceResult, type ModelCard, type ModelDetail, type Prediction } from '@tessera/contract'
import {
  CreateInference,
  DownloadModel,
  ExplainOnce,
  GetAlgorithm,
  GetInference,
  GetModel,
  GetModelStatus,
  Infer,
  InferDataset,
  InferOnce,
  ListModelActivity,
  ListMyDatasets,
} from '@tessera/contract/wire'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { edgeToken, heart, pageWith } from '../../features/dataset/test-world.ts'
import { heartCard, heartDetail, heartModel } from '../../features/model/test-world.ts'
import { fakeServer, fill, logIn, on, renderPage, testParty } from '../../lib/testing.tsx'
import { InferencePage } from './InferencePage.tsx'
import { ModelDetailPage } from './ModelDetailPage.tsx'

const path = '/modal/modalDetail?id=m1'
const answer = (prediction: Prediction, type: InferenceResult['type'] = 'tabular'): InferenceResult => ({
  ...{ type, header: Object.keys(prediction.data), predictions: [prediction] },
  ...{ resultPath: null, rowCount: 1, accuracy: null },
})
const ill: Prediction = {
  ...{ kind: 'classes', data: { age: 60, sex: 'f' }, result: 'ill' },
  probabilities: { healthy: 0.25, ill: 0.75 },
}
const around = (detail: ModelDetail = heartDetail()) => [
  on(GetModel, () => detail),
  on(GetAlgorithm, () => {
    throw new AppError('algorithm.not-found')
  }),
  on(ListModelActivity, () => pageWith()),
  on(GetModelStatus, () => 1),
  edgeToken,
  on(ExplainOnce, () => ({
    ...({ method: 'replaced', unit: 'probability', class: 'ill', against: null } as const),
    ...{ columns: [], untold: ['age', 'sex'] },
  })),
]
const ready = (id: string) =>
  on(GetInference, () => ({
    inference: {
      ...({ id, name: 'Screening', description: '', status: 'created', modelId: 'm1' } as const),
      ...{ modelName: '', partyId: '1001' },
      ...{ createdBy: 'alice', createTime: new Date(), input: null, output: null, failure: null },
      abilities: { run: true, delete: true },
    },
    result: null,
    type: '',
  }))

beforeEach(() => logIn())

test('a model is asked on its own page: answered at the edge, with its reasons, and nothing is kept', async () => {
  const { calls } = fakeServer(
    ...around(),
    on(InferOnce, () => answer(ill)),
  )
  renderPage(<ModelDetailPage />, { path, language: 'en' })
  const panel = await screen.findByRole('region', { name: 'Use this model' })
  await userEvent.click(screen.getByRole('button', { name: 'Use it' }))
  expect(panel.contains(document.activeElement) || document.activeElement?.contains(panel)).toBe(true)
  expect(within(panel).getByText(/goes to the edge of Renhe, which answers it and keeps nothing of it/)).toBeTruthy()
  fireEvent.change(within(panel).getByRole('textbox', { name: 'age' }), { target: { value: '60' } })
  await userEvent.click(within(panel).getByRole('button', { name: 'Predict' }))

  const said = within(panel).getByRole('region', { name: 'Result' })
  expect(await within(said).findByText('75.00%')).toBeTruthy()
  expect(document.activeElement).toBe(said)
  expect(await within(said).findByRole('region', { name: 'Why this answer' })).toBeTruthy()
  await waitFor(() => expect(calls.some(({ path: called }) => called === ExplainOnce.path)).toBe(true))
  const asked = calls.filter(({ path: called }) => [InferOnce.path, ExplainOnce.path].includes(called))
  expect(asked.map(({ input }) => input)).toEqual([
    { modelId: 'm1', rows: [{ age: 60, sex: 'f' }] },
    { modelId: 'm1', row: { age: 60, sex: 'f' } },
  ])
  for (const { url } of asked) expect(url).toContain('http://127.0.0.1:9101/')
  expect(calls.some(({ path: called }) => called === CreateInference.path)).toBe(false)
})

const tone = { kind: 'classes', label: 'tone', classes: ['calm', 'wild'] } as const
const found = { result: 'wild', probabilities: { calm: 0.085, wild: 0.915 } }
test.each<[string, 'en' | 'cn', ModelCard['input'], () => Promise<void> | void, object[]]>([
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
])('%s is asked about in place too (%s)', async (_what, language, input, give, rows) => {
  const { calls } = fakeServer(
    ...around(heartDetail({ card: heartCard({ input, output: { ...tone, classes: [...tone.classes] } }) })),
    on(InferOnce, () => answer({ kind: 'classes', data: {}, ...found }, 'nlp')),
  )
  renderPage(<ModelDetailPage />, { path, language })
  const predict = await screen.findByRole('button', { name: language === 'en' ? 'Predict' : '开始预测' })
  await give()
  await userEvent.click(predict)
  expect(await screen.findByText('91.50%')).toBeTruthy()
  const sent = calls.find(({ path: called }) => called === InferOnce.path)
  expect(sent?.input).toEqual({ modelId: 'm1', rows })
})

test('a model of the pool is copied when it is first asked, once; what is kept gets a name, also at a second try', async () => {
  const detail = heartDetail({
    model: heartModel({ isPublished: true, partyId: '1002', partyName: '第二医院' }),
    ownModelId: null,
    abilities: { edit: false, publish: false, delete: false, download: true, use: false },
  })
  let tries = 0
  const { calls } = fakeServer(
    ...around(detail),
    on(DownloadModel, () => 'copy-1'),
    on(InferOnce, () => answer(ill)),
    on(CreateInference, () => {
      tries += 1
      if (tries === 1) throw new AppError('inference.name-taken')
      return 'i1'
    }),
    ready('i1'),
    on(Infer, () => answer(ill)),
  )
  const { router } = renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=p1&from=pool', language: 'en' })
  expect(await screen.findByText(/copied into your models when you first ask it/)).toBeTruthy()
  expect(calls.some(({ path: called }) => called === DownloadModel.path)).toBe(false)
  const predict = screen.getByRole('button', { name: 'Predict' })
  await userEvent.click(predict)
  await screen.findByText('75.00%')
  await userEvent.click(predict)
  await userEvent.click(await screen.findByRole('button', { name: 'Keep this …' }))
  const dialog = await screen.findByRole('dialog', { name: 'Keep under a name' })
  await fill(within(dialog).getByRole('textbox', { name: 'Name' }), 'Screening')
  await fill(within(dialog).getByRole('textbox', { name: 'Description' }), 'Who is at risk')
  const keep = () => userEvent.click(within(dialog).getByRole('button', { name: 'Keep and open' }))
  await keep()
  await within(dialog).findByText(/already has an inference task of this name/)
  await keep()

  await waitFor(() => expect(router.state.location.href).toBe('/tuili?id=i1&modalId=copy-1'))
  const inputsOf = (endpoint: { path: string }) =>
    calls.filter(({ path: called }) => called === endpoint.path).map(({ input }) => input)
  expect(inputsOf(DownloadModel)).toHaveLength(1)
  expect(inputsOf(InferOnce)).toHaveLength(2)
  expect(inputsOf(CreateInference).at(-1)).toEqual({
    ...{ modelId: 'copy-1', name: 'Screening', description: 'Who is at risk' },
  })
  const [shown] = inputsOf(InferOnce) as [{ rows: object[] }]
  expect(inputsOf(Infer)).toEqual([{ inferenceId: 'i1', rows: shown.rows }])
})

test('a whole dataset is kept under a name from the start; datasets are asked for when they are wanted', async () => {
  const { calls } = fakeServer(
    ...around(),
    on(ListMyDatasets, () => pageWith(heart({ id: 'd1', name: 'fits', columns: ['age', 'sex'] }))),
    on(CreateInference, () => 'i2'),
    ready('i2'),
    on(InferDataset, () => null),
  )
  const { router } = renderPage(<ModelDetailPage />, { path, language: 'en' })
  const panel = await screen.findByRole('region', { name: 'Use this model' })
  expect(calls.some(({ path: called }) => called === ListMyDatasets.path)).toBe(false)
  await userEvent.click(within(panel).getByText('One of my datasets'))
  await userEvent.click(await within(panel).findByRole('combobox', { name: 'Dataset' }))
  await userEvent.click(await screen.findByTitle('fits · 120 rows'))
  await userEvent.click(within(panel).getByRole('button', { name: 'Predict this dataset' }))
  const dialog = await screen.findByRole('dialog', { name: 'Keep under a name' })
  await fill(within(dialog).getByRole('textbox', { name: 'Name' }), 'Ward 3')
  await fill(within(dialog).getByRole('textbox', { name: 'Description' }), 'Who is at risk')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Start and open' }))
  await waitFor(() => expect(router.state.location.href).toBe('/tuili?id=i2&modalId=m1'))
  expect(calls.find(({ path: called }) => called === InferDataset.path)?.input).toEqual({
    ...{ inferenceId: 'i2', datasetId: 'd1' },
  })
})

test('a party without an edge is told that its input goes to the platform, and that it keeps nothing', async () => {
  logIn({ party: testParty({ edgeUrl: null }) })
  fakeServer(...around())
  renderPage(<ModelDetailPage />, { path, language: 'en' })
  expect(await screen.findByText(/goes to the platform, which answers it and keeps nothing of it/)).toBeTruthy()
})

test('an address with a model alone leads to where it is asked', async () => {
  fakeServer(...around())
  const { router } = renderPage(<InferencePage />, { path: '/tuili?modalId=m1', language: 'en' })
  await waitFor(() => expect(router.state.location.href).toBe('/modal/modalDetail?id=m1&use=1'))
})
