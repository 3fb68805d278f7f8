import { type Algorithm, AppError, type GrantEvent, type Registration } from '@tessera/contract'
import { GetEdgeToken, GetRegistrations, ListAlgorithms, ListGrantEvents, ListGrants } from '@tessera/contract/wire'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '../../lib/i18n.ts'
import { grant } from '../../testing/grant.ts'
import { fakeServer, logIn, on, renderPage } from '../../testing/world.tsx'
import { GrantList } from './GrantList.tsx'

const token = on(GetEdgeToken, () => ({ token: 'edge-token', expiresInSeconds: 600 }))
const event = { by: null, runId: null, messageType: null, round: null, outcome: null, code: null }
const run = { ...event, runId: 'abcdef0123456789', messageType: 'train' }
const events: GrantEvent[] = [
  { ...event, seq: 5, time: new Date('2026-01-07T00:00:00Z'), kind: 'withdrawn', by: 'Bob' },
  { ...event, seq: 4, time: new Date('2026-01-06T02:00:00Z'), kind: 'refused', code: 'grant.stale' },
  { ...run, seq: 3, time: new Date('2026-01-06T01:00:00Z'), kind: 'run-ended', outcome: 'done' },
  { ...run, seq: 2, time: new Date('2026-01-06T00:00:00Z'), kind: 'run', round: 7 },
  { ...event, seq: 1, time: new Date('2026-01-05T00:00:00Z'), kind: 'signed', by: 'alice' },
]
const log = on(ListGrantEvents, ({ pageNo = 1 }) => ({
  records: pageNo === 1 ? events : [{ ...run, seq: 0, time: new Date(0), kind: 'run' as const, round: 1 }],
  total: 11,
  size: 10,
  current: pageNo,
  pages: 2,
}))
const text = { cn: '', en: '' }
const logistic: Algorithm = {
  id: 'logistic-regression',
  kind: 'horizontal',
  name: { cn: '逻辑回归', en: 'Logistic regression' },
  introduction: text,
  description: text,
  remark: text,
  labelKinds: ['binary'],
  contentTypes: ['tabular'],
  parameters: {},
  parameterDescriptions: [],
  codeHash: 'h',
  useCount: 0,
  createTime: new Date(0),
}
const registration = (partyId: string, partyName: string): Registration => ({
  id: `r${partyId}`,
  taskId: 't1',
  partyId,
  partyName,
  partyAvatar: null,
  role: 'participant',
  status: 'joined',
  readiness: { data: true, environment: true },
  grant: 'signed',
  staleBecause: [],
  edgeCode: null,
  names: 'confirmed',
  datasetId: null,
  datasetName: null,
  rowCount: 0,
  mapping: [],
  note: '',
  canShowDetail: false,
  isOnline: true,
  lastSeen: null,
  createTime: new Date(0),
})
beforeEach(() => logIn())

test.each([
  ['of all tasks', undefined],
  ['of one task', 't1'],
])('withdraws a ticket %s on the edge’s own page, and the list detects the withdrawal', async (_of, taskId) => {
  let withdrawn = false
  const now = () =>
    grant(withdrawn ? { status: 'withdrawn', withdrawTime: new Date(), abilities: { withdraw: false } } : {})
  fakeServer(
    token,
    log,
    on(ListGrants, () => [now()]),
  )
  const opened = { opener: window as unknown, location: { replace: vi.fn() }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(opened as never)
  renderPage(<GrantList taskId={taskId} />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw the ticket for Heart disease' }))
  await waitFor(() => expect(opened.location.replace).toHaveBeenCalledOnce())
  expect(opened.location.replace.mock.calls[0]?.[0]).toMatch(/\/ticket#grant=g1&token=.+&lang=en$/)
  withdrawn = true
  expect(await screen.findByText('Withdrawn', {})).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Withdraw/ })).toBeNull()
})

test('shows a signed ticket with the names of its algorithm and parties', async () => {
  fakeServer(
    token,
    log,
    on(ListGrants, () => [
      grant({ partyIds: ['1001', '1009'], mapping: [{ column: 'age', from: 'alter', conversion: 'none' }] }),
    ]),
    on(ListAlgorithms, () => ({ records: [logistic], total: 1, size: 200, current: 1, pages: 1 })),
    on(GetRegistrations, () => ({
      joined: {
        registrations: [registration('1001', 'Hospital A'), registration('1002', 'Hospital B')],
        partyCount: 2,
        rowCount: 0,
        mapping: [],
      },
      mine: null,
      progress: {},
      invitations: [],
      applications: [],
    })),
  )
  renderPage(<GrantList />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Read the ticket for Heart disease' }))

  const ticket = await screen.findByRole('article')
  expect(within(ticket).getByText(/5 used/)).toBeTruthy()
  expect(within(ticket).getByRole('region', { name: 'What does not leave' })).toBeTruthy()
  expect(await within(ticket).findByText('Logistic regression')).toBeTruthy()
  expect(within(ticket).getByText('Hospital A')).toBeTruthy()
  expect(within(ticket).getByText('Your column “alter” is used as “age”.')).toBeTruthy()
  // A party that has left the task is shown by its id. A party that joined after the signature is not listed.
  expect(within(ticket).getByText('1009')).toBeTruthy()
  expect(within(ticket).queryByText('Hospital B')).toBeNull()
})

test.each([
  [null, 'Signed'],
  ['r1', 'Used for its run'],
])('shows whether a signed ticket has been used (run %s)', async (runId, text) => {
  fakeServer(
    token,
    log,
    on(ListGrants, () => [grant({ runId })]),
  )
  renderPage(<GrantList />, { language: 'en' })
  expect(await screen.findByText(text)).toBeTruthy()
})

test('shows how many rounds of a ticket were used, unless the ticket allows only one', async () => {
  const { plan } = grant()
  fakeServer(
    token,
    log,
    on(ListGrants, () => [grant({ id: 'g1' }), grant({ id: 'g2', plan: { ...plan, maxRounds: 1 }, roundsUsed: 0 })]),
  )
  renderPage(<GrantList />, { language: 'en' })
  expect(await screen.findByText(/12 rounds · 5 used/)).toBeTruthy()
  expect(screen.getByText(/1 round$/)).toBeTruthy()
})

test('shows ids on the ticket if the platform does not answer', async () => {
  const refuse = () => {
    throw new AppError('internal')
  }
  fakeServer(
    token,
    log,
    on(ListGrants, () => [grant()]),
    on(ListAlgorithms, refuse),
    on(GetRegistrations, refuse),
  )
  renderPage(<GrantList />, { language: 'cn' })
  await userEvent.click(await screen.findByRole('button', { name: /查看任务/ }))
  expect(await screen.findByText('logistic-regression', { selector: 'strong' })).toBeTruthy()
  expect(screen.getByText('1002')).toBeTruthy()
})

test('lists the events of a ticket by run and page, in both languages', {
  meta: { spec: 'screens.consent-tickets' },
}, async () => {
  const refuse = () => {
    throw new AppError('internal')
  }
  fakeServer(
    token,
    log,
    on(ListGrants, () => [grant()]),
    on(ListAlgorithms, refuse),
    on(GetRegistrations, refuse),
  )
  renderPage(<GrantList />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: /Read the ticket/ }))
  const done = await screen.findByRole('region', { name: 'Activity under this ticket' })
  await within(done).findByText('Withdrawn by Bob')
  const groups = within(done).getAllByRole('region')
  expect(groups.map((group) => group.getAttribute('aria-label'))).toEqual([
    ...['The ticket itself', 'Run abcdef01', 'The ticket itself'],
  ])
  const ofRun = within(groups[1] as HTMLElement)
  expect(ofRun.getByRole('link', { name: 'Run abcdef01' }).getAttribute('href')).toContain('run=abcdef0123456789')
  expect(ofRun.getAllByRole('listitem').map(({ lastChild }) => lastChild?.textContent)).toEqual([
    ...['Result of the round sent', 'Training round 7 started'],
  ])
  expect(within(done).getByText(/Refused: The task has changed since/)).toBeTruthy()
  expect(within(done).getByText('Signed by alice')).toBeTruthy()
  await userEvent.click(within(done).getByTitle('2'))
  expect(await within(done).findByText(/Training round 1 started/)).toBeTruthy()

  act(() => setLanguage('cn'))
  expect(await within(done).findByText(/第 1 轮训练开始/)).toBeTruthy()
})

test('describes what tickets are for while there are none', async () => {
  fakeServer(
    token,
    log,
    on(ListGrants, () => []),
  )
  renderPage(<GrantList />, { language: 'cn' })
  expect(await screen.findByText('还没有授权书')).toBeTruthy()
})
