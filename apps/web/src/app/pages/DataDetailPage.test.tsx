import { AppError } from '@tessera/contract'
import { CheckHealth, DeleteDataset, GetDataset, GetEdgeToken, ListFailingSoftware } from '@tessera/contract/wire'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '../../lib/i18n.ts'
import { edgeToken, heart } from '../../testing/dataset.ts'
import { fakeServer, logIn, on, renderPage } from '../../testing/world.tsx'
import { DataDetailPage } from './DataDetailPage.tsx'

const EDGE = 'http://127.0.0.1:9101'
const health = on(CheckHealth, () => ({ status: 'ok' as const }))

beforeEach(() => logIn())

/** Simulates a message from the edge's page in the frame. */
const frameSays = (data: unknown, { origin = EDGE, source = edgeFrame().contentWindow as Window | null } = {}) =>
  act(async () => void window.dispatchEvent(new MessageEvent('message', { data, origin, source })))
const edgeFrame = () => screen.getByTitle("Data and analysis, shown by your party's edge") as HTMLIFrameElement

function openFrame() {
  const { calls } = fakeServer(
    on(GetDataset, () => heart()),
    ...[edgeToken, health],
  )
  const page = renderPage(<DataDetailPage />, { path: '/data-detail?id=d1', language: 'en' })
  return { ...page, calls }
}

test('shows a dataset’s rows on an edge page in a frame, to which it sends token, language and theme', {
  meta: { spec: 'screens.data-detail' },
}, async () => {
  const { calls } = openFrame()
  await screen.findByTitle("Data and analysis, shown by your party's edge")
  const address = new URL(edgeFrame().src)
  expect(address.origin + address.pathname + address.search).toBe(`${EDGE}/dataset?id=d1`)
  expect(Object.fromEntries(new URLSearchParams(address.hash.slice(1)))).toMatchObject({ lang: 'en', theme: 'light' })
  expect(address.href).not.toContain('token')
  const postMessage = vi.spyOn(edgeFrame().contentWindow as Window, 'postMessage').mockImplementation(() => {})

  await frameSays({ say: 'ready' })
  await frameSays({ say: 'who', again: false })
  await frameSays({ say: 'height', pixels: 800 })
  await waitFor(() => expect(edgeFrame().style.height).toBe('800px'))
  await waitFor(() => expect(postMessage.mock.calls).toHaveLength(2))
  act(() => setLanguage('cn'))
  await waitFor(() => expect(postMessage.mock.calls).toHaveLength(3))
  expect(postMessage.mock.calls).toEqual([
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
  ['a frame with an undeclared field', { say: 'height', pixels: 800, rows: ['Mary Smith'] }, {}],
  ['a frame with an excessive height', { say: 'height', pixels: 1e9 }, {}],
  ['a frame with a height in single pixels', { say: 'height', pixels: 741 }, {}],
] as const)(
  'ignores a message from %s',
  { meta: { claim: 'row-access.forged-message-to-console' } },
  async (_whom, message, from) => {
    openFrame()
    await screen.findByTitle("Data and analysis, shown by your party's edge")
    await frameSays(message, from)
    await frameSays({ say: 'ready' })
    expect(edgeFrame().style.height).toBe('0px')
  },
)

test('sends the frame no token if a message comes from another origin or another window', {
  meta: { claim: 'row-access.token-to-wrong-page' },
}, async () => {
  const { calls } = openFrame()
  await screen.findByTitle("Data and analysis, shown by your party's edge")
  await frameSays({ say: 'who', again: false }, { origin: 'https://elsewhere.example' })
  await frameSays({ say: 'who', again: false }, { source: window })
  expect(calls.some(({ path }) => path === GetEdgeToken.path)).toBe(false)
})

test('keeps showing the frame while the platform is unreachable, and sends the frame no token', async () => {
  fakeServer(
    on(GetDataset, () => heart()),
    on(GetEdgeToken, () => {
      throw new TypeError('Failed to fetch')
    }),
    health,
  )
  renderPage(<DataDetailPage />, { path: '/data-detail?id=d1', language: 'en' })
  await screen.findByTitle("Data and analysis, shown by your party's edge")
  const postMessage = vi.spyOn(edgeFrame().contentWindow as Window, 'postMessage').mockImplementation(() => {})
  await frameSays({ say: 'who', again: false })
  await waitFor(() => expect(postMessage.mock.calls).toContainEqual([{ say: 'token', token: null }, EDGE]))
  await frameSays({ say: 'height', pixels: 800 })
  expect(edgeFrame().style.height).toBe('800px')
  expect((await screen.findByRole('alert')).textContent).toContain('The platform does not respond')
})

test('tells the frame after 5 seconds that there is no token yet, and sends the token once the platform answers', async () => {
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
  const postMessage = vi.spyOn(edgeFrame().contentWindow as Window, 'postMessage').mockImplementation(() => {})
  const tokens = () => postMessage.mock.calls.flatMap(([message]) => (message.say === 'token' ? [message.token] : []))
  vi.useFakeTimers()
  try {
    await frameSays({ say: 'who', again: false })
    act(() => void vi.advanceTimersByTime(4_000))
    expect(tokens()).toEqual([])
    act(() => void vi.advanceTimersByTime(1_000))
    expect(tokens()).toEqual([null])
    await frameSays({ say: 'who', again: false })
    act(() => void vi.advanceTimersByTime(1))
    expect(tokens()).toEqual([null, null])
  } finally {
    vi.useRealTimers()
  }
  act(() => answer({ token: 'edge-token', expiresInSeconds: 600 }))
  await waitFor(() => expect(tokens()).toContain('edge-token'))
})

test('shows an error if the edge does not respond, and loads the edge page again on retry', async () => {
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
  const before = edgeFrame()
  answers = true
  await userEvent.click(within(note).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(edgeFrame()).not.toBe(before)
})

test('removes the notice that an edge page is late once the page arrives', async () => {
  openFrame()
  await screen.findByTitle("Data and analysis, shown by your party's edge")
  vi.useFakeTimers()
  try {
    fireEvent.load(edgeFrame())
    act(() => void vi.advanceTimersByTime(10_000))
    expect(screen.getByRole('alert').textContent).toContain('responds, but its page does not appear')
    await frameSays({ say: 'ready' })
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
])('links the page back to %s if it was opened from “%s”', async (from, title, href) => {
  fakeServer(
    on(GetDataset, () => heart()),
    health,
  )
  renderPage(<DataDetailPage />, { path: `/data-detail?id=d1&from=${from}`, language: 'en' })
  await waitFor(() => expect(screen.getByText(title, { selector: 'nav a' }).getAttribute('href')).toBe(href))
})

test('shows another party’s dataset with columns and formats only, and requests no rows', {
  meta: { spec: 'screens.data-detail' },
}, async () => {
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
  'shows no content of another party’s %s dataset and requests none',
  { meta: { spec: 'screens.data-detail-pictures' } },
  async (contentType) => {
    const { calls } = fakeServer(
      on(GetDataset, () =>
        heart({
          contentType,
          columns: ['secret'],
          columnTypes: { secret: 'text' },
          labelColumns: ['secret'],
          partyId: '1002',
          partyName: '第二医院',
          abilities: { readRows: false, delete: false },
        }),
      ),
    )
    renderPage(<DataDetailPage />, { path: '/data-detail?id=d1', language: 'en' })

    expect(await screen.findByText('Only the owner can see the content')).toBeTruthy()
    expect(screen.queryByText('secret')).toBeNull()
    expect(document.querySelector('img')).toBeNull()
    expect(calls.map(({ path }) => path)).toEqual([GetDataset.path])
  },
)

test('states the consequence of a deletion, deletes the dataset and returns to my data', {
  meta: { spec: ['screens.delete-own-data', 'screens.dialog-confirm'] },
}, async () => {
  const { calls } = fakeServer(
    on(GetDataset, () => heart()),
    on(DeleteDataset, () => null),
    health,
  )
  const { router } = renderPage(<DataDetailPage />, { path: '/data-detail?id=d1', language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete dataset' }))
  const dialog = await screen.findByRole('dialog')
  expect(
    within(dialog).getByText(
      /The data \(120 rows\) stays at the edge of 仁和医院 until a signer deletes or restores it there/,
    ),
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
  'in %s, lists the tasks that use the dataset, tasks in training first',
  { meta: { spec: 'screens.delete-own-data' } },
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

test('lists at most 8 tasks that use the dataset, and no list if there are none', async () => {
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

test('does not delete a dataset that is used in training, and shows the reason in the dialog', async () => {
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
    'This dataset is being used for training in: Stroke.',
  )
  expect(router.state.location.pathname).toBe('/data-detail')
})

test.each([
  ['another party’s', { partyId: '2' }, true],
  ['the party’s own', {}, false],
] as const)(
  '%s dataset offers an invitation to a task or a new task',
  { meta: { spec: 'states.task-from-foreign-dataset' } },
  async (_whose, change, leads) => {
    const abilities = { readRows: false, delete: false }
    fakeServer(on(GetDataset, () => heart({ ...change, abilities })))
    renderPage(<DataDetailPage />, { path: '/data-detail?id=d1', language: 'en' })
    await screen.findByRole('heading', { level: 1, name: heart().name })
    expect(screen.queryByRole('button', { name: 'Invite to a task' }) !== null).toBe(leads)
    expect(screen.queryByRole('button', { name: 'Create a task' }) === null).toBe(leads)
  },
)
