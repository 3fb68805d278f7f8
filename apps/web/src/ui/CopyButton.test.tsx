import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderPage } from '../testing/world.tsx'
import { CopyButton } from './CopyButton.tsx'

/** Simulates a page over plain http, which has only the deprecated `execCommand`. Returns the copied texts. */
function overPlainHttp(works: boolean) {
  const copied: string[] = []
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined })
  document.execCommand = () => {
    copied.push((document.activeElement as HTMLTextAreaElement).value)
    return works
  }
  onTestFinished(() => {
    Reflect.deleteProperty(document, 'execCommand')
  })
  return copied
}

async function press() {
  renderPage(<CopyButton text="1234 5678" />, { language: 'en' })
  const button = await screen.findByRole('button', { name: /Copy/ })
  await act(async () => button.click())
  return button
}

test('copies a text to the clipboard and shows a confirmation', { meta: { spec: 'errors.copy-result' } }, async () => {
  userEvent.setup()
  await press()
  expect(await screen.findByText('Copied')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('1234 5678')
})

test('also copies over plain http, and removes its temporary text field', {
  meta: { spec: 'screens.login-https-required' },
}, async () => {
  const copied = overPlainHttp(true)
  const button = await press()
  expect(await screen.findByText('Copied')).toBeTruthy()
  expect(copied).toEqual(['1234 5678'])
  // Searches only beside the button, because Ant Design keeps a hidden textarea elsewhere for measuring.
  expect(button.parentElement?.querySelector('textarea')).toBeNull()
  expect(document.activeElement).toBe(button)
})

test('shows an error if the browser refuses to copy', { meta: { spec: 'errors.copy-result' } }, async () => {
  overPlainHttp(false)
  await press()
  expect(await screen.findByText('Copying failed. Select the text and copy it manually.')).toBeTruthy()
})
