import { GetAbout } from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '../lib/i18n.ts'
import { sessionActions } from '../lib/session.ts'
import { fakeServer, logIn, on } from '../lib/testing.tsx'
import { open } from './testing.tsx'

beforeEach(() => {
  // Without motion a menu or a dialog is there at once.
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  sessionActions.end('logout')
  setLanguage('en')
})

const about = (hasMarket: boolean) => on(GetAbout, () => ({ version: '9.8.7', hasMarket, httpsUrl: null }))

test('the landing page leads to federated training, and with a market to that too, as the sidebar does', async () => {
  logIn()
  fakeServer(about(true))
  const router = open('/landing')
  expect(await screen.findByText('Smart market')).toBeTruthy()
  expect(screen.getAllByLabelText('Go to market')).toHaveLength(2)
  await userEvent.click(screen.getByText('To federated training'))
  await waitFor(() => expect(router.state.location.href).toBe('/'))
})

test('without a market neither page nor sidebar offers one', async () => {
  logIn()
  fakeServer(about(false))
  open('/landing')
  await screen.findByText('Version 9.8.7')
  expect(screen.getByText('Federated training')).toBeTruthy()
  expect(screen.queryByLabelText('Go to market')).toBeNull()
  expect(screen.queryByText('Smart market')).toBeNull()
})

test('the log-in page says which version runs, and leads to the terms', async () => {
  fakeServer(about(false))
  const router = open('/login')
  expect(await screen.findByText('Version 9.8.7')).toBeTruthy()
  await userEvent.click(screen.getByText('Terms of use'))
  await waitFor(() => expect(router.state.location.href).toBe('/terms'))
})

test('who has just registered joins, creates, or looks around', async () => {
  logIn({ party: null, role: 'tourist' })
  fakeServer(about(false))
  const router = open('/register-success')
  expect(await screen.findByText('Your account is ready, Alice')).toBeTruthy()
  await userEvent.click(screen.getByText('Join my party'))
  await waitFor(() => expect(router.state.location.href).toBe('/bind?second=1'))
})

test('the account menu holds one’s password, one’s account and the way out', async () => {
  logIn()
  fakeServer(about(false))
  open('/journal')
  await userEvent.click(await screen.findByLabelText('Account of Alice'))
  expect(await screen.findByText('Account')).toBeTruthy()
  for (const entry of ['Change password', 'Certificate download', 'Log out'])
    expect(screen.getByText(entry, { selector: '[role=menuitem] *' })).toBeTruthy()
  await userEvent.click(screen.getByText('Delete account', { selector: '[role=menuitem] *' }))
  expect(await screen.findByText('Delete the account “alice”?')).toBeTruthy()
})

test('from an address without content one goes back where one was', async () => {
  logIn()
  fakeServer(about(false))
  const router = open('/journal')
  await screen.findByText('Update log', { selector: 'h1' })
  await router.navigate({ href: '/nowhere' } as never)
  await userEvent.click(await screen.findByText('Go back'))
  await waitFor(() => expect(router.state.location.href).toBe('/journal'))
})
