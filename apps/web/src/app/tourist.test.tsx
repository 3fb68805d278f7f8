import { ListMyJoinRequests, ListMyParties, ListPoolDatasets } from '@tessera/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { JoinPanel } from '../features/task/detail/JoinPanel.tsx'
import { setLanguage } from '../lib/i18n.ts'
import { getSession, sessionActions } from '../lib/session.ts'
import { open } from '../testing/router.tsx'
import { taskDetail } from '../testing/task.ts'
import { fakeServer, logIn, on, renderPage, testUser } from '../testing/world.tsx'
import { DataPoolPage } from './pages/DataPoolPage.tsx'

/**
 * What a user without a party ("tourist" in the specification, section 6) cannot do on each page, and how the page
 * explains the next step.
 */

beforeEach(() => {
  sessionActions.end('logout')
  setLanguage('en')
  logIn({ party: null, role: 'tourist' })
})

/** Simulates a network that never answers. Returns the list of requested addresses. */
function silence(): string[] {
  const requested: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    requested.push(url)
    return new Promise(() => undefined)
  })
  return requested
}
const page = () => within(document.querySelector('main') as HTMLElement)
const bindPrompt = async () =>
  waitFor(() => {
    const ways = [
      ...page().queryAllByRole('link', { name: 'Join or create a party' }),
      ...page().queryAllByRole('button', { name: 'Join or create a party' }),
    ]
    expect(ways.length).toBeGreaterThan(0)
    return ways[0] as HTMLElement
  })

test.each([
  ['my tasks', '/mytask', 'My tasks', /listMyJob|listCurrent/],
  ['my data', '/mydata', 'My data', /collectFileMeta/],
  ['my models', '/mymodal', 'My models', /listMyModel/],
  ['inference', '/tuili?modalId=m1', 'Inference', /flModelInfo|flModelInference/],
  ['the party', '/party', 'Party', /members|joinRequests/],
  ['consent tickets', '/tickets', 'Consent tickets', /grant/],
  ['the environment', '/environment', 'Environment', /softWareStatus|hardWareStatus/],
])(
  '%s: leads a guest to joining a party and requests none of a party’s data',
  { meta: { spec: 'roles.tourist-own-items' } },
  async (_what, path, title, calls) => {
    const requested = silence()
    const router = open(path)
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
    await userEvent.click(await bindPrompt())
    await waitFor(() => expect(router.state.location.pathname).toBe('/bind'))
    expect(requested.filter((url) => calls.test(url))).toEqual([])
  },
)

test('shows a guest on the home page how to join a party, but no tools, own tasks or own data', {
  meta: { spec: 'screens.home' },
}, async () => {
  silence()
  open('/')
  expect(await screen.findByText('You are browsing as a guest')).toBeTruthy()
  expect(await bindPrompt()).toBeTruthy()
  for (const name of ['Create a task', 'Upload data']) {
    expect(page().queryByRole('link', { name })).toBeNull()
    expect(page().queryByRole('button', { name })).toBeNull()
  }
  for (const name of ['My tasks', 'My data']) expect(screen.queryByRole('region', { name })).toBeNull()
})

test('shows a guest no entries for a party in sidebar and header', async () => {
  silence()
  open('/task')
  await screen.findByRole('heading', { level: 1, name: 'Task pool' })
  const menu = within(screen.getByRole('navigation', { name: 'Menu' }))
  for (const name of ['My tasks', 'My data', 'My models', 'Consent tickets', 'Party', 'Environment']) {
    expect(menu.queryByRole('link', { name })).toBeNull()
  }
  expect(menu.getByRole('link', { name: 'Data pool' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Invite a colleague' })).toBeNull()
})

test('lets a guest neither join by invite code nor create a task, even through an address', {
  meta: { spec: 'roles.tourist-join-task' },
}, async () => {
  silence()
  open('/task?create=1')
  expect(await within(await screen.findByRole('dialog')).findByText('Tasks belong to a party')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Description' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Join with invite code' })).toBeNull()
  expect(await bindPrompt()).toBeTruthy()
})

test('offers a guest to join or create a party instead of joining a task', {
  meta: { spec: 'roles.tourist-join-task' },
}, async () => {
  renderPage(<JoinPanel task={taskDetail({ abilities: { join: true } })} mine={null} />, { language: 'cn' })
  expect(await screen.findByRole('button', { name: '加入或创建机构' })).toBeTruthy()
  expect(screen.getAllByRole('button')).toHaveLength(1)
})

test('offers a guest to join a party instead of an upload in the data pool', {
  meta: { spec: ['screens.data-pool', 'roles.tourist-upload-data'] },
}, async () => {
  fakeServer(on(ListPoolDatasets, () => ({ records: [], total: 0, size: 16, current: 1, pages: 0 })))
  renderPage(<DataPoolPage />, { path: '/data', language: 'en' })
  expect((await screen.findByText('Join or create a party')).closest('button')).toBeTruthy()
  expect(screen.getAllByRole('button')).toHaveLength(1)
})

test('shows a guest an algorithm without offering to create a task', async () => {
  silence()
  open('/algorithm/algorithmDetail?id=a1')
  expect(await screen.findByText('You are browsing as a guest')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /create/i })).toBeNull()
})

test.each([
  ['Join an existing party', '/bind?second=1'],
  ['Create a party', '/bind'],
  ['Browse first', '/task'],
])(
  'lets a user without a party begin with “%s”',
  { meta: { spec: 'screens.select-party-option' } },
  async (choice, href) => {
    sessionActions.end('logout')
    sessionActions.start('token', testUser)
    fakeServer(
      on(ListMyJoinRequests, () => []),
      on(ListMyParties, () => null),
    )
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const router = open('/select?to=%2Ftask')
    await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^${choice}`) }))
    await waitFor(() => expect(router.state.location.href).toBe(href))
    expect(getSession().isTourist).toBe(choice === 'Browse first')
  },
)
