import { AppError } from '@tessera/contract'
import { CheckParty, CreateParty, ListDepartments, ListMyParties, SetDepartment } from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { setLanguage } from '../lib/i18n.ts'
import { getSession, sessionActions } from '../lib/session.ts'
import { fakeServer, on, testParty, testUser } from '../lib/testing.tsx'
import { open } from './testing.tsx'

const party = testParty({ id: '2001', name: '长宁医院', nameEn: 'Changning' })

beforeEach(() => {
  setLanguage('cn')
  sessionActions.start('token', testUser)
})

async function fillIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await screen.findByLabelText('机构名称'), party.name)
  await user.type(screen.getByLabelText('英文名称'), party.nameEn)
  await user.type(screen.getByLabelText('机构编号'), party.id)
  await user.click(screen.getByRole('button', { name: '创建机构' }))
}

const departments = on(ListDepartments, () => [{ name: '放射科', orgCode: 'A01', children: [] }])

test('who creates a party acts for it, is welcomed and chooses a department', async () => {
  const server = fakeServer(
    departments,
    on(CheckParty, () => true),
    on(CreateParty, () => party),
    on(ListMyParties, () => [party]),
    on(SetDepartment, () => null),
  )
  const router = open('/bind')
  const user = userEvent.setup()
  await fillIn(user)

  await screen.findByText('您已加入 长宁医院')
  expect(router.state.location.href).toBe('/bind-success?partyId=2001')
  expect(getSession().party?.id).toBe('2001')
  expect(server.calls.find(({ path }) => path === CreateParty.path)?.input).toEqual({
    id: '2001',
    name: '长宁医院',
    nameEn: 'Changning',
    avatar: null,
  })

  await user.click(await screen.findByRole('combobox'))
  await user.click(await screen.findByTitle('放射科'))
  await user.click(screen.getByRole('button', { name: '进入首页' }))
  await waitFor(() => expect(router.state.location.href).toBe('/'))
  expect(server.calls.find(({ path }) => path === SetDepartment.path)?.input).toEqual({ orgCode: 'A01' })
})

test('a taken id is said where it was typed, and what was typed stays', async () => {
  fakeServer(
    on(CheckParty, () => {
      throw new AppError('party.id-taken')
    }),
  )
  const router = open('/bind')
  await fillIn(userEvent.setup())
  expect((await screen.findByRole('alert')).textContent).toContain('编号')
  expect((screen.getByLabelText('机构名称') as HTMLInputElement).value).toBe('长宁医院')
  expect(router.state.location.href).toBe('/bind')
})

test('both ways empty: each says what it needs, nothing is sent', async () => {
  const server = fakeServer()
  open('/bind?second=1')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: '加入' }))
  expect(await screen.findByText('邀请码为 8 位数字。')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: '创建机构' }))
  await user.click(screen.getByRole('button', { name: '创建机构' }))
  expect(await screen.findByText('名称为 1 至 40 个字符。')).toBeTruthy()
  expect(server.calls.filter(({ path }) => path.includes('flPartyInfo'))).toEqual([])
})
