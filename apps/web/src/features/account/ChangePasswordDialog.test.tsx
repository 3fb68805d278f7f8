import { ChangePassword, GetPublicKey } from '@tessera/contract/wire'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, logIn, on, renderPage } from '../../lib/testing.tsx'
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx'

test('a second Enter while the first is under way sends nothing', async () => {
  logIn()
  const { calls } = fakeServer(
    on(GetPublicKey, () => new Promise<never>(() => {})),
    on(ChangePassword, () => null),
  )
  renderPage(<ChangePasswordDialog open onClose={() => {}} />, { language: 'en' })
  const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  await screen.findByLabelText('Old password')
  fill('Old password', 'Tessera@2026')
  fill('New password', 'Tessera@2027')
  fill('The same again', 'Tessera@2027')
  const form = screen.getByLabelText('Old password').closest('form') as HTMLFormElement
  fireEvent.submit(form)
  await waitFor(() => expect(document.querySelector('.ant-btn-loading')).not.toBeNull())
  fireEvent.submit(form)
  // Long enough for the fields to be checked again and the call to leave.
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(calls.filter(({ path }) => path === GetPublicKey.path)).toHaveLength(1)
})
