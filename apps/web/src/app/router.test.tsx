import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { act, render, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ROUTES } from '../lib/paths.ts'
import { sessionActions } from '../lib/session.ts'
import { logIn, testParty, testUser } from '../lib/testing.tsx'
import { OPEN_ROUTES } from './guard.ts'
import { Providers } from './providers.tsx'
import { createAppRouter } from './router.tsx'

/** Every route of the specification, with the query parameters it names. */
const ADDRESSES = [
  '/',
  '/tuili?id=900719925474099312&modalId=900719925474099313',
  '/mytask?type=TRAIN',
  '/mytask/mytaskDetail?id=900719925474099312&role=guest&algid=a1&type=creat&from=pool',
  '/mydata',
  '/mymodal',
  '/algorithm',
  '/algorithm/algorithmDetail?id=a1&flType=1&from=Home',
  '/task',
  '/data',
  '/modal',
  '/modal/modalDetail?id=m1&from=myModel',
  '/environment',
  '/404',
  '/journal',
  '/data-detail?id=d1&partyId=1001&from=HomeTask&flag=1',
  '/tickets',
]
const ALONE = ['/select', '/index']
const OPEN = [
  '/login',
  '/forgetPassWord',
  '/register',
  '/bind',
  '/bind?second=1',
  '/bind-success',
  '/bind-join',
  '/info',
]

beforeEach(() => {
  sessionActions.end('logout')
  localStorage.clear()
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

test('the list is the whole list', () => {
  const walked = [...ADDRESSES, ...ALONE, ...OPEN].map((address) => address.split('?')[0])
  expect(new Set(walked)).toEqual(new Set(Object.values(ROUTES)))
  expect(new Set(OPEN.map((address) => address.split('?')[0]))).toEqual(new Set(OPEN_ROUTES))
})

test.each([...ADDRESSES, ...ALONE])('a member of a party opens %s and keeps its query', async (address) => {
  logIn()
  const { settled, container } = open(address)
  expect(await settled()).toBe(address)
  await waitFor(() => expect(container.querySelector('main')).not.toBeNull())
  expect(container.querySelector('.t-bar') === null).toBe(ALONE.includes(address))
})

test.each([...ADDRESSES, ...ALONE, '/nowhere'])(
  'nobody opens %s: sent to log in, and back afterwards',
  async (address) => {
    const { settled, router } = open(address)
    const expected = address === '/' ? '/login' : `/login?${new URLSearchParams({ to: address })}`
    expect(await settled()).toBe(expected)

    act(() => sessionActions.start('token', testUser, [testParty()]))
    await waitFor(() => expect(router.state.location.href).toBe(address))
  },
)

test.each(OPEN)('%s is open without a session and has no header', async (address) => {
  const { settled, container } = open(address)
  expect(await settled()).toBe(address)
  await waitFor(() => expect(container.querySelector('main')).not.toBeNull())
  expect(container.querySelector('.t-bar')).toBeNull()
})

test('/login leads home when logged in, and never to another site', async () => {
  logIn()
  expect(await open('/login').settled()).toBe('/')
  expect(await open('/login?to=%2Ftask').settled()).toBe('/task')
  expect(await open('/login?to=https%3A%2F%2Fevil.example').settled()).toBe('/')
  expect(await open('/login?to=%2F%2Fevil.example').settled()).toBe('/')
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
  act(() => sessionActions.end('expired'))
  await waitFor(() => expect(router.state.location.href).toBe('/login?to=%2Ftask'))
})
