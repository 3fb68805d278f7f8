import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderPage } from '../lib/testing.tsx'
import { CopyButton } from './CopyButton.tsx'

/** A browser over plain http: no clipboard, only the command of old. Answers what it was asked to copy. */
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

test('copies, and says so', async () => {
  userEvent.setup()
  await press()
  expect(await screen.findByText('Copied')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('1234 5678')
})

test('copies over plain http too, and leaves nothing behind', async () => {
  const copied = overPlainHttp(true)
  const button = await press()
  expect(await screen.findByText('Copied')).toBeTruthy()
  expect(copied).toEqual(['1234 5678'])
  // Beside the button, not anywhere: Ant Design keeps a field of its own to measure by, for as long as the page stands.
  expect(button.parentElement?.querySelector('textarea')).toBeNull()
  expect(document.activeElement).toBe(button)
})

test('says so when the browser refuses', async () => {
  overPlainHttp(false)
  await press()
  expect(await screen.findByText('Copying failed. Select the text and copy it by hand.')).toBeTruthy()
})
