import { GetEdgeToken, ListGrants, WithdrawGrant } from '@tessera/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, logIn, on, renderPage } from '../../lib/testing.tsx'
import { GrantList } from './GrantList.tsx'
import { grant } from './test-world.ts'

const token = on(GetEdgeToken, () => ({ token: 'edge-token', expiresInSeconds: 600 }))
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
  expect(dialog.textContent).toMatch(/training stops for 仁和医院 within seconds/)
  expect(calls.some(({ path }) => path === WithdrawGrant.path)).toBe(false)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Withdraw the ticket' }))

  expect(await screen.findByText('Withdrawn')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: /Withdraw/ })).toBeNull())
})

test('a signed ticket can be read again', async () => {
  fakeServer(
    token,
    on(ListGrants, () => [grant()]),
  )
  renderPage(<GrantList />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Read the ticket for Heart disease' }))

  const ticket = await screen.findByRole('article')
  expect(within(ticket).getByText(/5 used/)).toBeTruthy()
  expect(within(ticket).getByRole('region', { name: 'What never leaves' })).toBeTruthy()
})

test('without tickets the page says what will stand here', async () => {
  fakeServer(
    token,
    on(ListGrants, () => []),
  )
  renderPage(<GrantList />, { language: 'cn' })
  expect(await screen.findByText('还没有票据')).toBeTruthy()
})
