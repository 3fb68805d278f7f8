import { AppError, type Member } from '@tessera/contract'
import {
  GetRole,
  LeaveParty,
  ListDepartments,
  ListMembers,
  ListMyParties,
  RemoveMember,
  SetDepartment,
  SetMemberRole,
} from '@tessera/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { departments, mayAll, member, self } from '../../../testing/party.ts'
import { fakeServer, logIn, on, renderPage, testParty } from '../../../testing/world.tsx'
import { Members } from './Members.tsx'

const party = testParty()
beforeEach(() => logIn({ party }))

const tree = on(ListDepartments, () => departments)
const list = (...members: Member[]) => on(ListMembers, () => members)
const rights = [
  on(ListMyParties, () => [party]),
  on(GetRole, () => ({ role: 'admin' as const, isSuperAdmin: true, orgCode: 'A01' })),
]

const show = (path = '/party?tab=members', language: 'cn' | 'en' = 'en') =>
  renderPage(<Members party={party} />, { path, language })

/** Opens the menu and waits until it has the focus, which happens shortly after the menu appears. */
const openMenu = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('menuitem'))
}
const choose = async (item: string) => userEvent.click(await screen.findByRole('menuitem', { name: item }))
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLElement

test('shows each member’s name, role, department and date of joining, and marks the user’s own row', async () => {
  fakeServer(tree, list(self(), member({ displayName: '李四', username: 'lisi' })))
  show('/party?tab=members', 'cn')
  const row = within(await rowOf('李四'))
  expect(row.getByText('lisi')).toBeTruthy()
  expect(row.getByText('成员')).toBeTruthy()
  expect(await row.findByText('放射科')).toBeTruthy()
  expect(row.getByText('2026年2月3日')).toBeTruthy()
  const own = within(await rowOf('Alice'))
  expect(own.getByText('超级管理员')).toBeTruthy()
  expect(own.getByText('(您)')).toBeTruthy()
  expect(screen.getByText('2 名成员')).toBeTruthy()
})

test('keeps the search for members in the address, and also searches departments', async () => {
  fakeServer(tree, list(self(), member(), member({ userId: 'u3', displayName: 'Carol', orgCode: 'A01A02' })))
  const { router } = show('/party?tab=members&name=放射')
  expect(await screen.findByText('Bob')).toBeTruthy()
  expect(screen.queryByText('Carol')).toBeNull()

  const field = screen.getByRole('textbox', { name: 'Search by name or department' })
  await userEvent.clear(field)
  await userEvent.type(field, 'nobody{Enter}')
  expect(await screen.findByText('No members match “nobody”.')).toBeTruthy()
  expect(router.state.location.search).toEqual({ tab: 'members', name: 'nobody' })
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(await screen.findByText('Carol')).toBeTruthy()
})

test('shows 20 members per page, and the last page if the page number is too high', async () => {
  const many = Array.from({ length: 21 }, (_, index) =>
    member({ userId: `m${index}`, username: `m${index}`, displayName: `Member ${index}` }),
  )
  fakeServer(tree, list(...many))
  const { router } = show('/party?tab=members&pageNo=9')
  expect(await screen.findByText('Member 20')).toBeTruthy()
  expect(router.state.location.search).toEqual({ tab: 'members', pageNo: '2' })
  expect(screen.queryByText('Member 0')).toBeNull()
})

test('shows no menu beside a member on whom the user may perform no action', async () => {
  fakeServer(tree, list(self({ abilities: { ...mayAll, setRole: false, remove: false } }), member()))
  show()
  await screen.findByText('Bob')
  expect(screen.queryByRole('button', { name: 'Actions for Bob' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Actions for Alice' })).toBeTruthy()
})

test('offers only those actions on a member that the server allows', {
  meta: { spec: 'screens.party-members' },
}, async () => {
  fakeServer(tree, list(self(), member({ abilities: { ...mayAll, setRole: false, setDepartment: false } })))
  show()
  await openMenu('Bob')
  await screen.findByRole('menuitem', { name: 'Remove from party' })
  expect(screen.getAllByRole('menuitem')).toHaveLength(1)
})

test('describes the rights of each role, and keeps the chosen role after a refusal', {
  meta: { spec: 'screens.party-members' },
}, async () => {
  let isRefused = true
  let role: Member['role'] = 'member'
  const { calls } = fakeServer(
    tree,
    on(ListMembers, () => [self({ abilities: mayAll }), member({ role, abilities: mayAll })]),
    on(SetMemberRole, (change) => {
      if (isRefused) throw new AppError('party.super-admin-only')
      role = change.role
      return null
    }),
    ...rights,
  )
  show()
  await openMenu('Bob')
  await choose('Change role')
  const dialog = within(await screen.findByRole('dialog', { name: 'Role of Bob' }))
  expect(
    dialog.getByText('Has all rights of an administrator, and appoints and dismisses administrators.'),
  ).toBeTruthy()
  await userEvent.click(dialog.getByRole('radio', { name: /^Administrator/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Only a super administrator of the party can do this.')).toBeTruthy()
  expect(dialog.getByRole('radio', { name: /^Administrator/ })).toHaveProperty('checked', true)

  isRefused = false
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect(within(await rowOf('Bob')).getByText('Administrator')).toBeTruthy())
  expect(calls.filter(({ path }) => path === SetMemberRole.path).map(({ input }) => input)).toEqual([
    { userId: 'u2', role: 'admin' },
    { userId: 'u2', role: 'admin' },
  ])
})

test('warns users who change their own role to a lower one', async () => {
  fakeServer(tree, list(self({ abilities: mayAll })))
  show()
  await openMenu('Alice')
  await choose('Change role')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByText(/This is your own role/)).toBeNull()
  await userEvent.click(dialog.getByRole('radio', { name: /^Member/ }))
  expect(await dialog.findByText(/This is your own role/)).toBeTruthy()
})

test('moves a member to another department', async () => {
  const { calls } = fakeServer(
    tree,
    list(self(), member({ abilities: mayAll })),
    on(SetDepartment, () => null),
  )
  show()
  await openMenu('Bob')
  await choose('Change department')
  const dialog = within(await screen.findByRole('dialog', { name: 'Department of Bob' }))
  await userEvent.click(await dialog.findByRole('combobox', { name: 'Department' }))
  await userEvent.click(await screen.findByTitle('检验科'))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.find(({ path }) => path === SetDepartment.path)?.input).toEqual({ orgCode: 'A01A02', userId: 'u2' })
})

test('names the member and the consequence before a removal, and restores the focus on cancel', {
  meta: { spec: 'screens.party-members' },
}, async () => {
  let isThere = true
  const { calls } = fakeServer(
    tree,
    on(ListMembers, () => (isThere ? [self(), member({ abilities: mayAll })] : [self()])),
    on(RemoveMember, () => {
      isThere = false
      return null
    }),
  )
  show()
  await openMenu('Bob')
  await choose('Remove from party')
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Bob from Renhe?' }))
  expect(dialog.getByText(/lose access to the party immediately.*stay with the party/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Actions for Bob'))
  expect(calls.some(({ path, input }) => path === RemoveMember.path && input)).toBe(false)

  await openMenu('Bob')
  await choose('Remove from party')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove from party' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Actions for Bob' })).toBeNull())
  expect(calls.find(({ path }) => path === RemoveMember.path)?.input).toEqual({ userId: 'u2' })
})

test('shows in the dialog why the removal of a member was refused', async () => {
  fakeServer(
    tree,
    list(self(), member({ abilities: mayAll })),
    on(RemoveMember, () => {
      throw new AppError('party.last-super-admin')
    }),
  )
  show()
  await openMenu('Bob')
  await choose('Remove from party')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove from party' }))
  expect((await within(screen.getByRole('dialog')).findByRole('alert')).textContent).toContain('Appoint another one')
})

test('tells the last super administrator what to do before leaving, and sends no request', {
  meta: { spec: 'screens.party-members' },
}, async () => {
  const { calls } = fakeServer(tree, list(self({ abilities: { ...mayAll, leave: false } })))
  show('/party?tab=members', 'cn')
  await userEvent.click(await screen.findByRole('button', { name: '对 Alice 的操作' }))
  await choose('退出机构')
  expect(await screen.findByText(/您是 仁和医院 的最后一位超级管理员/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '关闭' }))
  expect(calls.some(({ path }) => path === LeaveParty.path)).toBe(false)
})

test('shows an error in place of the members, and loads them on retry', async () => {
  let isUp = false
  fakeServer(
    tree,
    on(ListMembers, () => {
      if (!isUp) throw new AppError('internal')
      return [self()]
    }),
  )
  show()
  const retry = await screen.findByRole('button', { name: 'Try again' })
  isUp = true
  await userEvent.click(retry)
  expect(await screen.findByText('Alice')).toBeTruthy()
})
