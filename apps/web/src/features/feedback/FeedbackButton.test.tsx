import { AppError, FEEDBACK_MAX } from '@tessera/contract'
import { SendFeedback } from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer, logIn, on, renderPage } from '../../testing/world.tsx'
import { FeedbackButton } from './FeedbackButton.tsx'

const user = userEvent.setup()
const WHAT = 'Your feedback'

async function write(text: string) {
  await user.click(await screen.findByRole('button', { name: 'Feedback' }))
  await user.type(await screen.findByLabelText(WHAT), text)
}

test('keeps the feedback text until it is sent, and sends it with the page’s path', {
  meta: { spec: 'screens.header-feedback' },
}, async () => {
  logIn()
  let isUp = false
  const { calls } = fakeServer(
    on(SendFeedback, () => {
      if (!isUp) throw new AppError('request.too-many')
      return null
    }),
  )
  renderPage(<FeedbackButton />, { path: '/task?name=heart', language: 'en' })
  await write('The pool is slow. ')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Feedback' }))
  expect(screen.getByLabelText(WHAT)).toHaveProperty('value', 'The pool is slow. ')

  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Too many requests')
  expect(screen.getByLabelText(WHAT)).toHaveProperty('value', 'The pool is slow. ')

  isUp = true
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText(/^Thank you/)).toBeTruthy()
  await waitFor(() => expect(screen.getByLabelText(WHAT)).toHaveProperty('value', ''))
  expect(calls.at(-1)?.input).toEqual({ text: 'The pool is slow.', page: '/task' })
})

test('does not send blank feedback and limits its length', async () => {
  logIn()
  const { calls } = fakeServer()
  renderPage(<FeedbackButton />, { language: 'en' })
  await write('  ')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Enter your feedback.')).toBeTruthy()
  expect(calls).toEqual([])
  expect(screen.getByLabelText(WHAT)).toHaveProperty('maxLength', FEEDBACK_MAX)
})
