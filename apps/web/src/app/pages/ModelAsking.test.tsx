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
import { edgeToken, pageWith } from '../../features/dataset/test-world.ts'
import { heartDetail, heartModel } from '../../features/model/test-world.ts'
import { fakeServer, fill, logIn, on, renderPage, testParty } from '../../lib/testing.tsx'
import { says } from '../../lib/testing-room.ts'
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
  ...{ type: 'tabular', header: ['age', 'sex'], resultPath: null, rowCount: 1, accuracy: null },
  predictions: [
    { kind: 'classes', data: { age: 60, sex: 'f' }, result: 'ill', probabilities: { healthy: 0.25, ill: 0.75 } },
  ],
}
const frame = () => screen.findByTitle<HTMLIFrameElement>('The model asked at your edge')

test('a model is asked on a page of the party’s edge; of it the console hears which inference task was kept, and opens that', async () => {
  logIn()
  const { calls } = fakeServer(...around())
  const { router } = renderPage(<ModelDetailPage />, { path, language: 'en' })
  const room = await frame()
  const { origin, pathname, search } = new URL(room.src)
  expect([origin, pathname, search]).toEqual(['http://127.0.0.1:9101', '/ask', '?id=m1'])
  await userEvent.click(screen.getByRole('button', { name: 'Use it' }))
  expect(document.activeElement?.contains(room)).toBe(true)
  await says(room, { say: 'kept', inferenceId: 'Mary Smith' })
  await says(room, { say: 'kept', inferenceId: KEPT }, 'https://evil.example')
  expect(router.state.location.pathname).toBe('/modal/modalDetail')
  await says(room, { say: 'kept', inferenceId: KEPT })
  await waitFor(() => expect(router.state.location.href).toBe(`/tuili?id=${KEPT}&modalId=m1`))
  expect(calls.some(({ path: called }) => called.includes('flModelInference'))).toBe(false)
})

test('a model of the pool is copied before the party’s edge asks it, once and when it is wanted', async () => {
  logIn()
  const { calls } = fakeServer(
    ...around(ofPool),
    on(DownloadModel, () => 'copy-1'),
  )
  const { router } = renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=p1&from=pool', language: 'en' })
  const copy = await screen.findByRole('button', { name: 'Copy and ask it' })
  expect(screen.queryByTitle('The model asked at your edge')).toBeNull()
  await userEvent.click(copy)
  const room = await frame()
  expect(new URL(room.src).search).toBe('?id=copy-1')
  expect(calls.filter(({ path: called }) => called === DownloadModel.path)).toHaveLength(1)
  await says(room, { say: 'kept', inferenceId: KEPT })
  await waitFor(() => expect(router.state.location.href).toBe(`/tuili?id=${KEPT}&modalId=copy-1`))
})

test('a party without an edge is told that its input goes to the platform, which is asked; a model of the pool is copied when it is first', async () => {
  logIn({ party: testParty({ edgeUrl: null }) })
  const { calls } = fakeServer(
    ...around(ofPool),
    on(DownloadModel, () => 'copy-1'),
    on(InferOnce, () => ill),
    on(ExplainOnce, () => ({
      ...({ method: 'replaced', unit: 'probability', class: 'ill', against: null } as const),
      ...{ columns: [], untold: ['age', 'sex'] },
    })),
    on(CreateInference, () => 'i1'),
    on(GetInference, () => ({
      inference: {
        ...({ id: 'i1', name: 'Screening', description: '', status: 'created', modelId: 'copy-1' } as const),
        ...{ modelName: '', partyId: '1001', createdBy: 'alice', createTime: new Date() },
        ...{ input: null, output: null, failure: null, abilities: { run: true, delete: true } },
      },
      result: null,
      type: '',
    })),
    on(Infer, () => ill),
  )
  const { router } = renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=p1&from=pool', language: 'en' })
  expect(await screen.findByText(/goes to the platform, which answers it and keeps nothing of it/)).toBeTruthy()
  expect(await screen.findByText(/copied into your models when you first ask it/)).toBeTruthy()
  expect(screen.queryByTitle('The model asked at your edge')).toBeNull()
  const predict = screen.getByRole('button', { name: 'Predict' })
  await userEvent.click(predict)
  await screen.findByText('75.00%')
  await userEvent.click(predict)
  await userEvent.click(await screen.findByRole('button', { name: 'Keep this …' }))
  const dialog = await screen.findByRole('dialog', { name: 'Keep under a name' })
  await fill(within(dialog).getByRole('textbox', { name: 'Name' }), 'Screening')
  await fill(within(dialog).getByRole('textbox', { name: 'Description' }), 'Who is at risk')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Keep and open' }))
  await waitFor(() => expect(router.state.location.href).toBe('/tuili?id=i1&modalId=copy-1'))
  const asked = calls.filter(({ path: called }) => called.includes('flModelInference'))
  expect(asked.length).toBeGreaterThan(4)
  for (const { url } of asked) expect(url).toContain('http://console.test/')
  expect(calls.filter(({ path: called }) => called === DownloadModel.path)).toHaveLength(1)
})

test('an address with a model alone leads to where it is asked', async () => {
  logIn()
  fakeServer(...around())
  const { router } = renderPage(<InferencePage />, { path: '/tuili?modalId=m1', language: 'en' })
  await waitFor(() => expect(router.state.location.href).toBe('/modal/modalDetail?id=m1&use=1'))
})
