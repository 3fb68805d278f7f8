import { AppError, type Party } from '@tessera/contract'
import {
  GetRole,
  LeaveParty,
  ListDepartments,
  ListJoinRequests,
  ListMembers,
  ListMyJoinRequests,
  ListMyParties,
  ListNotifications,
  ListPoolDatasets,
} from '@tessera/contract/wire'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { setLanguage } from '../lib/i18n.ts'
import { getSession, sessionActions } from '../lib/session.ts'
import { openLive, socketToken } from '../testing/live.ts'
import { mayAll, self } from '../testing/party.ts'
import { open } from '../testing/router.tsx'
import { fakeServer, on, testParty, testUser } from '../testing/world.tsx'

const renhe = testParty()
const changning = testParty({ id: '2001', name: { cn: '长宁医院', en: 'Changning' } })
const third = testParty({ id: '3001', name: { cn: '第三医院', en: 'Third' } })

/** Simulates the platform's list of the user's parties, and answers the calls that every page makes. */
let parties: Party[] = []
const empty = { records: [], total: 0, size: 16, current: 1, pages: 0 }
const frame = [
  socketToken,
  on(ListMyParties, () => parties),
  on(GetRole, () => ({ role: 'admin' as const, isSuperAdmin: true, orgCode: 'A01' })),
  on(ListNotifications, () => empty),
  on(ListJoinRequests, () => []),
  on(ListMyJoinRequests, () => []),
  on(ListMembers, () => [self({ abilities: mayAll })]),
  on(ListDepartments, () => []),
]

function actFor(all: Party[], chosen: Party | null = all[0] ?? null) {
  parties = all
  sessionActions.start('token', testUser, all)
  if (chosen) sessionActions.chooseParty(chosen)
}

beforeEach(() => {
  setLanguage('en')
  sessionActions.end('logout')
})

const leave = async () => {
  await userEvent.click(await screen.findByText('Leave…'))
  await userEvent.click(await screen.findByRole('button', { name: 'Leave party' }))
}
const leaveParty = on(LeaveParty, () => {
  parties = parties.slice(1)
  return null
})

test.each([
  ['none is left', [renhe], '/select', undefined],
  ['one is left', [renhe, changning], '/', '2001'],
  ['several are left', [renhe, changning, third], '/index', undefined],
])(
  'leads to the next step after leaving the party when %s',
  { meta: { spec: 'screens.party-page' } },
  async (_what, all, href, next) => {
    actFor(all)
    fakeServer(...frame, leaveParty)
    const router = open('/party')
    await leave()
    await waitFor(() => expect(router.state.location.href).toBe(href))
    expect(getSession().party?.id).toBe(next)
    expect(await screen.findByText('You have left Renhe.')).toBeTruthy()
    expect(screen.queryByText(/no longer a member/)).toBeNull()
  },
)

test('keeps the party if leaving it is refused, and shows the reason in the dialog', {
  meta: { spec: 'screens.party-page' },
}, async () => {
  actFor([renhe])
  fakeServer(
    ...frame,
    on(LeaveParty, () => {
      throw new AppError('party.last-super-admin')
    }),
  )
  const router = open('/party')
  await leave()
  expect((await within(await screen.findByRole('dialog')).findByRole('alert')).textContent).toContain(
    'Appoint another one first',
  )
  expect(router.state.location.href).toBe('/party')
  expect(getSession().party?.id).toBe('1001')
})

test('tells a removed member after the first refused call, and offers the remaining parties', {
  meta: { spec: 'screens.suspended-party' },
}, async () => {
  actFor([renhe, changning])
  fakeServer(
    ...frame,
    on(ListPoolDatasets, () => {
      parties = [changning]
      throw new AppError('party.not-member')
    }),
  )
  const router = open('/data')
  await screen.findByText(/no longer a member of Renhe/)
  expect(router.state.location.pathname).toBe('/index')
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Changning2001'])
})

test('requests the user’s list of parties without a party id, even if a party is chosen', async () => {
  actFor([renhe])
  const { calls } = fakeServer(...frame)
  open('/party')
  await waitFor(() => expect(calls.some(({ path }) => path === ListMyParties.path)).toBe(true))
  expect(calls.find(({ path }) => path === ListMyParties.path)?.headers.get('tenant-id')).toBe('0')
  expect(calls.find(({ path }) => path === ListMembers.path)?.headers.get('tenant-id')).toBe('1001')
})

const suspended = on(ListPoolDatasets, (_input, { headers }) => {
  if (headers.get('tenant-id') === '1001' && isSuspended) throw new AppError('party.suspended')
  return empty
})
let isSuspended = true

test('shows a single page for a suspended party, from which the user can switch to another', {
  meta: { spec: 'screens.suspended-party' },
}, async () => {
  isSuspended = true
  actFor([renhe, changning])
  fakeServer(...frame, suspended)
  const router = open('/data')
  expect(await screen.findByRole('heading', { level: 1, name: 'Renhe is suspended' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Data pool' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^Changning/ }))
  await waitFor(() => expect(router.state.location.href).toBe('/'))
  expect(getSession().party?.id).toBe('2001')
  expect(screen.queryByText(/is suspended/)).toBeNull()
})

test('shows the requested page on retry once the suspension of the party is lifted', async () => {
  isSuspended = true
  actFor([renhe])
  fakeServer(...frame, suspended)
  open('/data')
  const retry = await screen.findByRole('button', { name: 'Try again' })
  await userEvent.click(retry)
  expect(await screen.findByRole('heading', { level: 1, name: 'Renhe is suspended' })).toBeTruthy()
  isSuspended = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Data pool' })).toBeTruthy()
})

test.each([
  [4, 4, 0],
  [5, 4, 1],
])(
  'shows, for %i parties, %i cards per page in the chooser, and a pager only above 4 parties',
  { meta: { spec: ['screens.party-chooser', 'limits.page-size-parties'] } },
  async (count, cards, pagers) => {
    const many = Array.from({ length: count }, (_, index) =>
      testParty({ id: String(index + 1), name: { cn: `P${index + 1}`, en: `P${index + 1}` } }),
    )
    actFor(many, null)
    fakeServer(...frame)
    const router = open('/index?to=%2Fparty')
    await screen.findByText('Choose a party')
    const list = screen.getByRole('button', { name: /^P1/ }).closest('ul') as HTMLElement
    expect(within(list).getAllByRole('button')).toHaveLength(cards)
    expect(document.querySelectorAll('.ant-pagination')).toHaveLength(pagers)
    if (pagers) {
      await userEvent.click(screen.getByTitle('2'))
      expect(
        within(list)
          .getAllByRole('button')
          .map(({ textContent }) => textContent),
      ).toEqual(['P55'])
    }
    const [last] = within(list).getAllByRole('button').slice(-1)
    await userEvent.click(last as HTMLElement)
    await waitFor(() => expect(router.state.location.href).toBe('/party'))
    expect(getSession().party?.id).toBe(String(count))
  },
)

test('resets page, address and cached data when the user switches the party in the header', {
  meta: { spec: 'screens.header-party-menu' },
}, async () => {
  actFor([renhe, changning])
  const { calls } = fakeServer(
    ...frame,
    on(ListPoolDatasets, () => empty),
  )
  const router = open('/data?name=heart')
  await screen.findByText('No results')
  const before = calls.length
  await userEvent.click(screen.getByRole('button', { name: 'Switch party, current: Renhe' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /Changning/ }))
  await waitFor(() => expect(router.state.location.href).toBe('/'))
  await waitFor(() => expect(screen.queryByDisplayValue('heart')).toBeNull())
  expect(await screen.findByRole('button', { name: 'Switch party, current: Changning' })).toBeTruthy()

  await act(() => router.navigate({ href: '/data?name=heart' }))
  await screen.findByText('No results')
  const requests = calls.slice(before).filter(({ path }) => path === ListPoolDatasets.path)
  expect(new Set(requests.map(({ headers }) => headers.get('tenant-id')))).toEqual(new Set(['2001']))
})

test('opens the party’s page, and the page for joining another party, from the header', {
  meta: { spec: 'screens.header-party-menu' },
}, async () => {
  actFor([renhe])
  fakeServer(...frame)
  const router = open('/party?tab=departments')
  await userEvent.click(await screen.findByRole('button', { name: 'Switch party, current: Renhe' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Party page' }))
  await waitFor(() => expect(router.state.location.href).toBe('/party'))
  await userEvent.click(screen.getByRole('button', { name: 'Switch party, current: Renhe' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Join another party' }))
  await waitFor(() => expect(router.state.location.href).toBe('/bind?second=1'))
})

test('shows an approved join request without a reload, and lets the user enter the party', {
  meta: { spec: 'screens.request-party-membership' },
}, async () => {
  actFor([])
  let isIn = false
  const request = {
    id: 'r1',
    partyId: '2001',
    partyName: '长宁医院',
    userId: 'u1',
    username: 'alice',
    displayName: 'Alice',
    note: '',
    createTime: new Date(),
    reviewTime: null,
  }
  fakeServer(
    on(ListMyJoinRequests, () => [{ ...request, status: isIn ? ('approved' as const) : ('waiting' as const) }]),
    ...frame,
  )
  const notify = await openLive()
  const router = open('/select')
  const mine = within(await screen.findByRole('region', { name: 'Your requests' }))
  expect(mine.getByText('Pending')).toBeTruthy()
  isIn = true
  parties = [changning]
  notify({ cmd: 'user' })
  await userEvent.click(await mine.findByRole('button', { name: 'Enter' }))
  await waitFor(() => expect(router.state.location.href).toBe('/bind-success?partyId=2001'))
  expect(await screen.findByText('Welcome to Changning')).toBeTruthy()
})
