import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getLanguage, setLanguage } from '../lib/i18n.ts'
import { consoleTokens } from './authorization.ts'
import { Framed } from './Framed.tsx'
import { Shell } from './Shell.tsx'

/** The edge's end of the line, with the console's page around it. */

const CONSOLE = 'https://console.example'
const said = vi.fn()
const meta = document.createElement('meta')
const around = { postMessage: said } as unknown as Window

beforeEach(() => {
  Object.assign(meta, { name: 'tessera-console', content: CONSOLE })
  document.head.append(meta)
  said.mockReset()
  vi.stubGlobal('parent', around)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  setLanguage('cn')
})
afterEach(() => meta.remove())

const consoleSays = (data: unknown, { origin = CONSOLE, source = around as unknown } = {}) =>
  act(async () => void window.dispatchEvent(new MessageEvent('message', { data, origin, source: source as Window })))
const token = (text: string) => ({ say: 'token', token: text })

test('the console is asked once who is looking, and again when what it said is refused', async () => {
  const tokenFrom = consoleTokens()
  const asked = Promise.all([tokenFrom(), tokenFrom()])
  await consoleSays(token('first'))
  expect(await asked).toEqual(['first', 'first'])
  const renewed = Promise.all([tokenFrom('first'), tokenFrom('first')])
  await waitFor(() => expect(said).toHaveBeenCalledTimes(2))
  await consoleSays(token('second'))
  expect(await renewed).toEqual(['second', 'second'])
  expect(await tokenFrom('first')).toBe('second')
  expect(said.mock.calls).toEqual([
    [{ say: 'who', again: false }, CONSOLE],
    [{ say: 'who', again: true }, CONSOLE],
  ])
})

test('while the platform is away the frame goes on without anybody named, and asks again with the next call', async () => {
  const tokenFrom = consoleTokens()
  const asked = Promise.all([tokenFrom(), tokenFrom()])
  await consoleSays({ say: 'token', token: null })
  expect(await asked).toEqual([null, null])
  expect(said).toHaveBeenCalledTimes(1)
  const next = tokenFrom()
  await consoleSays(token('first'))
  expect(await next).toBe('first')
  expect(await tokenFrom()).toBe('first')
  expect(said).toHaveBeenCalledTimes(2)
})

test.each([
  ['another origin', { origin: 'https://elsewhere.example' }, token('theirs')],
  ['another window', { source: window }, token('theirs')],
  ['a message with more in it', {}, { ...token('theirs'), rows: true }],
] as const)('nothing is heard from %s', async (_whom, from, message) => {
  const asked = consoleTokens()()
  await consoleSays(message, from)
  await consoleSays(token('ours'))
  expect(await asked).toBe('ours')
})

test('a page whose edge knows no console says nothing and hears nobody', async () => {
  meta.content = ''
  void consoleTokens()()
  expect(said).not.toHaveBeenCalled()
})

test('in a frame it speaks the console’s language, and says how high it is once its content stands', async () => {
  const height = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 600, 350))
  const page = (isComing: boolean, text = '54') => (
    <Framed>{isComing ? <p className="ant-skeleton" /> : <p key={text}>{text}</p>}</Framed>
  )
  const { rerender } = render(page(true))
  await consoleSays({ say: 'looks', language: 'en', theme: 'dark' })
  expect(getLanguage()).toBe('en')
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(said).not.toHaveBeenCalled()
  rerender(page(false))
  expect(screen.getByText('54')).toBeTruthy()
  await waitFor(() => expect(said.mock.calls).toEqual([[{ say: 'height', pixels: 400 }, CONSOLE]]))
  // Put out of sight by the console it has no height, and is shown again as high as it was.
  height.mockReturnValue(new DOMRect())
  rerender(page(false, '55'))
  height.mockReturnValue(new DOMRect(0, 0, 600, 700))
  rerender(page(false, '56'))
  await waitFor(() => expect(said.mock.calls.at(-1)).toEqual([{ say: 'height', pixels: 800 }, CONSOLE]))
  expect(said).toHaveBeenCalledTimes(2)
  height.mockRestore()
})

test('in a frame nothing is taken away by dragging; on a page by itself a person may', () => {
  const isTaken = (node: HTMLElement) => fireEvent.dragStart(node)
  const { unmount } = render(
    <Framed>
      <p>54</p>
    </Framed>,
  )
  expect(isTaken(screen.getByText('54'))).toBe(false)
  unmount()
  render(<p>54</p>)
  expect(isTaken(screen.getByText('54'))).toBe(true)
})

function Step() {
  const [isDone, setDone] = useState(false)
  return (
    <section aria-label="Step">
      {!isDone && (
        <button type="button" onClick={() => setDone(true)}>
          Finish
        </button>
      )}
    </section>
  )
}
const finish = () => {
  const button = screen.getByRole('button', { name: 'Finish' })
  button.focus()
  fireEvent.click(button)
}

test.each([Framed, Shell])('keeps the focus where a button goes as it is pressed (%o)', async (Around) => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  render(
    <Around>
      <Step />
    </Around>,
  )
  finish()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Step' })))
})

test('takes no focus from the console around it', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  render(
    <Framed>
      <Step />
    </Framed>,
  )
  finish()
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
  await act(async () => {})
  expect(document.activeElement).toBe(document.body)
})
