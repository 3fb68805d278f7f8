import { AppError } from '@tessera/contract'
import { DeleteDataset, GetAnalysis, GetColumnProfiles, GetDataset, ListRows } from '@tessera/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { ageProfile, edgeToken, heart } from '../../features/dataset/test-world.ts'
import { fakeServer, logIn, on, renderPage } from '../../lib/testing.tsx'
import { DataDetailPage } from './DataDetailPage.tsx'

const rows = on(ListRows, ({ pageNo = 1 }) => ({
  total: 120,
  rows: [{ id: pageNo, age: 54 + pageNo, chol: null, diagnosis: 'none' }],
}))
const profiles = on(GetColumnProfiles, () => [ageProfile])

beforeEach(() => logIn())

test('the owner reads rows at the edge, with an edge token and never with the session’s', async () => {
  const { calls } = fakeServer(
    on(GetDataset, () => heart()),
    rows,
    profiles,
    edgeToken,
  )
  renderPage(<DataDetailPage />, { path: '/data-detail?id=d1' })

  expect(await screen.findByText('55')).toBeTruthy()
  expect(await screen.findByText('缺失 5.00%')).toBeTruthy()
  const asked = calls.find(({ path }) => path === ListRows.path)
  expect(asked?.url).toContain('http://127.0.0.1:9101/listOfMeta')
  expect(asked?.headers.get('x-access-token')).toBe('edge-token')
})

test.each([
  ['en', 'From file'],
  ['cn', '来源文件'],
] as const)('in %s, who may read the rows reads what file they came in, told by the edge', async (language, term) => {
  const { calls } = fakeServer(
    on(GetDataset, () => heart()),
    on(GetAnalysis, () => ({ classes: [], distributions: [], fileName: 'cases.zip' })),
    rows,
    profiles,
    edgeToken,
  )
  renderPage(<DataDetailPage />, { path: '/data-detail?id=d1', language })
  expect((await screen.findByText('cases.zip')).closest('div')?.textContent).toBe(`${term}cases.zip`)
  expect(calls.find(({ path }) => path === GetAnalysis.path)?.url).toContain('http://127.0.0.1:9101/')
})

test('yes and no are said in the reader’s language, what is missing is a dash', async () => {
  fakeServer(
    on(GetDataset, () => heart({ columns: ['smokes', 'drinks', 'chol'] })),
    on(ListRows, () => ({ total: 1, rows: [{ id: 1, smokes: true, drinks: false, chol: null }] })),
    profiles,
    edgeToken,
  )
  renderPage(<DataDetailPage />, { path: '/data-detail?id=d1' })
  expect(await screen.findByText('是')).toBeTruthy()
  expect(screen.getByText('否')).toBeTruthy()
  expect(screen.getByText('—')).toBeTruthy()
})

test.each([
  ['Home', 'Home', '/'],
  ['HomeTask', 'Home', '/'],
  ['mytask', 'My tasks', '/mytask'],
  ['', 'My data', '/mydata'],
])('opened from “%s”, %s is the way back', async (from, title, href) => {
  fakeServer(
    on(GetDataset, () => heart()),
    rows,
    profiles,
    edgeToken,
  )
  renderPage(<DataDetailPage />, { path: `/data-detail?id=d1&from=${from}`, language: 'en' })
  await waitFor(() => expect(screen.getByText(title, { selector: 'nav a' }).getAttribute('href')).toBe(href))
})

test('a column’s head opens its profile in numbers', async () => {
  fakeServer(
    on(GetDataset, () => heart()),
    rows,
    profiles,
    edgeToken,
  )
  renderPage(<DataDetailPage />, { path: '/data-detail?id=d1', language: 'en' })
  await screen.findByText('5.00% missing')
  await userEvent.click(screen.getByRole('button', { name: /^Profile of column age:/ }))

  const drawer = await screen.findByRole('dialog')
  expect(within(drawer).getByText('6 rows (5.00%)')).toBeTruthy()
  expect(within(drawer).getByText('54.4')).toBeTruthy()
  for (const quartile of ['47', '55', '61']) expect(within(drawer).getByText(quartile)).toBeTruthy()
  expect(within(drawer).getByText('39–48')).toBeTruthy()
})

test('a profile that could not be read says why where it was opened, and can be asked for again', async () => {
  let answers = false
  fakeServer(
    on(GetDataset, () => heart()),
    rows,
    on(GetColumnProfiles, () => {
      if (!answers) throw new AppError('internal')
      return [ageProfile]
    }),
    edgeToken,
  )
  renderPage(<DataDetailPage />, { path: '/data-detail?id=d1', language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: /^Profile of column age:/ }))
  const drawer = await screen.findByRole('dialog')
  expect(await within(drawer).findByRole('alert')).toBeTruthy()
  answers = true
  await userEvent.click(within(drawer).getByRole('button', { name: 'Try again' }))
  expect(await within(drawer).findByText('54.4')).toBeTruthy()
})

test('another party sees columns and formats, and the rows are not even asked for', async () => {
  const { calls } = fakeServer(
    on(GetDataset, () =>
      heart({ partyId: '1002', partyName: '第二医院', abilities: { readRows: false, delete: false } }),
    ),
  )
  renderPage(<DataDetailPage />, { path: '/data-detail?id=d1' })

  expect(await screen.findByText('diagnosis')).toBeTruthy()
  expect(screen.getByText('整数')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '删除数据集' })).toBeNull()
  expect(calls.map(({ path }) => path)).toEqual([GetDataset.path])
})

test.each(['vision', 'yolo', 'nlp', 'graph'] as const)(
  'of another party’s %s nothing is shown and nothing asked for, neither row nor class nor picture',
  async (contentType) => {
    const { calls } = fakeServer(
      on(GetDataset, () =>
        heart({
          ...{ contentType, columns: ['secret'], columnTypes: { secret: 'text' }, labelColumns: ['secret'] },
          ...{ partyId: '1002', partyName: '第二医院', abilities: { readRows: false, delete: false } },
        }),
      ),
    )
    renderPage(<DataDetailPage />, { path: '/data-detail?id=d1', language: 'en' })

    expect(await screen.findByText('This kind of data cannot be shown here')).toBeTruthy()
    expect(screen.queryByText('secret')).toBeNull()
    expect(document.querySelector('img')).toBeNull()
    expect(calls.map(({ path }) => path)).toEqual([GetDataset.path])
  },
)

test('deleting names the consequence, asks the platform and leads back to my data', async () => {
  const { calls } = fakeServer(
    on(GetDataset, () => heart()),
    on(DeleteDataset, () => null),
    rows,
    profiles,
    edgeToken,
  )
  const { router } = renderPage(<DataDetailPage />, { path: '/data-detail?id=d1', language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete dataset' }))
  const dialog = await screen.findByRole('dialog')
  expect(
    within(dialog).getByText(/Its 120 rows stay at the edge of 仁和医院 until a signer deletes them there/),
  ).toBeTruthy()
  expect(calls.some(({ path }) => path === DeleteDataset.path)).toBe(false)

  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete dataset' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/mydata'))
  expect(calls.find(({ path }) => path === DeleteDataset.path)?.input).toEqual({ datasetId: 'd1' })
})

test.each([
  ['en', 'Delete dataset', 'Used by 2 tasks:', ['Stroke training now', 'Heart'], /cannot be deleted/],
  ['cn', '删除数据集', '2 个任务使用该数据集：', ['Stroke 训练中', 'Heart'], /不能删除该数据集/],
] as const)(
  'in %s, the question names the tasks that use it, those that train first',
  async (language, verb, title, names, stop) => {
    const uses = [
      { taskId: 't1', name: 'Heart', isTraining: false },
      { taskId: 't2', name: 'Stroke', isTraining: true },
    ]
    fakeServer(
      on(GetDataset, () => heart({ uses })),
      rows,
      profiles,
      edgeToken,
    )
    renderPage(<DataDetailPage />, { path: '/data-detail?id=d1', language })
    await userEvent.click(await screen.findByRole('button', { name: verb }))
    const dialog = within(await screen.findByRole('dialog'))
    const items = within(dialog.getByRole('list', { name: title })).getAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent?.trim())).toEqual(names)
    expect(dialog.getByText(stop)).toBeTruthy()
  },
)

test('of many tasks the question names some, and nothing where none uses it', async () => {
  let uses = Array.from({ length: 10 }, (_, index) => ({ taskId: `t${index}`, name: `T${index}`, isTraining: false }))
  fakeServer(
    on(GetDataset, () => heart({ uses })),
    rows,
    profiles,
    edgeToken,
  )
  const { unmount } = renderPage(<DataDetailPage />, { path: '/data-detail?id=d1', language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete dataset' }))
  expect(within(await screen.findByRole('dialog')).getByText('and 2 more')).toBeTruthy()
  unmount()
  uses = []
  renderPage(<DataDetailPage />, { path: '/data-detail?id=d1', language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete dataset' }))
  expect(within(await screen.findByRole('dialog')).queryByRole('list')).toBeNull()
})

test('a dataset that is being trained on stays, and the question says why', async () => {
  fakeServer(
    on(GetDataset, () => heart()),
    on(DeleteDataset, () => {
      throw new AppError('dataset.in-use', { tasks: 'Stroke' })
    }),
    rows,
    profiles,
    edgeToken,
  )
  const { router } = renderPage(<DataDetailPage />, { path: '/data-detail?id=d1', language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete dataset' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete dataset' }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain(
    'A training uses this dataset now, in: Stroke.',
  )
  expect(router.state.location.pathname).toBe('/data-detail')
})

test.each([
  ['another party’s', { partyId: '2' }, true],
  ['one’s own', {}, false],
] as const)('%s dataset leads on to a task, or not', async (_whose, change, leads) => {
  const abilities = { readRows: false, delete: false }
  fakeServer(on(GetDataset, () => heart({ ...change, abilities })))
  renderPage(<DataDetailPage />, { path: '/data-detail?id=d1', language: 'en' })
  await screen.findByRole('heading', { level: 1, name: heart().name })
  expect(screen.queryByRole('button', { name: 'Invite to a task' }) !== null).toBe(leads)
})
