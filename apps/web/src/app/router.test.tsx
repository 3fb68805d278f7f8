import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { act, render, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '../lib/i18n.ts'
import { paths, ROUTES } from '../lib/paths.ts'
import { sessionActions } from '../lib/session.ts'
import { logIn, testParty, testUser } from '../testing/world.tsx'
import { Providers } from './providers.tsx'
import { createAppRouter } from './router.tsx'

/** The routes in section 2 of the specification, each with its query and the heading of its page. */
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
/** The route of the consent tickets, which is not in the specification. */
const TICKETS = ['/tickets', 'Consent tickets'] as const
/** The route of all notifications, which is not in the specification. */
const NOTICES = ['/notices', 'Notifications'] as const
/** The route of a run's log, to which `logUrl` links. It is not in the specification. */
const RUN_LOG = ['/mytask/runLog?id=t1&run=r1', 'Log of a run'] as const
/** The route of the big screen. The specification has only its calls. */
const SCREEN = ['/screen', 'The federation, live'] as const
/** The route of the comparison of runs, which is not in the specification. */
const RUNS = ['/mytask/runs?id=t1&runs=r1%2Cr2', 'Compare runs'] as const
/** The route of the requirements for training, which is not in the specification. */
const GUIDE = ['/environment/guide', 'Requirements for training'] as const
/** The route of the party page, with what the specification offers administrators in the header's party menu. */
const PARTY = ['/party?tab=members', 'Party'] as const
/** The route of the API reference, which is not in the specification. */
const OPEN_API = ['/openapi', 'API reference'] as const
/** The route of the platform's services, which is not in the specification. */
const LANDING = ['/landing', 'Services'] as const
/** The route of the last page of registration, which is not in the specification. */
const REGISTERED = ['/register-success', 'Your account is ready, Alice'] as const
const CHOOSER = ['/index', 'Choose a party'] as const
const SELECT = ['/select', 'Welcome, Alice'] as const
/** The routes that need no session. */
const OPEN = [
  ['/login', 'Log in to Tessera'],
  ['/forgetPassWord', 'Set a new password'],
  ['/register', 'Create an account'],
  ['/bind', 'Which party do you represent?'],
  ['/bind?second=1', 'Which party do you represent?'],
  ['/bind-success', 'Which party do you represent?'],
  ['/bind-join', 'Which party do you represent?'],
  ['/info', 'Party'],
  // The specification does not contain the routes below.
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
  // The fake calls never answer, because this test checks only the routes.
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

test('tests every route that this file lists', { meta: { spec: 'screens.routes-history-mode' } }, () => {
  const covered = [...GUARDED, SELECT, ...OPEN].map(([address]) => address.split('?')[0])
  expect(new Set(Object.values(ROUTES))).toEqual(new Set(covered))
})

test.each(GUARDED)(
  'opens %s for a member of a party and keeps its query',
  { meta: { spec: ['screens.routes-history-mode', 'screens.index-without-header'] } },
  async (address, title) => {
    logIn()
    const { settled, container } = open(address)
    expect(await settled()).toBe(address)
    await shows(container, title)
    expect(container.querySelector('.t-bar') === null).toBe(
      ['/index', '/register-success', '/screen'].includes(address),
    )
  },
)

test.each([...GUARDED.map(([address]) => address), '/nowhere'])(
  'redirects from %s to log-in without a session, and back afterwards',
  { meta: { spec: 'screens.public-routes' } },
  async (address) => {
    const { settled, router } = open(address)
    const expected = address === '/' ? '/login' : `/login?${new URLSearchParams({ to: address })}`
    expect(await settled()).toBe(expected)

    act(() => sessionActions.start('token', testUser, [testParty()]))
    await waitFor(() => expect(router.state.location.href).toBe(address))
  },
)

test('never shows the log-in form below the header after a log-in', async () => {
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

test.each(OPEN)(
  'opens the page %s without a session, and shows no header on it',
  { meta: { spec: 'screens.public-routes' } },
  async (address, title) => {
    const { settled, container } = open(address)
    expect(await settled()).toBe(address)
    await shows(container, title)
    expect(container.querySelector('.t-bar')).toBeNull()
  },
)

test('uses the specification’s names for the query parameters of links', () => {
  expect(paths.model('m1', { from: 'myModel' })).toBe('/modal/modalDetail?id=m1&from=myModal')
  expect(paths.inference({ id: 'i1', modelId: 'm1' })).toBe('/tuili?id=i1&modalId=m1')
  expect(paths.bind({ second: '1' })).toBe('/bind?second=1')
})

test('opens the page /select for a user without a party', async () => {
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
])(
  'redirects a logged-in user from %s, but never to another site',
  { meta: { spec: 'screens.login-redirect-home' } },
  async (address, expected) => {
    logIn()
    expect(await open(address).settled()).toBe(expected)
  },
)

test.each([
  ['no party', [], '/select?to=%2Ftask'],
  ['one party', [testParty()], '/task'],
  ['several parties', [testParty(), testParty({ id: '1002' })], '/index?to=%2Ftask'],
])(
  'leads to the right page after a log-in with %s',
  { meta: { spec: ['screens.select-party-option', 'states.login-destination'] } },
  async (_who, parties, expected) => {
    sessionActions.start('token', testUser, parties)
    expect(await open('/task').settled()).toBe(expected)
  },
)

test('lets a guest open the pool of tasks', async () => {
  logIn({ party: null, role: 'tourist' })
  expect(await open('/task').settled()).toBe('/task')
})

test('shows 404 with header and sidebar at an unknown address', { meta: { spec: 'screens.not-found' } }, async () => {
  logIn()
  const { settled, container } = open('/nowhere')
  expect(await settled()).toBe('/nowhere')
  await waitFor(() => expect(container.querySelector('h1')?.textContent).toBe('404'))
})

test('redirects to the log-in page when the session ends', {
  meta: { spec: 'screens.header-account-menu' },
}, async () => {
  logIn()
  const { router, settled } = open('/task')
  await settled()
  act(() => sessionActions.end('logout'))
  await waitFor(() => expect(router.state.location.href).toBe('/login?to=%2Ftask'))
})

test('leads users with a party from /select to the requested page, and others from /index to /select', async () => {
  logIn()
  expect(await open('/select?to=%2Ftask').settled()).toBe('/task')
  sessionActions.start('token', { ...testUser, id: 'u2' })
  expect(await open('/index?to=%2Ftask').settled()).toBe('/select?to=%2Ftask')
})
