import { AppError } from '@tessera/contract'
import {
  CheckParty,
  GetCaptcha,
  GetRole,
  GetSocketToken,
  ListMyJoinRequests,
  ListMyParties,
  ListNotifications,
  ListVersions,
  Login,
} from '@tessera/contract/wire'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '../lib/i18n.ts'
import { getSession, sessionActions } from '../lib/session.ts'
import { open } from '../testing/router.tsx'
import { sealing } from '../testing/seal.ts'
import { fakeServer, logIn, on, testParty, testUser } from '../testing/world.tsx'

beforeEach(() => {
  setLanguage('en')
  // With reduced motion, Ant Design closes a dialog immediately.
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  sessionActions.end('logout')
  logIn()
})

const { publicKey } = await sealing()
const loggingIn = (user = testUser, parties = [testParty()]) => [
  on(GetSocketToken, () => new Promise<never>(() => {})),
  on(GetCaptcha, () => 'data:image/svg+xml,x'),
  publicKey,
  on(Login, () => ({ token: 'newer-token', user })),
  on(ListMyParties, () => parties),
]

const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

async function logInAgain() {
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Log in again')).toBeTruthy()
  expect(dialog.getByLabelText('User name, phone or e-mail')).toHaveProperty('value', 'alice')
  fill(dialog.getByLabelText('Password'), 'Tessera@2026')
  fill(dialog.getByLabelText('Verification code'), 'aB3d')
  await userEvent.click(dialog.getByText('Log in'))
}

test('keeps a form when the session expires: the log-in dialog opens above the form, whose input can be sent again', {
  meta: { spec: 'errors.session-expired' },
}, async () => {
  const { calls } = fakeServer(
    ...loggingIn(),
    on(ListMyJoinRequests, () => []),
    on(CheckParty, () => {
      throw new AppError(getSession().token === 'newer-token' ? 'party.id-taken' : 'session.expired')
    }),
  )
  const router = open('/bind')
  fill(await screen.findByLabelText('Name'), 'Changning')
  fill(screen.getByLabelText('English name'), 'Changning')
  fill(screen.getByLabelText('Party id'), '2001')
  const create = screen.getByText('Create party', { selector: 'button *' })
  await userEvent.click(create)

  await logInAgain()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.href).toBe('/bind')
  expect(getSession()).toMatchObject({ token: 'newer-token', party: { id: '1001' } })
  expect(screen.getByLabelText('Party id')).toHaveProperty('value', '2001')

  await userEvent.click(create)
  expect(await screen.findByText('This party id is already in use. Choose another number.')).toBeTruthy()
  expect(
    calls.filter(({ path }) => path === CheckParty.path).map(({ headers }) => headers.get('x-access-token')),
  ).toEqual(['session-token', 'newer-token'])
})

const framed = [
  on(ListNotifications, () => ({ records: [], total: 0, size: 10, current: 1, pages: 0 })),
  on(GetRole, () => ({ role: 'admin' as const, isSuperAdmin: true, orgCode: 'A01' })),
]

test('fetches the data that the page could not load again after the new log-in', async () => {
  fakeServer(
    ...loggingIn(),
    ...framed,
    on(ListVersions, () => {
      if (getSession().token !== 'newer-token') throw new AppError('session.expired')
      return [{ version: '2.6.4', date: '2026-01-02', notes: ['First'] }]
    }),
  )
  open('/journal')
  await logInAgain()
  expect(await screen.findByText('First')).toBeTruthy()
})

test('lets the user leave the page of an expired session for an empty log-in form', async () => {
  fakeServer(
    ...loggingIn(),
    ...framed,
    on(ListVersions, () => []),
  )
  const router = open('/journal')
  await screen.findByText('No updates yet.')
  sessionActions.end('expired')
  await userEvent.click(await screen.findByText('Leave this page'))
  await waitFor(() => expect(router.state.location.href).toBe('/login?to=%2Fjournal'))
  expect(getSession().user).toBeNull()
})
