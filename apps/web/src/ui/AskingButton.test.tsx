import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../testing/world.tsx'
import { AskingButton } from './AskingButton.tsx'
import '../lib/query-client.ts'

test('acts only once if the confirmation is clicked twice on a slow network', async () => {
  let answer = (_value: unknown) => {}
  const act = vi.fn(() => new Promise((resolve) => (answer = resolve)))
  const onDone = vi.fn()
  renderPage(
    <AskingButton
      label="Delete"
      title="Delete it?"
      consequence="It is gone."
      confirmText="Yes"
      act={act}
      onDone={onDone}
    />,
    { language: 'en' },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  const yes = await screen.findByRole('button', { name: 'Yes' })
  await userEvent.dblClick(yes)
  await waitFor(() => expect(yes.classList.contains('ant-btn-loading')).toBe(true))
  await userEvent.click(yes)
  await userEvent.keyboard('{Enter}')
  answer(null)
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(act).toHaveBeenCalledOnce()
})
