import { GetParty, ListParties, ListPoolDatasets, ListPoolModels, ListPoolTasks } from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, logIn, on, renderPage, testParty } from '../../testing/world.tsx'
import { DataPoolPage } from './DataPoolPage.tsx'
import { ModelPoolPage } from './ModelPoolPage.tsx'
import { TaskPoolPage } from './TaskPoolPage.tsx'

beforeEach(() => logIn())

const nothing = { records: [], total: 0, size: 9, current: 1, pages: 0 }
const north = testParty({ id: '77', name: { cn: '北方医院', en: 'North' } })
const serve = () =>
  fakeServer(
    on(ListPoolDatasets, () => nothing),
    on(ListPoolModels, () => nothing),
    on(ListPoolTasks, () => nothing),
    on(GetParty, () => north),
    on(ListParties, () => ({ ...nothing, records: [{ id: '77', name: 'North', avatar: null }], total: 1 })),
  )

test.each([
  [
    ListPoolDatasets,
    DataPoolPage,
    '/data?kind=nlp&party=77&column=age&rows=1000&sort=rows&pageNo=2',
    { pageNo: 2, pageSize: 16, contentType: 'nlp', partyId: '77', column: 'age', leastRows: 1000, sort: 'rows' },
    ['Text', 'North', 'At least 1,000 texts', 'Most texts first'],
  ],
  [
    ListPoolModels,
    ModelPoolPage,
    '/modal?kind=vision&party=77&column=age&metric=auc&sort=metric',
    { pageNo: 1, pageSize: 9, contentType: 'vision', partyId: '77', column: 'age', metric: 'auc', sort: 'metric' },
    ['Pictures', 'North', 'AUC', 'Best score first'],
  ],
  [
    ListPoolTasks,
    TaskPoolPage,
    '/task?status=training&kind=graph&party=77&sort=parties',
    { pageNo: 1, pageSize: 16, status: 'training', contentType: 'graph', partyId: '77', sort: 'parties' },
    ['Graph', 'North', 'Most parties first'],
  ],
] as const)(
  '%o: sends the filters in the address to the server, and shows them',
  { meta: { spec: 'states.pool-filter-sort' } },
  async (endpoint, Page, path, input, shown) => {
    const { calls } = serve()
    const { router } = renderPage(<Page />, { path, language: 'en' })
    for (const text of shown) expect(await screen.findByTitle(text)).toBeTruthy()
    const inputs = calls.filter((call) => call.path === endpoint.path).map((call) => call.input)
    expect(inputs).toEqual([input])
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(router.state.location.search).toEqual({}))
  },
)

test('ignores invalid filters of a pool in the address', async () => {
  const { calls } = serve()
  renderPage(<DataPoolPage />, { path: '/data?kind=sound&sort=price&rows=many', language: 'en' })
  expect(await screen.findByTitle('All kinds of data')).toBeTruthy()
  await waitFor(() => expect(calls.map((call) => call.input)).toEqual([{ pageNo: 1, pageSize: 16 }]))
})

test('finds parties by name on the server, and returns to the first page when one is chosen', {
  meta: { spec: 'states.pool-filter-sort' },
}, async () => {
  const { calls } = serve()
  const { router } = renderPage(<DataPoolPage />, { path: '/data?pageNo=3', language: 'en' })
  const user = userEvent.setup()
  const field = await screen.findByRole('combobox', { name: 'Party' })
  await user.click(field)
  await user.type(field, 'nor')
  await waitFor(() => expect(calls.at(-1)?.input).toEqual({ name: 'nor', pageSize: 20 }))
  await user.click(await screen.findByTitle('North'))
  await waitFor(() => expect(router.state.location.search).toEqual({ party: '77' }))
})

test('offers sorting by score only once a metric is chosen, and then sorts at once', {
  meta: { spec: 'states.pool-filter-sort' },
}, async () => {
  serve()
  const { router } = renderPage(<ModelPoolPage />, { path: '/modal', language: 'cn' })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('combobox', { name: '排序' }))
  expect(await screen.findByTitle('复制次数从多到少')).toBeTruthy()
  expect(screen.queryByTitle('得分从好到差')).toBeNull()
  await user.click(screen.getByRole('combobox', { name: '评价指标' }))
  await user.click(await screen.findByTitle('准确率'))
  await waitFor(() => expect(router.state.location.search).toEqual({ metric: 'accuracy', sort: 'metric' }))
})
