import { AppError, type JoinRequest } from '@tessera/contract'
import {
  AskToJoin,
  CheckParty,
  CreateParty,
  GetParty,
  JoinParty,
  ListDepartments,
  ListMyJoinRequests,
  ListMyParties,
  SetDepartment,
  WithdrawJoinRequest,
} from '@tessera/contract/wire'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '../lib/i18n.ts'
import { getSession, sessionActions } from '../lib/session.ts'
import { open } from '../testing/router.tsx'
import { fakeServer, fill, on, testParty, testUser } from '../testing/world.tsx'

const party = testParty({ id: '2001', name: { cn: '长宁医院', en: 'Changning' } })

beforeEach(() => {
  setLanguage('cn')
  sessionActions.start('token', testUser)
})

async function fillIn(user: ReturnType<typeof userEvent.setup>) {
  await fill(await screen.findByLabelText('机构名称'), party.name.cn)
  await fill(screen.getByLabelText('英文名称'), party.name.en)
  await fill(screen.getByLabelText('机构编号'), party.id)
  await user.click(screen.getByRole('button', { name: '创建机构' }))
}

const noRequests = on(ListMyJoinRequests, () => [])
const departments = on(ListDepartments, () => [{ name: '放射科', orgCode: 'A01', children: [] }])

test('lets a user act for a new party at once and shows a welcome page without a choice of department', {
  meta: { spec: ['screens.bind-party', 'screens.bind-success'] },
}, async () => {
  const server = fakeServer(
    noRequests,
    departments,
    on(CheckParty, () => true),
    on(CreateParty, () => party),
    on(ListMyParties, () => [party]),
  )
  const router = open('/bind')
  const user = userEvent.setup()
  await fillIn(user)

  await screen.findByText('您已加入 长宁医院')
  expect(router.state.location.href).toBe('/bind-success?partyId=2001')
  expect(getSession().party?.id).toBe('2001')
  expect(server.calls.find(({ path }) => path === CreateParty.path)?.input).toEqual({
    id: '2001',
    name: { cn: '长宁医院', en: 'Changning' },
    avatar: null,
  })

  expect(screen.getByText(/您目前属于整个机构/)).toBeTruthy()
  expect(screen.queryByRole('combobox')).toBeNull()
  await user.click(screen.getByRole('button', { name: '进入首页' }))
  await waitFor(() => expect(router.state.location.href).toBe('/'))
  expect(server.calls.some(({ path }) => path === SetDepartment.path)).toBe(false)
})

test('shows “This party id is already in use” next to the id field and keeps the values entered', {
  meta: { spec: ['validation.party-registration', 'errors.registration-server-message'] },
}, async () => {
  const { calls } = fakeServer(
    noRequests,
    on(CheckParty, () => {
      throw new AppError('party.id-taken')
    }),
  )
  const router = open('/bind')
  await fillIn(userEvent.setup())
  const complaint = await screen.findByText('该机构编号已被使用，请换一个。')
  expect(complaint.closest('.ant-form-item')?.querySelector('input')).toBe(screen.getByLabelText('机构编号'))
  expect(calls.some(({ path }) => path === CreateParty.path)).toBe(false)
  expect((screen.getByLabelText('机构名称') as HTMLInputElement).value).toBe('长宁医院')
  expect(router.state.location.href).toBe('/bind')
})

test('reports a taken id when the field is left, before anything is created, and accepts another id', {
  meta: { spec: 'validation.party-registration' },
}, async () => {
  const { calls } = fakeServer(
    noRequests,
    on(CheckParty, ({ id }) => {
      if (id === party.id) throw new AppError('party.id-taken')
      return true
    }),
  )
  open('/bind')
  const user = userEvent.setup()
  await fill(await screen.findByLabelText('机构名称'), party.name.cn)
  await fill(screen.getByLabelText('英文名称'), party.name.en)
  await user.tab()
  expect(calls.some(({ path }) => path === CheckParty.path)).toBe(false)

  const number = screen.getByLabelText('机构编号')
  await user.type(number, party.id)
  await user.tab()
  expect(await screen.findByText('该机构编号已被使用，请换一个。')).toBeTruthy()
  await user.type(number, '5')
  await user.tab()
  await waitFor(() => expect(screen.queryByText('该机构编号已被使用，请换一个。')).toBeNull())
  expect(calls.findLast(({ path }) => path === CheckParty.path)?.input).toMatchObject({ id: '20015' })
})

test.each([
  ['cn', 'Müller Klinik', /写 Mueller，不写 Müller/],
  ['en', '医院', /Unaccented letters A to Z/],
] as const)('shows the rule for an invalid English name (%s)', async (language, typed, rule) => {
  fakeServer(noRequests)
  setLanguage(language)
  open('/bind')
  const field = await screen.findByLabelText(language === 'cn' ? '英文名称' : 'English name')
  await userEvent.type(field, typed)
  await userEvent.tab()
  const item = field.closest('.ant-form-item') as HTMLElement
  await waitFor(() => expect(item.querySelector('.ant-form-item-explain-error')?.textContent).toMatch(rule))
})

test('marks the required fields of both empty forms and sends no request', {
  meta: { spec: 'validation.bind-empty-fields' },
}, async () => {
  const server = fakeServer(noRequests)
  open('/bind?second=1')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: '加入' }))
  expect(await screen.findByText('邀请码为 8 位数字。')).toBeTruthy()
  // The form for joining is also validated, although the user submitted the form for creating a party.
  expect(await screen.findByText('名称为 1 至 40 个字符。')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: '创建机构' }))
  expect(screen.getByLabelText('机构名称').getAttribute('aria-invalid')).toBe('true')
  expect(server.calls.filter(({ path }) => path !== ListMyJoinRequests.path)).toEqual([])
})

test('joins a party at once with a valid code, and shows an error at an invalid code', {
  meta: { spec: ['screens.bind-party', 'screens.bind-success'] },
}, async () => {
  const { calls } = fakeServer(
    noRequests,
    departments,
    on(JoinParty, ({ inviteCode }) => {
      if (inviteCode !== '12345678') throw new AppError('invite.invalid')
      return { partyId: party.id, partyName: party.name.cn }
    }),
    on(ListMyParties, () => [party]),
  )
  const router = open('/bind-join?code=11111111')
  const user = userEvent.setup()
  const field = await screen.findByLabelText('邀请码')
  expect(field).toHaveProperty('value', '11111111')
  await user.click(screen.getByRole('button', { name: '加入' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(field).toHaveProperty('value', '11111111')

  await user.clear(field)
  await user.type(field, '12345678{Enter}')
  expect(await screen.findByText('您已加入 长宁医院')).toBeTruthy()
  expect(router.state.location.href).toBe('/bind-success?partyId=2001')
  expect(calls.findLast(({ path }) => path === JoinParty.path)?.headers.get('tenant-id')).toBe('0')
  await user.click(screen.getByRole('button', { name: '继续绑定机构' }))
  await waitFor(() => expect(router.state.location.href).toBe('/bind?second=1'))
})

test.each([
  ['joins a party', '/bind-join?code=12345678', '加入', JoinParty.path],
  ['creates a party', '/bind', '创建机构', CreateParty.path],
])(
  'when a user %s but reading the parties fails, a retry does not repeat the first call',
  async (_what, path, go, once) => {
    let isAway = true
    const server = fakeServer(
      noRequests,
      departments,
      on(CheckParty, () => true),
      on(CreateParty, () => party),
      on(JoinParty, () => ({ partyId: party.id, partyName: party.name.cn })),
      on(ListMyParties, () => {
        if (isAway) throw new AppError('internal')
        return [party]
      }),
    )
    open(path)
    const user = userEvent.setup()
    if (path === '/bind') await fillIn(user)
    else await user.click(await screen.findByRole('button', { name: go }))
    await screen.findByRole('alert')

    isAway = false
    await user.click(screen.getByRole('button', { name: go }))
    await screen.findByText('您已加入 长宁医院')
    expect(server.calls.filter((one) => one.path === once)).toHaveLength(1)
  },
)

test('requires a member to choose a department if the party has departments, and stores the choice', {
  meta: { spec: ['screens.bind-success', 'validation.department-required'] },
}, async () => {
  const joined = { ...party, abilities: { ...party.abilities, edit: false } }
  sessionActions.setParties([joined])
  sessionActions.chooseParty(joined)
  const { calls } = fakeServer(
    departments,
    on(SetDepartment, () => null),
  )
  const router = open('/bind-success')
  const user = userEvent.setup()
  const field = await screen.findByRole('combobox', { name: '部门' })
  await user.click(screen.getByRole('button', { name: '进入首页' }))
  expect(await screen.findByText('请选择部门。')).toBeTruthy()
  expect(router.state.location.href).toBe('/bind-success')

  await user.click(field)
  await user.click(await screen.findByTitle('放射科'))
  await user.click(screen.getByRole('button', { name: '进入首页' }))
  await waitFor(() => expect(router.state.location.href).toBe('/'))
  expect(calls.find(({ path }) => path === SetDepartment.path)?.input).toEqual({ orgCode: 'A01' })
})

/** A fake platform that stores requests to join. */
function requestServer(...refusals: AppError[]) {
  let requests: JoinRequest[] = []
  return fakeServer(
    on(ListMyJoinRequests, () => requests),
    on(GetParty, ({ partyId }) => {
      if (partyId !== party.id) throw new AppError('party.not-found')
      return party
    }),
    on(AskToJoin, ({ partyId, note = '' }) => {
      const refusal = refusals.shift()
      if (refusal) throw refusal
      const made: JoinRequest = {
        id: 'r1',
        partyId,
        partyName: party.name.cn,
        userId: 'u1',
        username: 'alice',
        displayName: 'Alice',
        note,
        status: 'waiting',
        createTime: new Date(),
        reviewTime: null,
      }
      requests = [made]
      return made
    }),
    on(WithdrawJoinRequest, () => {
      requests = requests.map((each) => ({ ...each, status: 'withdrawn' }))
      return null
    }),
  )
}
const find = async (user: ReturnType<typeof userEvent.setup>, number: string) => {
  const field = within(screen.getByRole('region', { name: '申请加入机构' })).getByLabelText('机构编号')
  await user.clear(field)
  await user.type(field, `${number}{Enter}`)
}

test('shows the party of the entered id, sends a request with a note, and withdraws the pending request', {
  meta: { spec: 'screens.request-party-membership' },
}, async () => {
  const { calls } = requestServer(new AppError('party.already-asked'))
  open('/bind?second=1')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: '申请加入机构' }))
  await find(user, '999')
  expect(await screen.findByText('该机构不存在。')).toBeTruthy()
  await find(user, party.id)
  expect(await screen.findByText('长宁医院')).toBeTruthy()
  expect(screen.getByText('Changning · 2001')).toBeTruthy()

  await user.type(screen.getByLabelText('给机构管理员的留言（可选）'), '放射科 王医生')
  await user.click(screen.getByRole('button', { name: '申请加入' }))
  expect((await screen.findByRole('alert')).textContent).toContain('已申请')
  expect(screen.getByLabelText('给机构管理员的留言（可选）')).toHaveProperty('value', '放射科 王医生')

  await user.click(screen.getByRole('button', { name: '申请加入' }))
  const mine = within(await screen.findByRole('region', { name: '我的申请' }))
  expect(mine.getByText('待处理')).toBeTruthy()
  expect(mine.getByText('放射科 王医生')).toBeTruthy()
  expect(calls.findLast(({ path }) => path === AskToJoin.path)?.input).toEqual({
    partyId: '2001',
    note: '放射科 王医生',
  })
  await user.click(mine.getByRole('button', { name: '撤回对 长宁医院 的申请' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: '我的申请' })).toBeNull())
})

test('tells a member of the party that no request to join is needed', async () => {
  sessionActions.setParties([party])
  requestServer()
  open('/bind?second=1')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: '申请加入机构' }))
  await find(user, party.id)
  expect(await screen.findByText('您已是该机构的成员，可在页面顶部切换。')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '申请加入' })).toBeNull()
})

test('lets only users without a party postpone the choice of a party', {
  meta: { spec: 'screens.bind-party' },
}, async () => {
  fakeServer(noRequests)
  const router = open('/bind')
  const user = userEvent.setup()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await user.click(await screen.findByRole('button', { name: '以游客身份浏览' }))
  expect(getSession()).toMatchObject({ isTourist: true, party: null })
  await waitFor(() => expect(router.state.location.href).toBe('/'))

  sessionActions.setParties([party])
  await act(() => router.navigate({ href: '/bind' }))
  await screen.findByText('您代表哪个机构？')
  expect(screen.queryByRole('button', { name: '以游客身份浏览' })).toBeNull()
})

test('shows the party’s name and avatar on the page /info, and lets only administrators edit them', {
  meta: { spec: 'screens.party-info' },
}, async () => {
  sessionActions.setParties([party])
  sessionActions.chooseParty(party)
  fakeServer()
  const router = open('/info')
  expect(await screen.findByLabelText('机构名称')).toHaveProperty('value', '长宁医院')
  expect(screen.getByRole('button', { name: '选择图片' })).toBeTruthy()
  const reader = { ...party, abilities: { ...party.abilities, edit: false } }
  act(() => sessionActions.setParties([reader]))
  expect(await screen.findByText('只有机构管理员可以修改。')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '选择图片' })).toBeNull()
  expect(router.state.location.href).toBe('/info')
})
