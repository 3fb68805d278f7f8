import { AppError, type JoinRequest } from '@tessera/contract'
import { ListJoinRequests, ListMembers, ReviewJoinRequest } from '@tessera/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { openLive, socketToken } from '../../../testing/live.ts'
import { request } from '../../../testing/party.ts'
import { fakeServer, logIn, on, renderPage, testParty } from '../../../testing/world.tsx'
import { JoinRequests, useWaitingCount } from './JoinRequests.tsx'

const party = testParty()
beforeEach(() => logIn({ party }))

/** Simulates a platform that stores decisions about join requests. `refuse` can throw an error instead. */
function platform(first: JoinRequest[], refuse?: () => void) {
  let requests = first
  return fakeServer(
    on(ListJoinRequests, () => requests),
    on(ListMembers, () => []),
    on(ReviewJoinRequest, ({ id, verdict }) => {
      refuse?.()
      const status = verdict === 'approve' ? 'approved' : 'rejected'
      const reviewTime = new Date('2026-03-02T08:00:00Z')
      requests = requests.map((each) => (each.id === id ? { ...each, status, reviewTime } : each))
      return null
    }),
  )
}
const show = (language: 'cn' | 'en' = 'en') =>
  renderPage(<JoinRequests party={party} />, { path: '/party?tab=requests', language })
const section = (name: string) => within(screen.getByRole('region', { name }))

test.each([
  ['Approve Dora', 'approve', 'Approved', 'Dora is now a member.'],
  ['Reject Dora', 'reject', 'Rejected', 'The request of Dora has been rejected.'],
])(
  '%s: decides in the list, confirms and lists the request as decided',
  { meta: { spec: 'screens.party-join-requests' } },
  async (button, verdict, word, message) => {
    const { calls } = platform([request(), request({ id: 'r2', displayName: 'Emil', username: 'emil', note: '' })])
    show()
    expect(await screen.findByText('From radiology')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: button }))
    expect(await screen.findByText(message)).toBeTruthy()
    expect(await section('Decided').findByText(word)).toBeTruthy()
    expect(section('Pending').queryByText('Dora')).toBeNull()
    expect(section('Pending').getByText('Emil')).toBeTruthy()
    expect(calls.find(({ path }) => path === ReviewJoinRequest.path)?.input).toEqual({ id: 'r1', verdict })
  },
)

test('explains how to join the party while there are no join requests', async () => {
  platform([])
  show('cn')
  expect(await screen.findByText('没有待处理的申请')).toBeTruthy()
  expect(screen.getByText(/凭机构编号 1001 申请加入/)).toBeTruthy()
})

test('keeps a join request in the list and shows the error if the decision is refused', async () => {
  platform([request()], () => {
    throw new AppError('party.admin-only')
  })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Approve Dora' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Only an administrator')
  expect(screen.getByRole('button', { name: 'Approve Dora' })).toBeTruthy()
})

test('removes a join request that was decided or withdrawn meanwhile, and explains why', async () => {
  let isWithdrawn = false
  fakeServer(
    on(ListJoinRequests, () => (isWithdrawn ? [] : [request()])),
    on(ListMembers, () => []),
    on(ReviewJoinRequest, () => {
      isWithdrawn = true
      throw new AppError('party.request-not-found')
    }),
  )
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Reject Dora' }))
  expect(await screen.findByText('This request no longer exists, or has already been decided.')).toBeTruthy()
  expect(await screen.findByText('No pending requests')).toBeTruthy()
})

test('shows ten decided join requests at first, then all', async () => {
  platform(
    Array.from({ length: 12 }, (_, index) =>
      request({ id: `r${index}`, displayName: `P${index}`, username: `p${index}`, status: 'approved' }),
    ),
  )
  show()
  await screen.findByText('P9')
  expect(screen.queryByText('P10')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show all 12' }))
  expect(await screen.findByText('P11')).toBeTruthy()
})

const Count = () => <output>{useWaitingCount(party)}</output>

test('counts a new join request without a reload', {
  meta: { spec: 'screens.party-join-requests' },
}, async () => {
  let requests: JoinRequest[] = []
  fakeServer(
    socketToken,
    on(ListJoinRequests, () => requests),
  )
  const say = await openLive()
  renderPage(<Count />)
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('0'))
  requests = [request(), request({ id: 'r2', status: 'rejected' })]
  say({ cmd: 'user' })
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1'))
})
