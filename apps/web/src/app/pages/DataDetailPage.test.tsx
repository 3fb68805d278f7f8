import { AppError } from '@tessera/contract'
import { CheckHealth, DeleteDataset, GetDataset, GetEdgeToken, ListFailingSoftware } from '@tessera/contract/wire'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { edgeToken, heart } from '../../features/dataset/test-world.ts'
import { setLanguage } from '../../lib/i18n.ts'
import { fakeServer, logIn, on, renderPage } from '../../lib/testing.tsx'
import { DataDetailPage } from './DataDetailPage.tsx'

const EDGE = 'http://127.0.0.1:9101'
const health = on(CheckHealth, () => ({ status: 'ok' as const }))

beforeEach(() => logIn())

/** What the edge's page in the frame would say. */
const roomSays = (data: unknown, { origin = EDGE, source = roomFrame().contentWindow as Window | null } = {}) =>
  act(async () => void window.dispatchEvent(new MessageEvent('message', { data, origin, source })))
const roomFrame = () => screen.getByTitle("Data and analysis, shown by your party's edge") as HTMLIFrameElement

function openRoom() {
  const { calls } = fakeServer(
    on(GetDataset, () => heart()),
    ...[edgeToken, health],
  )
  const page = renderPage(<DataDetailPage />, { path: '/data-detail?id=d1', language: 'en' })
  return { ...page, calls }
}

test('rows are shown by the edge in a frame, which is given its token, the language and the theme, and grows as it says', async () => {
  const { calls } = openRoom()
  await screen.findByTitle("Data and analysis, shown by your party's edge")
  const address = new URL(roomFrame().src)
  expect(address.origin + address.pathname + address.search).toBe(`${EDGE}/dataset?id=d1`)
  expect(Object.fromEntries(new URLSearchParams(address.hash.slice(1)))).toMatchObject({ lang: 'en', theme: 'light' })
  expect(address.href).not.toContain('token')
  const said = vi.spyOn(roomFrame().contentWindow as Window, 'postMessage').mockImplementation(() => {})

  await roomSays({ say: 'ready' })
  await roomSays({ say: 'who', again: false })
  await roomSays({ say: 'height', pixels: 800 })
  await waitFor(() => expect(roomFrame().style.height).toBe('800px'))
  await waitFor(() => expect(said.mock.calls).toHaveLength(2))
  act(() => setLanguage('cn'))
  await waitFor(() => expect(said.mock.calls).toHaveLength(3))
  expect(said.mock.calls).toEqual([
    [{ say: 'looks', language: 'en', theme: 'light' }, EDGE],
    [{ say: 'token', token: 'edge-token' }, EDGE],
    [{ say: 'looks', language: 'cn', theme: 'light' }, EDGE],
  ])
  expect(calls.map(({ path }) => path).toSorted()).toEqual(
    [GetDataset, GetEdgeToken, CheckHealth].map(({ path }) => path).toSorted(),
  )
})

test.each([
  ['another origin', { say: 'height', pixels: 800 }, { origin: 'https://elsewhere.example' }],
  ['another window', { say: 'height', pixels: 800 }, { source: window }],
  ['a frame that says more than it may', { say: 'height', pixels: 800, rows: ['Mary Smith'] }, {}],
  ['a frame higher than any', { say: 'height', pixels: 1e9 }, {}],
  ['a frame that says its height to the pixel', { say: 'height', pixels: 741 }, {}],
] as const)('nothing is taken from %s', async (_whom, message, from) => {
  openRoom()
  await screen.findByTitle("Data and analysis, shown by your party's edge")
  await roomSays(message, from)
  await roomSays({ say: 'ready' })
  expect(roomFrame().style.height).toBe('0px')
})

test('a token is given to no other origin and no other window that asks', async () => {
  const { calls } = openRoom()
  await screen.findByTitle("Data and analysis, shown by your party's edge")
  await roomSays({ say: 'who', again: false }, { origin: 'https://elsewhere.example' })
  await roomSays({ say: 'who', again: false }, { source: window })
  expect(calls.some(({ path }) => path === GetEdgeToken.path)).toBe(false)
})

test('while the platform is away its frame is told so, and goes on in the session that is open there', async () => {
  fakeServer(
    on(GetDataset, () => heart()),
    on(GetEdgeToken, () => {
      throw new TypeError('Failed to fetch')
    }),
    health,
  )
  renderPage(<DataDetailPage />, { path: '/data-detail?id=d1', language: 'en' })
  await screen.findByTitle("Data and analysis, shown by your party's edge")
  const said = vi.spyOn(roomFrame().contentWindow as Window, 'postMessage').mockImplementation(() => {})
  await roomSays({ say: 'who', again: false })
  await waitFor(() => expect(said.mock.calls).toContainEqual([{ say: 'token', token: null }, EDGE]))
  await roomSays({ say: 'height', pixels: 800 })
  expect(roomFrame().style.height).toBe('800px')
  expect((await screen.findByRole('alert')).textContent).toContain('The platform does not answer')
})

test('a platform that is silent keeps its frame waiting for a while only, and names who is looking once it answers', async () => {
  let answer = (_token: { token: string; expiresInSeconds: number }) => {}
  fakeServer(
    on(GetDataset, () => heart()),
    on(
      GetEdgeToken,
      () =>
        new Promise<{ token: string; expiresInSeconds: number }>((resolve) => {
          answer = resolve
        }),
    ),
    health,
  )
  renderPage(<DataDetailPage />, { path: '/data-detail?id=d1', language: 'en' })
  await screen.findByTitle("Data and analysis, shown by your party's edge")
  const said = vi.spyOn(roomFrame().contentWindow as Window, 'postMessage').mockImplementation(() => {})
  const tokens = () => said.mock.calls.flatMap(([message]) => (message.say === 'token' ? [message.token] : []))
  vi.useFakeTimers()
  try {
    await roomSays({ say: 'who', again: false })
    act(() => void vi.advanceTimersByTime(4_000))
    expect(tokens()).toEqual([])
    act(() => void vi.advanceTimersByTime(1_000))
    expect(tokens()).toEqual([null])
    await roomSays({ say: 'who', again: false })
    act(() => void vi.advanceTimersByTime(1))
    expect(tokens()).toEqual([null, null])
  } finally {
    vi.useRealTimers()
  }
  act(() => answer({ token: 'edge-token', expiresInSeconds: 600 }))
  await waitFor(() => expect(tokens()).toContain('edge-token'))
})

test('an edge that does not answer is named in place of its page, which is asked for again on request', async () => {
  let answers = false
  fakeServer(
    on(GetDataset, () => heart()),
    on(ListFailingSoftware, () => ['edge' as const]),
    on(CheckHealth, () => {
      if (!answers) throw new TypeError('Failed to fetch')
      return { status: 'ok' as const }
    }),
  )
  renderPage(<DataDetailPage />, { path: '/data-detail?id=d1', language: 'en' })
  const note = await screen.findByRole('alert')
  expect(note.textContent).toContain(`Your party's edge (${EDGE}) is not running`)
  const before = roomFrame()
  answers = true
  await userEvent.click(within(note).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(roomFrame()).not.toBe(before)
})

test('a page of the edge that is only late takes the complaint about it away by coming', async () => {
  openRoom()
  await screen.findByTitle("Data and analysis, shown by your party's edge")
  vi.useFakeTimers()
  try {
    fireEvent.load(roomFrame())
    act(() => void vi.advanceTimersByTime(10_000))
    expect(screen.getByRole('alert').textContent).toContain('answers, but its page does not come')
    await roomSays({ say: 'ready' })
    expect(screen.queryByRole('alert')).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test.each([
  ['Home', 'Home', '/'],
  ['HomeTask', 'Home', '/'],
  ['mytask', 'My tasks', '/mytask'],
  ['', 'My data', '/mydata'],
])('opened from “%s”, %s is the way back', async (from, title, href) => {
  fakeServer(
    on(GetDataset, () => heart()),
    health,
  )
  renderPage(<DataDetailPage />, { path: `/data-detail?id=d1&from=${from}`, language: 'en' })
  await waitFor(() => expect(screen.getByText(title, { selector: 'nav a' }).getAttribute('href')).toBe(href))
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

    expect(await screen.findByText('Only its party sees what is in it')).toBeTruthy()
    expect(screen.queryByText('secret')).toBeNull()
    expect(document.querySelector('img')).toBeNull()
    expect(calls.map(({ path }) => path)).toEqual([GetDataset.path])
  },
)

test('deleting names the consequence, asks the platform and leads back to my data', async () => {
  const { calls } = fakeServer(
    on(GetDataset, () => heart()),
    on(DeleteDataset, () => null),
    health,
  )
  const { router } = renderPage(<DataDetailPage />, { path: '/data-detail?id=d1', language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete dataset' }))
  const dialog = await screen.findByRole('dialog')
  expect(
    within(dialog).getByText(/What it has \(120 rows\) stays at the edge of 仁和医院 until a signer deletes it there/),
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
      health,
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
    health,
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
    health,
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
] as const)(
  '%s dataset leads on to a task: one to which its party is invited, or a new one',
  async (_whose, change, leads) => {
    const abilities = { readRows: false, delete: false }
    fakeServer(on(GetDataset, () => heart({ ...change, abilities })))
    renderPage(<DataDetailPage />, { path: '/data-detail?id=d1', language: 'en' })
    await screen.findByRole('heading', { level: 1, name: heart().name })
    expect(screen.queryByRole('button', { name: 'Invite to a task' }) !== null).toBe(leads)
    expect(screen.queryByRole('button', { name: 'Create a task' }) === null).toBe(leads)
  },
)
