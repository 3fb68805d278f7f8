import { AppError, type JoinRequest, type Party } from '@tessera/contract'
import {
  CreatePartyInvite,
  GetEdge,
  ListDepartments,
  ListJoinRequests,
  ListMembers,
  ListMyParties,
  UpdateParty,
} from '@tessera/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { getSession } from '../../lib/session.ts'
import { departments, edge, member, memberParty, request, self } from '../../testing/party.ts'
import { fakeServer, logIn, on, renderPage, testParty } from '../../testing/world.tsx'
import { PartyPage } from './PartyPage.tsx'

let requests: JoinRequest[] = []
const routes = [
  on(ListMembers, () => [self(), member()]),
  on(ListDepartments, () => departments),
  on(ListJoinRequests, () => requests),
  on(GetEdge, () => edge()),
]
beforeEach(() => {
  requests = []
  logIn()
})
const show = (path = '/party', language: 'cn' | 'en' = 'en') => renderPage(<PartyPage />, { path, language })
const tabNames = async () => {
  await screen.findByRole('tablist')
  return screen.getAllByRole('tab').map((tab) => tab.textContent)
}

test('stores the open tab in the address, and opens the first tab if the address names an unknown one', async () => {
  fakeServer(...routes)
  const { router, unmount } = show('/party?tab=nothing')
  expect((await screen.findByRole('tab', { name: 'Profile' })).getAttribute('aria-selected')).toBe('true')
  await userEvent.click(screen.getByRole('tab', { name: 'Members' }))
  expect(await screen.findByText('Bob')).toBeTruthy()
  expect(router.state.location.href).toBe('/party?tab=members')
  unmount()

  show('/party?tab=departments', 'cn')
  expect(await screen.findByText('放射科')).toBeTruthy()
})

test('shows the number of pending join requests on their tab', async () => {
  requests = [request(), request({ id: 'r2' }), request({ id: 'r3', status: 'approved' })]
  fakeServer(...routes)
  show()
  await waitFor(async () => expect(await tabNames()).toContain('Requests to join2'))
  expect(screen.getByTitle('2 requests await a decision')).toBeTruthy()
})

test('shows a member without special rights no join requests, no invite and no editing', {
  meta: { spec: 'screens.party-page' },
}, async () => {
  logIn({ party: memberParty(), role: 'member' })
  fakeServer(...routes)
  show()
  expect(await tabNames()).toEqual(['Profile', 'Members', 'Departments', 'Edge'])
  expect(await screen.findByText('Only an administrator of the party can change this.')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Invite a colleague' })).toBeNull()
})

test('shows the party’s names, id, creation date and edge address', {
  meta: { spec: 'screens.party-page' },
}, async () => {
  fakeServer(...routes)
  show('/party', 'cn')
  const about = within(await screen.findByRole('region', { name: '机构概况' }))
  for (const text of ['仁和医院', 'Renhe', '1001', '2026年1月1日', 'http://127.0.0.1:9101']) {
    expect(about.getByText(text)).toBeTruthy()
  }
})

test('lets an administrator change the party’s name, and shows at its field if the name is in use', {
  meta: { spec: 'screens.party-page' },
}, async () => {
  let party: Party = testParty()
  const { calls } = fakeServer(
    ...routes,
    on(UpdateParty, ({ name }) => {
      if (name?.cn === '长宁医院') throw new AppError('party.name-taken')
      party = testParty({ name: { ...party.name, ...name } })
      return party
    }),
    on(ListMyParties, () => [party]),
  )
  show()
  const field = await screen.findByLabelText('Name')
  await userEvent.clear(field)
  await userEvent.type(field, '长宁医院{Enter}')
  const complaint = await screen.findByText('This name is already in use. Choose another one.')
  expect(field.getAttribute('aria-describedby')).toBe(complaint.closest('[id]')?.id)
  expect(field).toHaveProperty('value', '长宁医院')
  expect(getSession().party?.name.cn).toBe('仁和医院')

  await userEvent.clear(field)
  await userEvent.type(field, '仁和总院{Enter}')
  await waitFor(() => expect(getSession().party?.name.cn).toBe('仁和总院'))
  expect(calls.findLast(({ path }) => path === UpdateParty.path)?.input).toEqual({
    id: '1001',
    name: { cn: '仁和总院', en: 'Renhe' },
  })
})

test('states who can use the invite code and for how long, and groups its digits', {
  meta: { spec: 'screens.header-party-menu' },
}, async () => {
  let isRefused = true
  fakeServer(
    ...routes,
    on(CreatePartyInvite, () => {
      if (isRefused) throw new AppError('party.admin-only')
      return '12345678'
    }),
  )
  show('/party?tab=edge')
  await userEvent.click(await screen.findByRole('button', { name: 'Invite a colleague' }))
  expect(await screen.findByText('With this code, one person can join Renhe as a member within 10 days.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Generate code' }))
  expect(await screen.findByText('Only an administrator of the party can do this.')).toBeTruthy()
  isRefused = false
  await userEvent.click(screen.getByRole('button', { name: 'Generate code' }))
  expect(await screen.findByText('1234 5678')).toBeTruthy()
  expect(screen.getByText('Copy code')).toBeTruthy()
})

test('asks a guest to join or create a party, and sends no request', async () => {
  logIn({ party: null, role: 'tourist' })
  const { calls } = fakeServer()
  show('/party', 'cn')
  expect(await screen.findByText('您还不属于任何机构')).toBeTruthy()
  expect(screen.getByRole('button', { name: '加入或创建机构' })).toBeTruthy()
  expect(calls).toEqual([])
})
