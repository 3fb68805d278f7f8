import { AppError, type EdgeStatus } from '@tessera/contract'
import { CreateEdgeEnrolment, GetEdge, ListMyParties, RevokeEdge } from '@tessera/contract/wire'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { getSession } from '../../../lib/session.ts'
import { edge, memberParty, noEdge } from '../../../testing/party.ts'
import { fakeServer, logIn, on, renderPage, testParty } from '../../../testing/world.tsx'
import { EdgePanel } from './EdgePanel.tsx'

const COMMAND = 'make edge ENROL=secret@https://platform.example'
const party = testParty()
beforeEach(() => logIn({ party }))

const show = (language: 'cn' | 'en' = 'en', shown = party) =>
  renderPage(<EdgePanel party={shown} />, { path: '/party?tab=edge', language })

test.each([
  ['online', 'Online', null],
  ['away', 'Offline', /haven’t heard from the edge/],
  ['revoked', 'Revoked', /can no longer connect/],
] as const)('shows that the party’s edge is %s', async (state, word, note) => {
  fakeServer(on(GetEdge, () => edge({ state })))
  show()
  expect(await screen.findByText(word)).toBeTruthy()
  if (note) expect(screen.getByText(note)).toBeTruthy()
  expect(screen.getByText('https://edge.renhe.example')).toBeTruthy()
  expect(screen.getByText('alice')).toBeTruthy()
  expect(screen.getByText('Link key').nextElementSibling?.textContent).toContain('ab12 ab12')
})

test.each([
  ['on', 'en', null],
  [null, 'en', null],
  ['off', 'en', /run without a sandbox on this edge/],
  ['off', 'cn', /运行时没有沙箱隔离/],
  ['missing', 'en', /cannot train or predict/],
  ['missing', 'cn', /无法训练或推理/],
] as const)('warns that confinement is %s only if it is off or missing (%s)', async (confinement, language, note) => {
  fakeServer(on(GetEdge, () => edge({ confinement })))
  show(language)
  await screen.findByText('https://edge.renhe.example')
  if (note) expect(screen.getByRole('alert').textContent).toMatch(note)
  else expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  [null, 'en', null],
  [
    { older: 'edge', edge: '2.6.5', platform: '2.7.0' },
    'en',
    /Update it.*runs Tessera 2\.7\.0, this edge runs 2\.6\.5.*to Tessera 2\.7\.0 \(git pull, then make setup\)/,
  ],
  [
    { older: 'edge', edge: '2.6.5', platform: '2.7.0' },
    'cn',
    /请更新.*Tessera 2\.7\.0，此数据节点为 2\.6\.5.*make setup/,
  ],
  [{ older: 'platform', edge: '2.7.0', platform: '2.6.5' }, 'en', /until the operator has updated the platform/],
] as const)(
  'names the software to update, edge or platform, and the required version (%o, %s)',
  async (release, language, note) => {
    fakeServer(on(GetEdge, () => edge({ release })))
    show(language)
    await screen.findByText('https://edge.renhe.example')
    if (note) expect(screen.getByRole('alert').textContent).toMatch(note)
    else expect(screen.queryByRole('alert')).toBeNull()
  },
)

test('offers an administrator to set up an edge, and refers members to the administrator', async () => {
  fakeServer(on(GetEdge, noEdge))
  const { unmount } = show()
  expect(await screen.findByRole('button', { name: 'Set up an edge' })).toBeTruthy()
  unmount()
  logIn({ party: memberParty(), role: 'member' })
  show('cn', memberParty())
  expect(await screen.findByText(/请由机构管理员部署/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('shows members the state of the edge without buttons to enrol or revoke it', async () => {
  fakeServer(on(GetEdge, () => edge()))
  show('en', memberParty())
  await screen.findByText('Online')
  const names = screen.getAllByRole('button').map((button) => button.textContent)
  expect(names).toEqual(['Edge', 'Copy: Link key', 'Copy: Training key'])
})

test('shows the command that enrols an edge, warns that it replaces the present one, and detects the new edge', {
  meta: { spec: 'screens.party-edge' },
}, async () => {
  let present: EdgeStatus = edge()
  fakeServer(
    on(GetEdge, () => present),
    on(CreateEdgeEnrolment, () => ({ code: 'secret', command: COMMAND, expiresInSeconds: 3600 })),
    on(ListMyParties, () => [testParty({ edgeUrl: 'https://new.example' })]),
  )
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Enrol another edge' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(/An edge is already enrolled \(https:\/\/edge.renhe.example\)/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Generate enrolment command' }))
  expect(await dialog.findByText(COMMAND)).toBeTruthy()
  expect(dialog.getAllByRole('listitem')).toHaveLength(3)
  expect(dialog.getByRole('timer').textContent).toMatch(/^Single use, expires in 0(1:00:00|0:59:\d\d)$/)
  expect(dialog.queryByText(/Edge enrolled/)).toBeNull()

  present = edge({ edgeUrl: 'https://new.example', enrolTime: new Date('2026-03-05T08:00:00Z'), linkKeyHash: '99' })
  expect(await dialog.findByText('Edge enrolled: https://new.example')).toBeTruthy()
  expect(dialog.getByText('99')).toBeTruthy()
  await waitFor(() => expect(getSession().party?.edgeUrl).toBe('https://new.example'))
})

test('creates a new command after the previous one has expired', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setInterval', 'clearInterval'] })
  try {
    const { calls } = fakeServer(
      on(GetEdge, noEdge),
      on(CreateEdgeEnrolment, () => ({ code: 'secret', command: COMMAND, expiresInSeconds: 3600 })),
    )
    show('cn')
    await userEvent.click(await screen.findByRole('button', { name: '部署数据节点' }))
    await userEvent.click(await screen.findByRole('button', { name: '生成接入命令' }))
    await screen.findByText(COMMAND)
    act(() => vi.advanceTimersByTime(3_601_000))
    expect(await screen.findByText('接入命令已过期，未被使用。')).toBeTruthy()
    expect(screen.queryByText(COMMAND)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: '重新生成' }))
    expect(await screen.findByText(COMMAND)).toBeTruthy()
    expect(calls.filter(({ path }) => path === CreateEdgeEnrolment.path)).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})

test('shows in the dialog why the platform refused to create an enrolment command', async () => {
  fakeServer(
    on(GetEdge, noEdge),
    on(CreateEdgeEnrolment, () => {
      throw new AppError('party.admin-only')
    }),
  )
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Set up an edge' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Generate enrolment command' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Only an administrator')
})

test('states the consequences of revoking an edge, and shows the new state at once', {
  meta: { spec: 'screens.party-edge' },
}, async () => {
  let state: EdgeStatus['state'] = 'online'
  let isRefused = true
  fakeServer(
    on(GetEdge, () => edge({ state })),
    on(RevokeEdge, () => {
      if (isRefused) throw new AppError('edge.none')
      state = 'revoked'
      return null
    }),
  )
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke edge' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Revoke the edge of Renhe?' }))
  expect(dialog.getByText(/disconnected immediately\. Training in progress at your party stops/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke edge' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('no edge that can be revoked')
  isRefused = false
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke edge' }))
  expect(await screen.findByText('Revoked')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Revoke edge' })).toBeNull()
})
