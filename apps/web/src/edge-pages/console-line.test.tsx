import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getLanguage, setLanguage } from '../lib/i18n.ts'
import { consoleTokens } from './authorization.ts'
import { Framed } from './Framed.tsx'
import { Shell } from './Shell.tsx'

/** Tests of the messages that an edge page in a frame exchanges with the console around it. */

const CONSOLE = 'https://console.example'
const postMessage = vi.fn()
const meta = document.createElement('meta')
const around = { postMessage } as unknown as Window

beforeEach(() => {
  Object.assign(meta, { name: 'tessera-console', content: CONSOLE })
  document.head.append(meta)
  postMessage.mockReset()
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

test('a frame requests one token from the console, and another one after the edge refused the first', async () => {
  const tokenFrom = consoleTokens()
  const tokens = Promise.all([tokenFrom(), tokenFrom()])
  await consoleSays(token('first'))
  expect(await tokens).toEqual(['first', 'first'])
  const renewed = Promise.all([tokenFrom('first'), tokenFrom('first')])
  await waitFor(() => expect(postMessage).toHaveBeenCalledTimes(2))
  await consoleSays(token('second'))
  expect(await renewed).toEqual(['second', 'second'])
  expect(await tokenFrom('first')).toBe('second')
  expect(postMessage.mock.calls).toEqual([
    [{ say: 'who', again: false }, CONSOLE],
    [{ say: 'who', again: true }, CONSOLE],
  ])
})

test('a frame works without a token while the platform is unreachable, and asks again with the next call', async () => {
  const tokenFrom = consoleTokens()
  const tokens = Promise.all([tokenFrom(), tokenFrom()])
  await consoleSays({ say: 'token', token: null })
  expect(await tokens).toEqual([null, null])
  expect(postMessage).toHaveBeenCalledTimes(1)
  const next = tokenFrom()
  await consoleSays(token('first'))
  expect(await next).toBe('first')
  expect(await tokenFrom()).toBe('first')
  expect(postMessage).toHaveBeenCalledTimes(2)
})

test.each([
  ['another origin', { origin: 'https://elsewhere.example' }, token('theirs')],
  ['another window', { source: window }, token('theirs')],
  ['a message with an undeclared field', {}, { ...token('theirs'), rows: true }],
] as const)(
  'ignores a message from %s',
  { meta: { claim: 'row-access.forged-message-to-edge' } },
  async (_whom, from, message) => {
    const received = consoleTokens()()
    await consoleSays(message, from)
    await consoleSays(token('ours'))
    expect(await received).toBe('ours')
  },
)

test('sends no message to a console if the edge knows none', async () => {
  meta.content = ''
  void consoleTokens()()
  expect(postMessage).not.toHaveBeenCalled()
})

test('a frame follows the console’s language, and reports its height once its content is rendered', async () => {
  const height = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 600, 350))
  const page = (isComing: boolean, text = '54') => (
    <Framed>{isComing ? <p className="ant-skeleton" /> : <p key={text}>{text}</p>}</Framed>
  )
  const { rerender } = render(page(true))
  await consoleSays({ say: 'looks', language: 'en', theme: 'dark' })
  expect(getLanguage()).toBe('en')
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(postMessage).not.toHaveBeenCalled()
  rerender(page(false))
  expect(screen.getByText('54')).toBeTruthy()
  await waitFor(() => expect(postMessage.mock.calls).toEqual([[{ say: 'height', pixels: 400 }, CONSOLE]]))
  // Height 0 means that the console has hidden the frame. The console will show it again with the previous height.
  height.mockReturnValue(new DOMRect())
  rerender(page(false, '55'))
  height.mockReturnValue(new DOMRect(0, 0, 600, 700))
  rerender(page(false, '56'))
  await waitFor(() => expect(postMessage.mock.calls.at(-1)).toEqual([{ say: 'height', pixels: 800 }, CONSOLE]))
  expect(postMessage).toHaveBeenCalledTimes(2)
  height.mockRestore()
})

test('prevents dragging on an edge page in a frame, but not on a stand-alone page', {
  meta: { claim: 'row-access.drag-and-drop' },
}, () => {
  const isAllowed = (node: HTMLElement) => fireEvent.dragStart(node)
  const { unmount } = render(
    <Framed>
      <p>54</p>
    </Framed>,
  )
  expect(isAllowed(screen.getByText('54'))).toBe(false)
  unmount()
  render(<p>54</p>)
  expect(isAllowed(screen.getByText('54'))).toBe(true)
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

test.each([Framed, Shell])(
  'moves the focus to a nearby element if the clicked button is removed (%o)',
  async (Around) => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    render(
      <Around>
        <Step />
      </Around>,
    )
    finish()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Step' })))
  },
)

test('an edge page in a frame does not take the focus from the console', async () => {
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
