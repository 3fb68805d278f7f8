import { AppError } from '@tessera/contract'
import { DraftGrant, GetSigning, ListGrants, WithdrawGrant } from '@tessera/contract/wire'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { enterAs } from '../lib/own-edge.ts'
import { draft, grant } from '../testing/grant.ts'
import { signing } from '../testing/signing.ts'
import { fakeServer, on, renderPage } from '../testing/world.tsx'
import { WithdrawalPage } from './WithdrawalPage.tsx'

const PIN = 'Your PIN for this edge'
beforeEach(() => {
  history.replaceState(null, '', '/ticket')
  enterAs('edge-token')
})

test('shows a ticket and the consequence, and withdraws it with the PIN, or shows that the PIN is wrong', {
  meta: { spec: 'screens.consent-tickets' },
}, async () => {
  let now = grant()
  const { calls } = fakeServer(
    on(GetSigning, () => signing()),
    on(ListGrants, () => [now]),
    on(WithdrawGrant, ({ proof }) => {
      if (!('pin' in proof) || proof.pin !== '202620') throw new AppError('signing.pin-wrong', { left: 4 })
      now = grant({ status: 'withdrawn', withdrawTime: new Date(), abilities: { withdraw: false } })
      return now
    }),
  )
  renderPage(<WithdrawalPage grantId={now.id} />, { language: 'en' })
  const ticket = await screen.findByRole('article')
  expect(ticket.textContent).toMatch(/stops for your party within seconds/)
  await userEvent.type(within(ticket).getByLabelText(PIN), '111111{Enter}')
  expect(await within(ticket).findByRole('alert')).toBeTruthy()
  expect(calls.find(({ path }) => path.endsWith('/withdraw'))?.input).toMatchObject({ proof: { pin: '111111' } })
  await userEvent.type(within(ticket).getByLabelText(PIN), '202620{Enter}')
  expect(await screen.findByText('The ticket for Heart disease has been withdrawn.')).toBeTruthy()
  expect(screen.queryByLabelText(PIN)).toBeNull()
})

test.each([
  ['en', 'Only the signers of this edge can withdraw tickets: Alice, Bob.'],
  ['cn', '只有此数据节点的签署人可以撤回授权书：Alice, Bob。'],
] as const)('names the signers to a member who cannot withdraw a ticket, in %s', async (language, text) => {
  fakeServer(
    on(GetSigning, () => signing({ isSigner: false, isMember: false })),
    on(ListGrants, () => [grant({ abilities: { withdraw: false } })]),
  )
  renderPage(<WithdrawalPage grantId={grant().id} />, { language })
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('shows the names of parties, initiator and algorithm if the platform still has the task', async () => {
  fakeServer(
    on(GetSigning, () => signing()),
    on(ListGrants, () => [grant()]),
    on(DraftGrant, () => draft()),
  )
  renderPage(<WithdrawalPage grantId={grant().id} />, { language: 'en' })
  const ticket = await screen.findByRole('article')
  expect(await within(ticket).findByText('Hospital B')).toBeTruthy()
  expect(within(ticket).getByText('started by Hospital A')).toBeTruthy()
  expect(within(ticket).getByText('Logistic regression')).toBeTruthy()
  expect(within(ticket).queryByText('1002')).toBeNull()
})

test('shows ids instead of names, without an error, if the task cannot be read', async () => {
  fakeServer(
    on(GetSigning, () => signing()),
    on(ListGrants, () => [grant()]),
    on(DraftGrant, () => {
      throw new AppError('task.not-found')
    }),
  )
  renderPage(<WithdrawalPage grantId={grant().id} />, { language: 'en' })
  expect(await screen.findByText('1002')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
