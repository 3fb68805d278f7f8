import { AppError, type Inference } from '@tessera/contract'
import { CheckHealth, DeleteInference, GetInference, GetModel, ListModelActivity } from '@tessera/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { edgeToken, pageWith } from '../../testing/dataset.ts'
import { says } from '../../testing/frame.ts'
import { heartCard, heartDetail } from '../../testing/model.ts'
import { fakeServer, logIn, on, renderPage, testParty } from '../../testing/world.tsx'
import { InferencePage } from './InferencePage.tsx'

const { input, output } = heartCard()
const screening = (): Inference => ({
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
})
const around = [
  on(GetModel, () => heartDetail()),
  on(ListModelActivity, () => pageWith()),
  on(CheckHealth, () => ({ status: 'ok' as const })),
  edgeToken,
]
const path = '/tuili?id=i1&modalId=m1'

test.each([
  ['en', 'Input and results at your edge', 'Model'],
  ['cn', '您的数据节点上的输入与结果', '模型'],
] as const)(
  'shows an inference task on a page of the party’s edge, and its model beside it (%s)',
  { meta: { spec: 'screens.inference-detail', claim: 'row-access.forged-inference-message' } },
  async (language, title, model) => {
    logIn()
    const { calls } = fakeServer(...around)
    const { router } = renderPage(<InferencePage />, { path, language })
    const frame = await screen.findByTitle<HTMLIFrameElement>(title)
    const { origin, pathname, search } = new URL(frame.src)
    expect([origin, pathname, search]).toEqual(['http://127.0.0.1:9101', '/inference', '?id=i1'])
    const beside = await screen.findByRole('region', { name: model })
    expect(await within(beside).findByRole('link', { name: '心脏病预测' })).toBeTruthy()
    await says(frame, { say: 'deleted', name: '门诊筛查' })
    await says(frame, { say: 'deleted' }, 'https://evil.example')
    expect(router.state.location.pathname).toBe('/tuili')
    await says(frame, { say: 'deleted' })
    await waitFor(() => expect(router.state.location.href).toBe('/mytask?type=INFERENCE'))
    expect(calls.some(({ path: called }) => called.includes('flModelInference'))).toBe(false)
  },
)

test('predicts at the platform for a party without an edge, and states that the input goes there', async () => {
  logIn({ party: testParty({ edgeUrl: null }) })
  const { calls } = fakeServer(
    ...around,
    on(GetInference, () => ({ inference: screening(), result: null, type: '' })),
    on(DeleteInference, () => null),
  )
  const { router } = renderPage(<InferencePage />, { path, language: 'en' })
  expect(await screen.findByText(/goes to the platform. It is not logged and is deleted after 24 hours/)).toBeTruthy()
  await userEvent.click(screen.getByText('One of my datasets'))
  expect(await screen.findByText(/your party has none/)).toBeTruthy()

  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(router.state.location.href).toBe('/mytask?type=INFERENCE'))
  const requests = calls.filter(({ path: called }) => called.includes('flModelInference'))
  expect(requests.length).toBeGreaterThan(1)
  for (const { url } of requests) expect(url).toContain('http://console.test/')
})

test('shows a notice if the address contains no id of an inference task', async () => {
  logIn()
  fakeServer()
  renderPage(<InferencePage />, { path: '/tuili', language: 'en' })
  expect(await screen.findByText('No inference task selected')).toBeTruthy()
})

test('shows an error on the page of an inference task that was deleted at the platform', async () => {
  logIn({ party: testParty({ edgeUrl: null }) })
  fakeServer(
    ...around,
    on(GetInference, () => {
      throw new AppError('inference.not-found')
    }),
  )
  renderPage(<InferencePage />, { path, language: 'en' })
  expect((await screen.findByRole('alert')).textContent).toContain('This inference task does not exist.')
})
