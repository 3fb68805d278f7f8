import { AppError, type InferenceResult, type ModelDetail } from '@tessera/contract'
import {
  CheckHealth,
  CreateInference,
  DownloadModel,
  ExplainOnce,
  GetAlgorithm,
  GetInference,
  GetModel,
  GetModelStatus,
  Infer,
  InferOnce,
  ListModelActivity,
} from '@tessera/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { edgeToken, pageWith } from '../../testing/dataset.ts'
import { says } from '../../testing/frame.ts'
import { heartDetail, heartModel } from '../../testing/model.ts'
import { fakeServer, fill, logIn, on, renderPage, testParty } from '../../testing/world.tsx'
import { InferencePage } from './InferencePage.tsx'
import { ModelDetailPage } from './ModelDetailPage.tsx'

const KEPT = '0198c5a2-7c0e-4f6e-9a51-3f0f5a7f2f10'
const path = '/modal/modalDetail?id=m1'
const around = (detail: ModelDetail = heartDetail()) => [
  on(GetModel, () => detail),
  on(GetAlgorithm, () => {
    throw new AppError('algorithm.not-found')
  }),
  on(ListModelActivity, () => pageWith()),
  on(GetModelStatus, () => 1),
  edgeToken,
  on(CheckHealth, () => ({ status: 'ok' as const })),
]
const ofPool = heartDetail({
  model: heartModel({ isPublished: true, partyId: '1002', partyName: '第二医院' }),
  ownModelId: null,
  abilities: { edit: false, publish: false, delete: false, download: true, use: false },
})
const ill: InferenceResult = {
  type: 'tabular',
  header: ['age', 'sex'],
  resultPath: null,
  rowCount: 1,
  accuracy: null,
  predictions: [
    { kind: 'classes', data: { age: 60, sex: 'f' }, result: 'ill', probabilities: { healthy: 0.25, ill: 0.75 } },
  ],
}
const frame = () => screen.findByTitle<HTMLIFrameElement>('Model, run by your edge')

test('runs a model on a page of the party’s edge, and opens the inference task that the page has saved', {
  meta: { spec: 'screens.try-model', claim: 'row-access.forged-inference-message' },
}, async () => {
  logIn()
  const { calls } = fakeServer(...around())
  const { router } = renderPage(<ModelDetailPage />, { path, language: 'en' })
  const edgeFrame = await frame()
  const { origin, pathname, search } = new URL(edgeFrame.src)
  expect([origin, pathname, search]).toEqual(['http://127.0.0.1:9101', '/ask', '?id=m1'])
  await userEvent.click(screen.getByRole('button', { name: 'Use model' }))
  expect(document.activeElement?.contains(edgeFrame)).toBe(true)
  await says(edgeFrame, { say: 'kept', inferenceId: 'Mary Smith' })
  await says(edgeFrame, { say: 'kept', inferenceId: KEPT }, 'https://evil.example')
  expect(router.state.location.pathname).toBe('/modal/modalDetail')
  await says(edgeFrame, { say: 'kept', inferenceId: KEPT })
  await waitFor(() => expect(router.state.location.href).toBe(`/tuili?id=${KEPT}&modalId=m1`))
  expect(calls.some(({ path: called }) => called.includes('flModelInference'))).toBe(false)
})

test('copies a model of the pool once, on request, before the party’s edge can run it', {
  meta: { spec: 'screens.try-model' },
}, async () => {
  logIn()
  const { calls } = fakeServer(
    ...around(ofPool),
    on(DownloadModel, () => 'copy-1'),
  )
  const { router } = renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=p1&from=pool', language: 'en' })
  const copy = await screen.findByRole('button', { name: 'Copy and use model' })
  expect(screen.queryByTitle('Model, run by your edge')).toBeNull()
  await userEvent.click(copy)
  const edgeFrame = await frame()
  expect(new URL(edgeFrame.src).search).toBe('?id=copy-1')
  expect(calls.filter(({ path: called }) => called === DownloadModel.path)).toHaveLength(1)
  await says(edgeFrame, { say: 'kept', inferenceId: KEPT })
  await waitFor(() => expect(router.state.location.href).toBe(`/tuili?id=${KEPT}&modalId=copy-1`))
})

test('runs a model at the platform for a party without an edge, and copies a pool model on its first use', {
  meta: { spec: 'screens.try-model' },
}, async () => {
  logIn({ party: testParty({ edgeUrl: null }) })
  const { calls } = fakeServer(
    ...around(ofPool),
    on(DownloadModel, () => 'copy-1'),
    on(InferOnce, () => ill),
    on(ExplainOnce, () => ({
      ...({ method: 'replaced', unit: 'probability', class: 'ill', against: null } as const),
      columns: [],
      untold: ['age', 'sex'],
    })),
    on(CreateInference, () => 'i1'),
    on(GetInference, () => ({
      inference: {
        ...({ id: 'i1', name: 'Screening', description: '', status: 'created', modelId: 'copy-1' } as const),
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
    })),
    on(Infer, () => ill),
  )
  const { router } = renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=p1&from=pool', language: 'en' })
  expect(await screen.findByText(/goes to the platform, which returns a prediction and stores nothing/)).toBeTruthy()
  expect(await screen.findByText(/copied to My models when you first use it/)).toBeTruthy()
  expect(screen.queryByTitle('Model, run by your edge')).toBeNull()
  const predict = screen.getByRole('button', { name: 'Predict' })
  await userEvent.click(predict)
  await screen.findByText('75.00%')
  await userEvent.click(predict)
  await userEvent.click(await screen.findByRole('button', { name: 'Save this…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Save as inference task' })
  await fill(within(dialog).getByRole('textbox', { name: 'Name' }), 'Screening')
  await fill(within(dialog).getByRole('textbox', { name: 'Description' }), 'Who is at risk')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save and open' }))
  await waitFor(() => expect(router.state.location.href).toBe('/tuili?id=i1&modalId=copy-1'))
  const requests = calls.filter(({ path: called }) => called.includes('flModelInference'))
  expect(requests.length).toBeGreaterThan(4)
  for (const { url } of requests) expect(url).toContain('http://console.test/')
  expect(calls.filter(({ path: called }) => called === DownloadModel.path)).toHaveLength(1)
})

test('redirects an address that contains only a model id to the page that runs the model', async () => {
  logIn()
  fakeServer(...around())
  const { router } = renderPage(<InferencePage />, { path: '/tuili?modalId=m1', language: 'en' })
  await waitFor(() => expect(router.state.location.href).toBe('/modal/modalDetail?id=m1&use=1'))
})
