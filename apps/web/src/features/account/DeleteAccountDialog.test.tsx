import { AppError } from '@tessera/contract'
import { DeleteAccount } from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { getSession, sessionActions } from '../../lib/session.ts'
import { sealing } from '../../testing/seal.ts'
import { fakeServer, fill, logIn, on, renderPage, testParty } from '../../testing/world.tsx'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'

const { publicKey, unseal } = await sealing()
const user = userEvent.setup()

const open = (onClose = () => {}) => renderPage(<DeleteAccountDialog open onClose={onClose} />, { language: 'en' })

async function fillIn(typed = 'alice') {
  await fill(await screen.findByLabelText('Your password'), 'Tessera@2026')
  await fill(screen.getByLabelText('Enter your user name to confirm: alice'), typed)
  await user.click(screen.getByRole('button', { name: 'Delete permanently' }))
}

test('lists the consequences of deleting an account, and ends the session after the deletion', {
  meta: { spec: 'screens.account-deletion' },
}, async () => {
  logIn()
  let sent = ''
  fakeServer(
    publicKey,
    on(DeleteAccount, ({ password }) => {
      sent = password
      return null
    }),
  )
  open()
  const dialog = await screen.findByRole('dialog', { name: 'Delete the account “alice”?' })
  expect(dialog.textContent).toContain('You leave Renhe.')
  expect(dialog.textContent).toContain('stay with their party')
  await fillIn()
  await waitFor(() => expect(getSession()).toMatchObject({ token: null, user: null, endReason: 'deleted' }))
  expect(await unseal(sent)).toBe('Tessera@2026')
})

test('does not delete the account without the correct user name', async () => {
  logIn()
  const { calls } = fakeServer(publicKey)
  open()
  await fillIn('bob')
  expect(await screen.findByText('This does not match “alice”.')).toBeTruthy()
  expect(calls).toEqual([])
})

test('shows that the password is wrong and keeps the session', async () => {
  logIn()
  fakeServer(
    publicKey,
    on(DeleteAccount, () => {
      throw new AppError('account.old-password-wrong')
    }),
  )
  open()
  await fillIn()
  expect((await screen.findByRole('alert')).textContent).toContain('password is incorrect')
  expect(getSession().token).toBe('session-token')
})

test('links the last super administrator of a party to that party’s page', {
  meta: { spec: 'screens.account-deletion' },
}, async () => {
  logIn()
  const other = testParty({ id: '1002', name: { cn: '长宁医院', en: 'Changning' } })
  sessionActions.setParties([testParty(), other])
  fakeServer(
    publicKey,
    on(DeleteAccount, () => {
      throw new AppError('account.last-super-admin', { party: '长宁医院' })
    }),
  )
  const onClose = vi.fn()
  const { router } = open(onClose)
  await fillIn()
  expect((await screen.findByRole('alert')).textContent).toContain('长宁医院')
  await user.click(screen.getByRole('button', { name: 'Open party page' }))
  await waitFor(() => expect(router.state.location.href).toBe('/party?tab=members'))
  expect(getSession().party?.id).toBe('1002')
  expect(onClose).toHaveBeenCalled()
})
