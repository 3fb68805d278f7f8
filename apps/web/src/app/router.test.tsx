import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { act, render, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '../lib/i18n.ts'
import { paths, ROUTES } from '../lib/paths.ts'
import { sessionActions } from '../lib/session.ts'
import { logIn, testParty, testUser } from '../lib/testing.tsx'
import { Providers } from './providers.tsx'
import { createAppRouter } from './router.tsx'

/** Section 2 of the specification: each route with the query it names, and the heading of the page it opens. */
const FRAMED = [
  ['/', /^Good .*, Alice$/],
  ['/tuili?id=900719925474099312&modalId=900719925474099313', 'Inference'],
  ['/mytask', 'My tasks'],
  ['/mytask/mytaskDetail?id=900719925474099312&role=guest&algid=a1&type=creat&from=pool', 'Task'],
  ['/mydata', 'My data'],
  ['/mymodal', 'My models'],
  ['/algorithm', 'Algorithms'],
  ['/algorithm/algorithmDetail?id=a1&flType=1&from=Home', 'Algorithm'],
  ['/task', 'Task pool'],
  ['/data', 'Data pool'],
  ['/modal', 'Model pool'],
  ['/modal/modalDetail?id=m1&from=myModal', 'Model'],
  ['/modal/modalDetail?id=m1&from=pool', 'Model'],
  ['/environment', 'Environment'],
  ['/404', '404'],
  ['/journal', 'Update log'],
  ['/data-detail?id=d1&partyId=1001&from=Home&flag=1', 'Dataset'],
  ['/data-detail?id=d1&partyId=1001&from=HomeTask&flag=1', 'Dataset'],
  ['/data-detail?id=d1&partyId=1001&from=mytask&flag=1', 'Dataset'],
] as const
/** Ours, for the consent tickets, which the specification does not know. */
const TICKETS = ['/tickets', 'Consent tickets'] as const
/** Ours too: all notices on a page. */
const NOTICES = ['/notices', 'Notices'] as const
/** Ours: what was reported of a run, which `logUrl` leads to. */
const RUN_LOG = ['/mytask/runLog?id=t1&run=r1', 'Log of a run'] as const
/** Ours: the page of the big screen, whose calls alone the specification has. */
const SCREEN = ['/screen', 'The federation, live'] as const
/** Ours: runs of a task, side by side. */
const RUNS = ['/mytask/runs?id=t1&runs=r1%2Cr2', 'Runs compared'] as const
/** Ours: what a party needs to train. */
const GUIDE = ['/environment/guide', 'What a party needs to train'] as const
/** Ours, for what the specification gives the header's party to its administrators. */
const PARTY = ['/party?tab=members', 'Party'] as const
/** Ours: the OpenAPI document, whose calls take a session. */
const OPEN_API = ['/openapi', 'API reference'] as const
/** Ours: what this platform offers. */
const LANDING = ['/landing', 'Services'] as const
/** Ours: where registering ends. */
const REGISTERED = ['/register-success', 'Your account is ready, Alice'] as const
const CHOOSER = ['/index', 'For which party do you work now?'] as const
const SELECT = ['/select', 'Welcome, Alice'] as const
/** Open without a session. */
const OPEN = [
  ['/login', 'Log in to Tessera'],
  ['/forgetPassWord', 'Set a new password'],
  ['/register', 'Create an account'],
  ['/bind', 'Which party do you work for?'],
  ['/bind?second=1', 'Which party do you work for?'],
  ['/bind-success', 'Which party do you work for?'],
  ['/bind-join', 'Which party do you work for?'],
  ['/info', 'Party'],
  // Ours.
  ['/terms', 'Terms of use'],
  ['/privacy', 'Privacy notice'],
] as const
const GUARDED = [
  ...FRAMED,
  TICKETS,
  RUNS,
  RUN_LOG,
  SCREEN,
  GUIDE,
  PARTY,
  NOTICES,
  OPEN_API,
  LANDING,
  REGISTERED,
  CHOOSER,
]

beforeEach(() => {
  sessionActions.end('logout')
  localStorage.clear()
  setLanguage('en')
  // The pages' own calls are no matter of this test.
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
})

function open(address: string) {
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createAppRouter(history)
  const shown = render(
    <Providers queryClient={new QueryClient()}>
      <RouterProvider router={router} />
    </Providers>,
  )
  const settled = async () => {
    await waitFor(() => expect(router.state.status).toBe('idle'))
    return router.state.location.href
  }
  return { ...shown, router, settled }
}

const heading = (container: HTMLElement) => container.querySelector('main h1')?.textContent ?? ''
const shows = (container: HTMLElement, expected: string | RegExp) =>
  waitFor(() =>
    expect(heading(container)).toMatch(typeof expected === 'string' ? new RegExp(`^${escaped(expected)}$`) : expected),
  )
const escaped = (text: string) => text.replace(/[?.]/g, '\\$&')

test('no route is there that this list does not walk', () => {
  const walked = [...GUARDED, SELECT, ...OPEN].map(([address]) => address.split('?')[0])
  expect(new Set(Object.values(ROUTES))).toEqual(new Set(walked))
})

test.each(GUARDED)('a member of a party opens %s and keeps its query', async (address, title) => {
  logIn()
  const { settled, container } = open(address)
  expect(await settled()).toBe(address)
  await shows(container, title)
  expect(container.querySelector('.t-bar') === null).toBe(['/index', '/register-success', '/screen'].includes(address))
})

test.each([...GUARDED.map(([address]) => address), '/nowhere'])(
  'nobody opens %s: sent to log in, and back afterwards',
  async (address) => {
    const { settled, router } = open(address)
    const expected = address === '/' ? '/login' : `/login?${new URLSearchParams({ to: address })}`
    expect(await settled()).toBe(expected)

    act(() => sessionActions.start('token', testUser, [testParty()]))
    await waitFor(() => expect(router.state.location.href).toBe(address))
  },
)

test('the form to log in never stands under the header of who has just logged in', async () => {
  const { settled, container, router } = open('/login')
  await settled()
  await shows(container, 'Log in to Tessera')
  const seen: string[] = []
  const watch = new MutationObserver(() => {
    if (container.querySelector('.t-bar')) seen.push(heading(container))
  })
  watch.observe(container, { childList: true, subtree: true })
  act(() => sessionActions.start('token', testUser, [testParty()]))
  await waitFor(() => expect(router.state.location.href).toBe('/'))
  await shows(container, FRAMED[0][1])
  watch.disconnect()
  expect(seen).not.toContain('Log in to Tessera')
})

test.each(OPEN)('%s is open without a session and has no header', async (address, title) => {
  const { settled, container } = open(address)
  expect(await settled()).toBe(address)
  await shows(container, title)
  expect(container.querySelector('.t-bar')).toBeNull()
})

test('links carry the query as the specification spells it', () => {
  expect(paths.model('m1', { from: 'myModel' })).toBe('/modal/modalDetail?id=m1&from=myModal')
  expect(paths.inference({ id: 'i1', modelId: 'm1' })).toBe('/tuili?id=i1&modalId=m1')
  expect(paths.bind({ second: '1' })).toBe('/bind?second=1')
})

test('/select is for who has no party: others are sent on', async () => {
  sessionActions.start('token', testUser)
  const { settled, container } = open('/select')
  expect(await settled()).toBe('/select')
  await shows(container, SELECT[1])
})

test.each([
  ['/login', '/'],
  ['/login?to=%2Ftask', '/task'],
  ['/login?to=https%3A%2F%2Fevil.example', '/'],
  ['/login?to=%2F%2Fevil.example', '/'],
])('%s leads on when logged in, and never to another site', async (address, expected) => {
  logIn()
  expect(await open(address).settled()).toBe(expected)
})

test.each([
  ['no party', [], '/select?to=%2Ftask'],
  ['one party', [testParty()], '/task'],
  ['several parties', [testParty(), testParty({ id: '1002' })], '/index?to=%2Ftask'],
])('after logging in with %s', async (_who, parties, expected) => {
  sessionActions.start('token', testUser, parties)
  expect(await open('/task').settled()).toBe(expected)
})

test('a tourist comes in', async () => {
  logIn({ party: null, role: 'tourist' })
  expect(await open('/task').settled()).toBe('/task')
})

test('an unknown address shows 404 within the frame', async () => {
  logIn()
  const { settled, container } = open('/nowhere')
  expect(await settled()).toBe('/nowhere')
  await waitFor(() => expect(container.querySelector('h1')?.textContent).toBe('404'))
})

test('logging out, in this tab or another, leads to log in', async () => {
  logIn()
  const { router, settled } = open('/task')
  await settled()
  act(() => sessionActions.end('logout'))
  await waitFor(() => expect(router.state.location.href).toBe('/login?to=%2Ftask'))
})

test('who has a party is not asked how to begin, who has none not which', async () => {
  logIn()
  expect(await open('/select?to=%2Ftask').settled()).toBe('/task')
  sessionActions.start('token', { ...testUser, id: 'u2' })
  expect(await open('/index?to=%2Ftask').settled()).toBe('/select?to=%2Ftask')
})
