import { AppError, type Inference } from '@tessera/contract'
import { CheckHealth, DeleteInference, GetInference, GetModel, ListModelActivity } from '@tessera/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { edgeToken, pageWith } from '../../features/dataset/test-world.ts'
import { heartCard, heartDetail } from '../../features/model/test-world.ts'
import { fakeServer, logIn, on, renderPage, testParty } from '../../lib/testing.tsx'
import { says } from '../../lib/testing-room.ts'
import { InferencePage } from './InferencePage.tsx'

const { input, output } = heartCard()
const screening = (): Inference => ({
  ...{ id: 'i1', name: '门诊筛查', description: '谁有风险', status: 'created', modelId: 'm1', modelName: '心脏病预测' },
  ...{ partyId: '1001', createdBy: 'alice', createTime: new Date('2026-01-07T08:00:00Z'), input, output },
  ...{ failure: null, abilities: { run: true, delete: true } },
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
  'an inference task is shown by the party’s edge: the console asks nothing of it, and shows its model beside (%s)',
  async (language, title, model) => {
    logIn()
    const { calls } = fakeServer(...around)
    const { router } = renderPage(<InferencePage />, { path, language })
    const room = await screen.findByTitle<HTMLIFrameElement>(title)
    const { origin, pathname, search } = new URL(room.src)
    expect([origin, pathname, search]).toEqual(['http://127.0.0.1:9101', '/inference', '?id=i1'])
    const beside = await screen.findByRole('region', { name: model })
    expect(await within(beside).findByRole('link', { name: '心脏病预测' })).toBeTruthy()
    await says(room, { say: 'deleted', name: '门诊筛查' })
    await says(room, { say: 'deleted' }, 'https://evil.example')
    expect(router.state.location.pathname).toBe('/tuili')
    await says(room, { say: 'deleted' })
    await waitFor(() => expect(router.state.location.href).toBe('/mytask?type=INFERENCE'))
    expect(calls.some(({ path: called }) => called.includes('flModelInference'))).toBe(false)
  },
)

test('a party without an edge is told that its input goes to the platform, which is asked', async () => {
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
  const asked = calls.filter(({ path: called }) => called.includes('flModelInference'))
  expect(asked.length).toBeGreaterThan(1)
  for (const { url } of asked) expect(url).toContain('http://console.test/')
})

test('an address that names nothing says so', async () => {
  logIn()
  fakeServer()
  renderPage(<InferencePage />, { path: '/tuili', language: 'en' })
  expect(await screen.findByText('Which inference?')).toBeTruthy()
})

test('at the platform, too, an inference that is gone says so in place', async () => {
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
