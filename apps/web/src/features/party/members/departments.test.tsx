import { AppError, type Department, type Member } from '@tessera/contract'
import {
  AddDepartment,
  ListDepartments,
  ListMembers,
  RemoveDepartment,
  RenameDepartment,
  SetDepartment,
} from '@tessera/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { departments, mayAll, member, memberParty, self } from '../../../testing/party.ts'
import { fakeServer, logIn, on, renderPage, testParty } from '../../../testing/world.tsx'
import { Departments } from './Departments.tsx'

beforeEach(() => logIn())

const tree = on(ListDepartments, () => departments)
const people = (...members: Member[]) => on(ListMembers, () => members)
const show = (party = testParty(), language: 'cn' | 'en' = 'en') =>
  renderPage(<Departments party={party} />, { path: '/party?tab=departments', language })

test('shows the tree of departments with the number of members, and marks the user’s own', async () => {
  fakeServer(tree, people(self({ orgCode: 'A01A02' }), member(), member({ userId: 'u3' })))
  show()
  const own = (await screen.findByText('Your department')).closest('.party-branch') as HTMLElement
  expect(within(own).getByText('检验科')).toBeTruthy()
  const radiology = screen.getByText('放射科').closest('li') as HTMLElement
  expect(within(radiology).getByText('2 members')).toBeTruthy()
  expect(within(radiology).getByText('CT')).toBeTruthy()
})

test('shows members the tree of departments without controls', {
  meta: { spec: 'screens.party-departments' },
}, async () => {
  fakeServer(tree, people(self({ role: 'member' })))
  show(memberParty())
  await screen.findByText('CT')
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('lets a member choose a department for themselves once', {
  meta: { spec: 'screens.party-departments' },
}, async () => {
  let orgCode = 'A01'
  const abilities = { ...mayAll, setRole: false, remove: false }
  const { calls } = fakeServer(
    tree,
    on(ListMembers, () => [
      self({ role: 'member', orgCode, abilities: { ...abilities, setDepartment: orgCode === 'A01' } }),
    ]),
    on(SetDepartment, (input) => {
      orgCode = input.orgCode
      return null
    }),
  )
  show(memberParty(), 'cn')
  await userEvent.click(await screen.findByRole('button', { name: '选择我的部门' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/成员只能自行选择一次/)).toBeTruthy()
  await userEvent.click(await dialog.findByRole('combobox', { name: '部门' }))
  await userEvent.click(await screen.findByTitle('放射科'))
  await userEvent.click(dialog.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: '选择我的部门' })).toBeNull())
  expect(calls.find(({ path }) => path === SetDepartment.path)?.input).toEqual({ orgCode: 'A01A01' })
})

test('adds a department by keyboard, and keeps the input if the name is in use', {
  meta: { spec: 'screens.party-departments' },
}, async () => {
  let children: Department[] = []
  const { calls } = fakeServer(
    people(self()),
    on(ListDepartments, () => [{ name: 'Renhe', orgCode: 'A01', children }]),
    on(AddDepartment, ({ name }) => {
      if (name === 'Taken') throw new AppError('party.department-name-taken')
      children = [{ name, orgCode: 'A01A01', children: [] }]
      return { orgCode: 'A01A01' }
    }),
  )
  show()
  const add = await screen.findByRole('button', { name: 'Add a department under Renhe' })
  add.focus()
  await userEvent.keyboard('{Enter}')
  const field = await screen.findByRole('textbox', { name: 'Name' })
  await userEvent.type(field, '{Enter}')
  expect(await screen.findByText('A name has 1 to 40 characters.')).toBeTruthy()
  await userEvent.type(field, 'Taken{Enter}')
  expect(await screen.findByText('Another department at this level already has this name.')).toBeTruthy()
  expect(field).toHaveProperty('value', 'Taken')

  await userEvent.clear(field)
  await userEvent.type(field, 'Radiology{Enter}')
  expect(await screen.findByText('Radiology')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.findLast(({ path }) => path === AddDepartment.path)?.input).toEqual({
    parentCode: 'A01',
    name: 'Radiology',
  })
})

test('renames a department, but not the party at the root of the tree', async () => {
  const { calls } = fakeServer(
    tree,
    people(self()),
    on(RenameDepartment, () => null),
  )
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Rename CT' }))
  const field = await screen.findByRole('textbox', { name: 'Name' })
  expect(field).toHaveProperty('value', 'CT')
  await userEvent.type(field, ' and MRI{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.find(({ path }) => path === RenameDepartment.path)?.input).toEqual({
    orgCode: 'A01A01A01',
    name: 'CT and MRI',
  })
  expect(screen.queryByRole('button', { name: 'Rename 仁和医院' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Remove 仁和医院' })).toBeNull()
})

test('shows in the dialog why a department that is in use cannot be removed', async () => {
  let isInUse = true
  const { calls } = fakeServer(
    tree,
    people(self()),
    on(RemoveDepartment, () => {
      if (isInUse) throw new AppError('party.department-in-use')
      return null
    }),
  )
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Remove CT' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove the department CT?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Move them first')
  isInUse = false
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.findLast(({ path }) => path === RemoveDepartment.path)?.input).toEqual({ orgCode: 'A01A01A01' })
})
