import { AppError } from '@tessera/contract'
import { ChangePassword, GetPublicKey } from '@tessera/contract/wire'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { sealing } from '../../testing/seal.ts'
import { fakeServer, logIn, on, renderPage } from '../../testing/world.tsx'
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx'

const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

async function fillIn() {
  await screen.findByLabelText('Current password')
  fill('Current password', 'Tessera@2026')
  fill('New password', 'Tessera@2027')
  fill('Repeat password', 'Tessera@2027')
}

test('encrypts all three passwords, and keeps the input if the current password is wrong', {
  meta: { spec: ['screens.dialog-change-password', 'errors.success-password-changed'] },
}, async () => {
  logIn()
  const { publicKey, unseal } = await sealing()
  const onClose = vi.fn()
  let isRight = false
  const { calls } = fakeServer(
    publicKey,
    on(ChangePassword, () => {
      if (!isRight) throw new AppError('account.old-password-wrong')
      return null
    }),
  )
  renderPage(<ChangePasswordDialog open onClose={onClose} />, { language: 'en' })
  await fillIn()
  fireEvent.click(screen.getByRole('button', { name: 'Save password' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The current password is incorrect.')
  expect(screen.getByLabelText('New password')).toHaveProperty('value', 'Tessera@2027')
  expect(onClose).not.toHaveBeenCalled()

  isRight = true
  fireEvent.click(screen.getByRole('button', { name: 'Save password' }))
  expect(await screen.findByText('Your password has been changed.')).toBeTruthy()
  expect(onClose).toHaveBeenCalledOnce()
  const sent = calls.filter(({ path }) => path === ChangePassword.path).at(-1)?.input as Record<string, string>
  const read = await Promise.all([sent.oldPassword, sent.password, sent.confirmation].map((text = '') => unseal(text)))
  expect(read).toEqual(['Tessera@2026', 'Tessera@2027', 'Tessera@2027'])
})

test('sends no second request on a second Enter while the first one is in progress', async () => {
  logIn()
  const { publicKey } = await sealing()
  const held = Promise.withResolvers<void>()
  let tries = 0
  const { calls } = fakeServer(
    on(GetPublicKey, async (input, request) => {
      await held.promise
      return publicKey.answer(input as never, request) as never
    }),
    on(ChangePassword, () => {
      tries += 1
      if (tries === 1) throw new AppError('account.old-password-wrong')
      return null
    }),
  )
  renderPage(<ChangePasswordDialog open onClose={() => {}} />, { language: 'en' })
  await fillIn()
  const form = screen.getByLabelText('Current password').closest('form') as HTMLFormElement
  fireEvent.submit(form)
  await waitFor(() => expect(document.querySelector('.ant-btn-loading')).not.toBeNull())
  fireEvent.submit(form)
  held.resolve()
  expect((await screen.findByRole('alert')).textContent).toContain('The current password is incorrect.')
  // If the second Enter had sent a request, that request would precede the one of the third Enter in the record.
  fireEvent.submit(form)
  expect(await screen.findByText('Your password has been changed.')).toBeTruthy()
  expect(calls.filter(({ path }) => path === ChangePassword.path)).toHaveLength(2)
})
