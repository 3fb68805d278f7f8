import { useQuery } from '@tanstack/react-query'
import { AppError, type Invitee } from '@tessera/contract'
import {
  AnswerInvitation,
  CreateTaskInvite,
  InviteParty,
  ListInvitees,
  ListTasksToInvite,
  TakeBackInvitation,
} from '@tessera/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { registration, taskDetail } from '../../../testing/task.ts'
import { fakeServer, logIn, on, renderPage } from '../../../testing/world.tsx'
import { tasksToInviteQuery } from '../api.ts'
import { InvitationsPanel } from './InvitationsPanel.tsx'
import { InviteButton } from './InviteButton.tsx'
import { JoinPanel } from './JoinPanel.tsx'

const invitee = (partyId: string, status: Invitee['status'] = null): Invitee => ({
  partyId,
  partyName: `Hospital ${partyId}`,
  partyAvatar: null,
  status,
  registrationId: status && `r${partyId}`,
})

test('invites parties of the federation, shows their status, and does not invite participants', {
  meta: { spec: 'states.party-invitation' },
}, async () => {
  logIn()
  const records = [invitee('2'), invitee('3', 'joined'), invitee('4', 'declined'), invitee('5', 'invited')]
  const { calls } = fakeServer(
    on(ListInvitees, () => ({ records, total: records.length, size: 8, current: 1, pages: 1 })),
    on(InviteParty, ({ partyId }) => {
      const found = records.find((one) => one.partyId === partyId) as Invitee
      Object.assign(found, { status: 'invited', registrationId: 'new' })
      return null
    }),
    on(TakeBackInvitation, () => {
      Object.assign(records[3] as Invitee, { status: null, registrationId: null })
      return null
    }),
  )
  const user = userEvent.setup()
  renderPage(<InviteButton taskId="t1" />, { language: 'en' })
  await user.click(await screen.findByRole('button', { name: 'Invite parties' }))
  expect(await screen.findByText('Hospital 2')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Invite Hospital 3' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Invite Hospital 4' }).textContent).toBe('Invite again')

  await user.click(screen.getByRole('button', { name: 'Invite Hospital 2' }))
  expect(await screen.findByRole('button', { name: 'Withdraw the invitation of Hospital 2' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Withdraw the invitation of Hospital 5' }))
  expect(await screen.findByRole('button', { name: 'Invite Hospital 5' })).toBeTruthy()
  const sent = calls.filter(({ path }) => path !== ListInvitees.path).map(({ input }) => input)
  expect(sent).toEqual([{ taskId: 't1', partyId: '2' }, { registrationId: 'r5' }])

  await user.type(screen.getByRole('textbox', { name: 'Find a party by name' }), 'north')
  await waitFor(() => expect(calls.at(-1)?.input).toEqual({ taskId: 't1', name: 'north', pageNo: 1, pageSize: 8 }))
})

test('creates an invite code for a task only on request', async () => {
  logIn()
  const { calls } = fakeServer(
    on(ListInvitees, () => ({ records: [], total: 0, size: 8, current: 1, pages: 0 })),
    on(CreateTaskInvite, () => '12345678'),
  )
  const user = userEvent.setup()
  renderPage(<InviteButton taskId="t1" />, { language: 'cn' })
  await user.click(await screen.findByRole('button', { name: '邀请机构' }))
  expect(await screen.findByText('平台上目前仅有本机构')).toBeTruthy()
  expect(calls.some(({ path }) => path === CreateTaskInvite.path)).toBe(false)
  await user.click(screen.getByRole('tab', { name: '使用邀请码' }))
  expect((await screen.findByLabelText('邀请码')).textContent).toBe('12345678')
  // Another code is not created when the user returns to the tab.
  await user.click(screen.getByRole('tab', { name: '从联邦机构中选择' }))
  await user.click(screen.getByRole('tab', { name: '使用邀请码' }))
  expect(screen.getByLabelText('邀请码').textContent).toBe('12345678')
  await user.click(screen.getByRole('button', { name: '生成新的邀请码' }))
  await waitFor(() => expect(calls.filter(({ path }) => path === CreateTaskInvite.path)).toHaveLength(2))
})

function PageThatListsTasks() {
  useQuery(tasksToInviteQuery('d1'))
  return <InviteButton taskId="t1" />
}

test('keeps the focus when the button to invite becomes a button to withdraw', {
  meta: { spec: 'states.party-invitation' },
}, async () => {
  logIn()
  const party = invitee('2')
  const { calls } = fakeServer(
    on(ListInvitees, () => ({ records: [party], total: 1, size: 8, current: 1, pages: 1 })),
    on(ListTasksToInvite, () => []),
    on(InviteParty, () => {
      Object.assign(party, { status: 'invited', registrationId: 'r2' })
      return null
    }),
    on(TakeBackInvitation, () => {
      Object.assign(party, { status: null, registrationId: null })
      return null
    }),
  )
  const user = userEvent.setup()
  renderPage(<PageThatListsTasks />, { language: 'en' })
  await user.click(await screen.findByRole('button', { name: 'Invite parties' }))
  ;(await screen.findByRole('button', { name: 'Invite Hospital 2' })).focus()
  await user.keyboard('{Enter}')
  const takeBack = await screen.findByRole('button', { name: 'Withdraw the invitation of Hospital 2' })
  expect(document.activeElement).toBe(takeBack)
  await waitFor(() => expect(calls.filter(({ path }) => path === ListTasksToInvite.path)).toHaveLength(2))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Invite Hospital 2' }))
})

test('shows the initiator pending and declined invitations, and no button to withdraw once joining is closed', async () => {
  logIn()
  const invitations = [
    registration({ id: 'r2', partyId: '2', partyName: 'Hospital 2', role: 'participant', status: 'invited' }),
    registration({ id: 'r3', partyId: '3', partyName: 'Hospital 3', role: 'participant', status: 'declined' }),
  ]
  const { unmount } = renderPage(<InvitationsPanel invitations={invitations} canTakeBack />, { language: 'en' })
  const [waiting, declined] = await screen.findAllByRole('listitem')
  expect(waiting?.textContent).toContain('Awaiting an answer')
  expect(declined?.textContent).toContain('Declined')
  expect(within(declined as HTMLElement).queryByRole('button')).toBeNull()
  expect(screen.getAllByRole('button')).toHaveLength(1)
  unmount()
  renderPage(<InvitationsPanel invitations={invitations} canTakeBack={false} />, { language: 'en' })
  await screen.findAllByRole('listitem')
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  ['Accept and join', 'approve', 'public', '/mytask/mytaskDetail?id=t1'],
  ['Decline', 'reject', 'public', '/mytask/mytaskDetail?id=t1'],
  ['Decline', 'reject', 'private', '/'],
] as const)(
  'lets an invited party answer: %s (%s, %s)',
  { meta: { spec: 'states.party-invitation' } },
  async (button, answer, visibility, place) => {
    logIn()
    const { calls } = fakeServer(on(AnswerInvitation, () => null))
    const task = taskDetail({ visibility, abilities: { join: true, answerInvitation: true } })
    const mine = registration({ status: 'invited', role: 'participant' })
    const { router } = renderPage(<JoinPanel task={task} mine={mine} />, {
      language: 'en',
      path: '/mytask/mytaskDetail?id=t1',
    })
    expect(await screen.findByText(/^Hospital A invites your party to this task/)).toBeTruthy()
    // There is no button to join for a party that was invited.
    expect(screen.queryByRole('button', { name: 'Join' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: button }))
    await waitFor(() => expect(router.state.location.href).toBe(place))
    expect(calls.map(({ input }) => input)).toEqual([{ taskId: 't1', answer }])
  },
)

test('reports that an invitation was withdrawn meanwhile', async () => {
  logIn()
  fakeServer(
    on(AnswerInvitation, () => {
      throw new AppError('task.not-invited')
    }),
  )
  const task = taskDetail({ abilities: { answerInvitation: true } })
  renderPage(<JoinPanel task={task} mine={null} />, { language: 'cn' })
  await userEvent.click(await screen.findByRole('button', { name: '接受并加入' }))
  expect((await screen.findByRole('alert')).textContent).toContain('邀请已撤回')
})
