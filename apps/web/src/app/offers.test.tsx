import { GetAbout } from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '../lib/i18n.ts'
import { sessionActions } from '../lib/session.ts'
import { open } from '../testing/router.tsx'
import { fakeServer, logIn, on } from '../testing/world.tsx'

beforeEach(() => {
  // With reduced motion, Ant Design shows a menu or a dialog immediately.
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  sessionActions.end('logout')
  setLanguage('en')
})

const about = (hasMarket: boolean) => on(GetAbout, () => ({ version: '9.8.7', hasMarket, httpsUrl: null }))

test('links the landing page to federated training, and also to a market if there is one', {
  meta: { spec: 'screens.landing-page' },
}, async () => {
  logIn()
  fakeServer(about(true))
  const router = open('/landing')
  expect(await screen.findByText('Smart market')).toBeTruthy()
  expect(screen.getAllByLabelText('Open market')).toHaveLength(2)
  await userEvent.click(screen.getByText('Open federated training'))
  await waitFor(() => expect(router.state.location.href).toBe('/'))
})

test('shows no market on the landing page or in the sidebar if there is none', {
  meta: { spec: 'screens.landing-page' },
}, async () => {
  logIn()
  fakeServer(about(false))
  open('/landing')
  await screen.findByText('Version 9.8.7')
  expect(screen.getByText('Federated training')).toBeTruthy()
  expect(screen.queryByLabelText('Open market')).toBeNull()
  expect(screen.queryByText('Smart market')).toBeNull()
})

test('shows the platform version on the log-in page and links to the terms', async () => {
  fakeServer(about(false))
  const router = open('/login')
  expect(await screen.findByText('Version 9.8.7')).toBeTruthy()
  await userEvent.click(screen.getByText('Terms of use'))
  await waitFor(() => expect(router.state.location.href).toBe('/terms'))
})

test('offers a newly registered user to join a party', { meta: { spec: 'screens.register' } }, async () => {
  logIn({ party: null, role: 'tourist' })
  fakeServer(about(false))
  const router = open('/register-success')
  expect(await screen.findByText('Your account is ready, Alice')).toBeTruthy()
  await userEvent.click(screen.getByText('Join an existing party'))
  await waitFor(() => expect(router.state.location.href).toBe('/bind?second=1'))
})

test('offers password change, certificate download, log-out and account deletion in the account menu', {
  meta: { spec: 'screens.header-account-menu' },
}, async () => {
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

test('leads back from an unknown address to the previous page', {
  meta: { spec: 'screens.not-found' },
}, async () => {
  logIn()
  fakeServer(about(false))
  const router = open('/journal')
  await screen.findByText('Update log', { selector: 'h1' })
  await router.navigate({ href: '/nowhere' } as never)
  await userEvent.click(await screen.findByText('Go back'))
  await waitFor(() => expect(router.state.location.href).toBe('/journal'))
})
