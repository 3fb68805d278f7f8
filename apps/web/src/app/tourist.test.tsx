import { ListMyJoinRequests, ListMyParties, ListPoolDatasets } from '@tessera/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { JoinPanel } from '../features/task/detail/JoinPanel.tsx'
import { taskDetail } from '../features/task/test-world.ts'
import { setLanguage } from '../lib/i18n.ts'
import { getSession, sessionActions } from '../lib/session.ts'
import { fakeServer, logIn, on, renderPage, testUser } from '../lib/testing.tsx'
import { DataPoolPage } from './pages/DataPoolPage.tsx'
import { open } from './testing.tsx'

/** Section 6: what a tourist may not, page by page, and that each says how it becomes possible. */

beforeEach(() => {
  sessionActions.end('logout')
  setLanguage('en')
  logIn({ party: null, role: 'tourist' })
})

/** A network that is still; answers what it was asked. */
function silence(): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return new Promise(() => undefined)
  })
  return asked
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
])('%s: a tourist is led to bind a party, and nothing of a party is asked for', async (_what, path, title, calls) => {
  const asked = silence()
  const router = open(path)
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
  await userEvent.click(await bindPrompt())
  await waitFor(() => expect(router.state.location.pathname).toBe('/bind'))
  expect(asked.filter((url) => calls.test(url))).toEqual([])
})

test('home greets with the prompt to bind; neither tools, nor tasks or data of one’s own', async () => {
  silence()
  open('/')
  expect(await screen.findByText('You are looking around as a tourist')).toBeTruthy()
  expect(await bindPrompt()).toBeTruthy()
  for (const name of ['Create a task', 'Upload data']) {
    expect(page().queryByRole('link', { name })).toBeNull()
    expect(page().queryByRole('button', { name })).toBeNull()
  }
  for (const name of ['My tasks', 'My data']) expect(screen.queryByRole('region', { name })).toBeNull()
})

test('the sidebar and the header offer nothing of a party', async () => {
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

test('no invite code joins a task, and none is created, even by an address', async () => {
  silence()
  open('/task?create=1')
  expect(await within(await screen.findByRole('dialog')).findByText('Tasks belong to a party')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Description' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Join by invite code' })).toBeNull()
  expect(await bindPrompt()).toBeTruthy()
})

test('a task cannot be joined, and says what is needed first', async () => {
  renderPage(<JoinPanel task={taskDetail({ abilities: { join: true } })} mine={null} />, { language: 'cn' })
  expect(await screen.findByRole('button', { name: '加入或创建机构' })).toBeTruthy()
  expect(screen.getAllByRole('button')).toHaveLength(1)
})

test('the data pool has no way to upload, but one to bind', async () => {
  fakeServer(on(ListPoolDatasets, () => ({ records: [], total: 0, size: 16, current: 1, pages: 0 })))
  renderPage(<DataPoolPage />, { path: '/data', language: 'en' })
  expect((await screen.findByText('Join or create a party')).closest('button')).toBeTruthy()
  expect(screen.getAllByRole('button')).toHaveLength(1)
})

test('an algorithm is read, not trained with', async () => {
  silence()
  open('/algorithm/algorithmDetail?id=a1')
  expect(await screen.findByText('You are looking around as a tourist')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /create/i })).toBeNull()
})

test.each([
  ['Join my party', '/bind?second=1'],
  ['Create a party', '/bind'],
  ['Look around', '/task'],
])('somebody without a party begins with “%s”', async (choice, href) => {
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
  expect(getSession().isTourist).toBe(choice === 'Look around')
})
