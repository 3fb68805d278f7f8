import { type Algorithm, AppError, type Registration } from '@tessera/contract'
import { GetEdgeToken, GetRegistrations, ListAlgorithms, ListGrants, WithdrawGrant } from '@tessera/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, logIn, on, renderPage } from '../../lib/testing.tsx'
import { GrantList } from './GrantList.tsx'
import { grant } from './test-world.ts'

const token = on(GetEdgeToken, () => ({ token: 'edge-token', expiresInSeconds: 600 }))
const text = { cn: '', en: '' }
const logistic: Algorithm = {
  id: 'a1',
  kind: 'horizontal',
  name: 'logistic-regression',
  nameCn: '逻辑回归',
  nameEn: 'Logistic regression',
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

test('a ticket is withdrawn only after its consequence was read', async () => {
  let withdrawn = false
  const now = () =>
    grant(withdrawn ? { standing: 'withdrawn', withdrawTime: new Date(), abilities: { withdraw: false } } : {})
  const { calls } = fakeServer(
    token,
    on(ListGrants, () => [now()]),
    on(WithdrawGrant, () => {
      withdrawn = true
      return now()
    }),
  )
  renderPage(<GrantList />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw the ticket for Heart disease' }))

  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toMatch(/training stops for Renhe within seconds/)
  expect(calls.some(({ path }) => path === WithdrawGrant.path)).toBe(false)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Withdraw the ticket' }))

  expect(await screen.findByText('Withdrawn')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: /Withdraw/ })).toBeNull())
})

test('a signed ticket can be read again, with the names of its algorithm and parties', async () => {
  fakeServer(
    token,
    on(ListGrants, () => [grant({ partyIds: ['1001', '1009'] })]),
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
      applications: [],
    })),
  )
  renderPage(<GrantList />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Read the ticket for Heart disease' }))

  const ticket = await screen.findByRole('article')
  expect(within(ticket).getByText(/5 used/)).toBeTruthy()
  expect(within(ticket).getByRole('region', { name: 'What never leaves' })).toBeTruthy()
  expect(await within(ticket).findByText('Logistic regression')).toBeTruthy()
  expect(within(ticket).getByText('Hospital A')).toBeTruthy()
  // One that has left since is known by its id alone; one that came since is not on the ticket.
  expect(within(ticket).getByText('1009')).toBeTruthy()
  expect(within(ticket).queryByText('Hospital B')).toBeNull()
})

test('a platform that does not answer leaves the ticket readable by its ids', async () => {
  const refuse = () => {
    throw new AppError('internal')
  }
  fakeServer(
    token,
    on(ListGrants, () => [grant()]),
    on(ListAlgorithms, refuse),
    on(GetRegistrations, refuse),
  )
  renderPage(<GrantList />, { language: 'cn' })
  await userEvent.click(await screen.findByRole('button', { name: /查看任务/ }))
  expect(await screen.findByText('logistic-regression')).toBeTruthy()
  expect(screen.getByText('1002')).toBeTruthy()
})

test('without tickets the page says what will stand here', async () => {
  fakeServer(
    token,
    on(ListGrants, () => []),
  )
  renderPage(<GrantList />, { language: 'cn' })
  expect(await screen.findByText('还没有票据')).toBeTruthy()
})
