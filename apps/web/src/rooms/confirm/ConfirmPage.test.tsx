import type { PartyNames } from '@tessera/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, renderPage } from '../../lib/testing.tsx'
import { KINDS_IN_WORDS, OF_TABLES } from '../../lib/testing-kinds.ts'
import { ConfirmPage } from './ConfirmPage.tsx'
import { askInWindow, type Question } from './confirm-line.ts'
import { playWindow } from './test-window.ts'

/** The window in which a frame has something confirmed, and the frame's end of the line to it. */

const CONSOLE = 'https://console.example'
const frame = { postMessage: vi.fn() }
const close = vi.fn()

beforeEach(() => {
  history.replaceState(null, '', '/confirm')
  frame.postMessage.mockReset()
  close.mockReset()
  vi.stubGlobal('opener', frame)
  vi.stubGlobal('close', close)
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  fakeServer()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const answers = (question: unknown, { origin = location.origin, source = frame as unknown } = {}) =>
  act(async () => {
    const data = { say: 'question', question }
    window.dispatchEvent(new MessageEvent('message', { data, origin, source: source as Window }))
  })
async function asked(question: Question, language: 'cn' | 'en' = 'en') {
  const { container } = renderPage(<ConfirmPage />, { path: '/confirm', language })
  await waitFor(() => expect(frame.postMessage).toHaveBeenCalledWith({ say: 'what' }, location.origin))
  await answers(question)
  return container
}
const press = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  await userEvent.click(button)
}
const yes = () => frame.postMessage.mock.calls.map(([message]) => message).filter(({ say }) => say === 'yes')

const names: PartyNames = {
  columns: [
    { name: 'age', kind: 'number' },
    { name: 'ward', kind: 'categories', categories: ['north', 'south'] },
    { name: 'nurse', kind: 'categories', categories: [] },
  ],
  label: { column: 'diagnosis', kind: 'text', integral: false, classes: ['benign', 'malignant'] },
}
const numbers: PartyNames = {
  columns: [{ name: 'age', kind: 'number' }],
  label: { column: 'size', kind: 'number', integral: false, classes: null },
}

test('every word that leaves is read, and said yes to by a press, and not sooner', async () => {
  await asked({ about: 'names', names, contentType: 'tabular' })
  expect(await screen.findByText('These words leave your party.')).toBeTruthy()
  for (const word of ['north', 'south', 'benign', 'malignant']) expect(screen.getByText(word)).toBeTruthy()
  expect(screen.getByText('Classes of “diagnosis”')).toBeTruthy()
  const nurse = screen.getByText('nurse').closest('div') as HTMLElement
  expect(within(nurse).getByText('No value is there in 5 rows: all are read as “other”.')).toBeTruthy()
  expect(screen.queryByText('age')).toBeNull()
  expect(yes()).toEqual([])
  await press('Name these words')
  expect(yes()).toEqual([{ say: 'yes' }])
  expect(close).toHaveBeenCalledOnce()
})

test.each([
  ['en', /rounded down to a multiple of 5\..*No rows leave/, 'at least 20 rows', 'No counts do, and no rows.'],
  ['cn', /向下取整到 5 的倍数.*数据行不会离开/, '至少 20 行', '不含任何计数，也不含数据行。'],
] as const)(
  'how many rows a class has is read before it is told, and said to be (%s)',
  async (language, said, rows, not) => {
    const counts = [
      { name: 'benign', rows: 20 },
      { name: 'malignant', rows: 5 },
    ]
    const label = names.label && { ...names.label, counts }
    await asked({ about: 'names', names: { ...names, label }, contentType: 'tabular' }, language)
    expect(await screen.findByText(said)).toBeTruthy()
    expect(screen.getByText('benign').closest('li')?.textContent).toContain(rows)
    expect(screen.queryByText(not, { exact: false })).toBeNull()
  },
)

test.each([
  ['en', 'No counts do, and no rows.'],
  ['cn', '不含任何计数，也不含数据行。'],
] as const)('where no count is told it says that none is (%s)', async (language, text) => {
  await asked({ about: 'names', names, contentType: 'tabular' }, language)
  expect(await screen.findByText(text, { exact: false })).toBeTruthy()
})

test.each([
  ['en', /Show my party’s own table/, 'Confirm'],
  ['cn', /向任务的其他机构显示本机构单独的概览/, '确认'],
] as const)(
  'where a party’s own table can be shown it is asked, and it is not, unless it says so (%s)',
  async (language, choice, button) => {
    await asked({ about: 'names', names: { ...numbers, ownTable: false }, contentType: 'tabular' }, language)
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: choice })
    expect(box.checked).toBe(false)
    await userEvent.click(box)
    await userEvent.click(box)
    await userEvent.click(box)
    await press(button)
    expect(yes()).toEqual([{ say: 'yes', ownTable: true }])
  },
)

test.each(KINDS_IN_WORDS)('words are named of what its kind has (%s, %s)', async (...given) => {
  const [language, contentType, many, count] = given
  const label = {
    ...{ column: 'label', kind: 'text' as const, integral: false, classes: ['calm'] },
    counts: [{ name: 'calm', rows: 20 }],
  }
  const columns = [{ name: 'site', kind: 'categories' as const, categories: [] }]
  const container = await asked({ about: 'names', names: { columns, label }, contentType }, language)
  await waitFor(() => expect(container.textContent).toContain(count(20)))
  expect(container.textContent).toContain(count(5))
  expect(container.textContent).toContain(many)
  expect(container.textContent).not.toMatch(OF_TABLES[language])
})

test.each([
  [
    { about: 'classes', label: 'diagnosis', names: ['benign'], contentType: 'tabular' },
    'Agree on class codes',
    /benign.*leave your party/,
  ],
  [{ about: 'share-result', task: 'Heart' }, 'Keep it on the platform (my models)', /“Heart”.*cannot be undone/],
  [{ about: 'delete-result', task: 'Heart', isShared: false }, 'Delete at the edge', /“Heart”.*it is lost/],
  [{ about: 'delete-result', task: 'Heart', isShared: true }, 'Delete at the edge', /your model on the platform stays/],
  [{ about: 'delete-inference', name: 'Screening' }, 'Delete', /Screening.*Its inputs and results are deleted too/],
] as const)('of %o it says what becomes of it, and a press says yes', async (question, action, text) => {
  const container = await asked(question as unknown as Question)
  await waitFor(() => expect(container.textContent).toMatch(text))
  expect(yes()).toEqual([])
  await press(action)
  expect(yes()).toEqual([{ say: 'yes' }])
})

test('closed without a press it says nothing', async () => {
  await asked({ about: 'share-result', task: 'Heart' })
  await userEvent.click(await screen.findByRole('button', { name: 'Close without confirming' }))
  expect(close).toHaveBeenCalledOnce()
  act(() => void window.dispatchEvent(new Event('pagehide')))
  expect(frame.postMessage.mock.lastCall).toEqual([{ say: 'gone' }, location.origin])
  expect(yes()).toEqual([])
})

test('of a double press in another window the second is not taken: the window has to be in front for a second', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await asked({ about: 'share-result', task: 'Heart' })
  const button = await screen.findByRole('button', { name: /Keep it/ })
  const isLocked = () => (button as HTMLButtonElement).disabled
  expect(isLocked()).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(1_100))
  expect(isLocked()).toBe(false)
  // Another window comes in front of it, and goes.
  vi.mocked(document.hasFocus).mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('blur')))
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(isLocked()).toBe(true)
  vi.mocked(document.hasFocus).mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('focus')))
  expect(isLocked()).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(1_100))
  expect(isLocked()).toBe(false)
})

test('it shows what the frame that opened it asks, and nothing that the console says', async () => {
  renderPage(<ConfirmPage />, { path: '/confirm', language: 'en' })
  await waitFor(() => expect(frame.postMessage).toHaveBeenCalled())
  await answers({ about: 'share-result', task: 'Of the console' }, { origin: CONSOLE })
  await answers({ about: 'share-result', task: 'Of another window' }, { source: window })
  await answers({ about: 'share-result', task: 'With more', more: true })
  expect(screen.queryByRole('button')).toBeNull()
  await answers({ about: 'share-result', task: 'Heart' })
  expect(await screen.findByText(/“Heart”/)).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/Of the console|Of another|With more/)
})

test.each([
  ['a page that is no frame of the edge’s', frame],
  ['none', null],
])('opened by %s it asks nothing, and says so', async (_by, opener) => {
  vi.stubGlobal('opener', opener)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  renderPage(<ConfirmPage />, { path: '/confirm', language: 'en' })
  await vi.advanceTimersByTimeAsync(6_000)
  expect((await screen.findByRole('alert')).textContent).toContain('is not open any more')
  expect(screen.queryByRole('button', { name: /Keep|Delete|Name|Confirm|Agree/ })).toBeNull()
})

test('a frame takes one yes, of the window that it opened and of no other', async () => {
  const window_ = playWindow()
  const [onYes, onGone] = [vi.fn(), vi.fn()]
  const stop = askInWindow({ about: 'share-result', task: 'Heart' }, { onYes, onGone })
  const [address, name] = window_.open.mock.calls[0] as [string, string]
  expect([new URL(address).pathname, name]).toEqual(['/confirm', '_blank'])
  await window_.says({ say: 'yes' }, { origin: CONSOLE })
  await window_.says({ say: 'yes' }, { source: window })
  await window_.says({ say: 'yes' }, { source: window.parent })
  await window_.says({ say: 'yes', more: 1 })
  expect(onYes).not.toHaveBeenCalled()
  await window_.confirm()
  await window_.confirm()
  expect(onYes).toHaveBeenCalledOnce()
  expect(onGone).not.toHaveBeenCalled()
  await window_.says({ say: 'gone' })
  expect(onGone).toHaveBeenCalledOnce()
  stop?.()
})
