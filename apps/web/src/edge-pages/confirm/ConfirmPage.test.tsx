import type { PartyNames } from '@tessera/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { playWindow } from '../../testing/confirm-window.ts'
import { KINDS_IN_WORDS, OF_TABLES } from '../../testing/kinds.ts'
import { fakeServer, renderPage } from '../../testing/world.tsx'
import { ConfirmPage } from './ConfirmPage.tsx'
import { askInWindow, type Question } from './confirm-line.ts'

/** Tests of the window in which users confirm actions of a frame, and of the messages between window and frame. */

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
async function openWith(question: Question, language: 'cn' | 'en' = 'en') {
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

test('shows every name that will be disclosed, and sends the confirmation only on a click', {
  meta: { spec: 'screens.task-value-names' },
}, async () => {
  await openWith({ about: 'names', names, contentType: 'tabular' })
  expect(await screen.findByText('These names leave your party.')).toBeTruthy()
  for (const word of ['north', 'south', 'benign', 'malignant']) expect(screen.getByText(word)).toBeTruthy()
  expect(screen.getByText('Classes of “diagnosis”')).toBeTruthy()
  const nurse = screen.getByText('nurse').closest('div') as HTMLElement
  expect(within(nurse).getByText('No value occurs in 5 rows: all values are read as “other”.')).toBeTruthy()
  expect(screen.queryByText('age')).toBeNull()
  expect(yes()).toEqual([])
  await press('Share these names')
  expect(yes()).toEqual([{ say: 'yes' }])
  expect(close).toHaveBeenCalledOnce()
})

test.each([
  ['en', /rounded down to a multiple of 5\..*No rows leave/, 'at least 20 rows', 'Neither counts nor rows leave.'],
  ['cn', /向下取整到 5 的倍数.*样本不会离开/, '至少 20 条样本', '不发送任何计数，也不发送样本。'],
] as const)(
  'shows the number of rows per class before it is disclosed (%s)',
  { meta: { spec: 'screens.class-counts-before-start' } },
  async (language, rounding, rows, not) => {
    const counts = [
      { name: 'benign', rows: 20 },
      { name: 'malignant', rows: 5 },
    ]
    const label = names.label && { ...names.label, counts }
    await openWith({ about: 'names', names: { ...names, label }, contentType: 'tabular' }, language)
    expect(await screen.findByText(rounding)).toBeTruthy()
    expect(screen.getByText('benign').closest('li')?.textContent).toContain(rows)
    expect(screen.queryByText(not, { exact: false })).toBeNull()
  },
)

test.each([
  ['en', 'Neither counts nor rows leave.'],
  ['cn', '不发送任何计数，也不发送样本。'],
] as const)('states that no counts are disclosed if there are none (%s)', async (language, text) => {
  await openWith({ about: 'names', names, contentType: 'tabular' }, language)
  expect(await screen.findByText(text, { exact: false })).toBeTruthy()
})

test.each([
  ['en', /Show the other parties of the task a separate table/, 'Confirm'],
  ['cn', /向任务的其他机构单独展示本机构的数据概览/, '确认'],
] as const)(
  'offers to show a party’s own table to others, off by default (%s)',
  { meta: { spec: 'screens.own-statistics-comparison' } },
  async (language, choice, button) => {
    await openWith({ about: 'names', names: { ...numbers, ownTable: false }, contentType: 'tabular' }, language)
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: choice })
    expect(box.checked).toBe(false)
    await userEvent.click(box)
    await userEvent.click(box)
    await userEvent.click(box)
    await press(button)
    expect(yes()).toEqual([{ say: 'yes', ownTable: true }])
  },
)

test.each(KINDS_IN_WORDS)(
  'names the kind of data in the question of the confirmation window (%s, %s)',
  async (...given) => {
    const [language, contentType, many, count] = given
    const label = {
      column: 'label',
      kind: 'text' as const,
      integral: false,
      classes: ['calm'],
      counts: [{ name: 'calm', rows: 20 }],
    }
    const columns = [{ name: 'site', kind: 'categories' as const, categories: [] }]
    const container = await openWith({ about: 'names', names: { columns, label }, contentType }, language)
    await waitFor(() => expect(container.textContent).toContain(count(20)))
    expect(container.textContent).toContain(count(5))
    expect(container.textContent).toContain(many)
    expect(container.textContent).not.toMatch(OF_TABLES[language])
  },
)

test.each([
  [
    { about: 'classes', label: 'diagnosis', names: ['benign'], contentType: 'tabular' },
    'Agree on class codes',
    /benign.*leave your party/,
  ],
  [{ about: 'share-result', task: 'Heart' }, 'Save to the platform (My models)', /“Heart”.*cannot be undone/],
  [
    { about: 'delete-result', task: 'Heart', isShared: false },
    'Delete from the edge',
    /“Heart”.*it cannot be recovered/,
  ],
  [
    { about: 'delete-result', task: 'Heart', isShared: true },
    'Delete from the edge',
    /Your model on the platform is not affected/,
  ],
  [{ about: 'delete-inference', name: 'Screening' }, 'Delete', /Screening.*The inputs and results are deleted, too/],
] as const)('shows the consequence of %o, and confirms only on a click', async (question, action, text) => {
  const container = await openWith(question as unknown as Question)
  await waitFor(() => expect(container.textContent).toMatch(text))
  expect(yes()).toEqual([])
  await press(action)
  expect(yes()).toEqual([{ say: 'yes' }])
})

test('sends no confirmation if the user closes the window instead of confirming', async () => {
  await openWith({ about: 'share-result', task: 'Heart' })
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(close).toHaveBeenCalledOnce()
  act(() => void window.dispatchEvent(new Event('pagehide')))
  expect(frame.postMessage.mock.lastCall).toEqual([{ say: 'gone' }, location.origin])
  expect(yes()).toEqual([])
})

test('ignores clicks until the confirmation window has had the focus for one second', {
  meta: { claim: 'row-access.clickjacking' },
}, async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await openWith({ about: 'share-result', task: 'Heart' })
  const button = await screen.findByRole('button', { name: /Save to the platform/ })
  const isLocked = () => (button as HTMLButtonElement).disabled
  expect(isLocked()).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(1_100))
  expect(isLocked()).toBe(false)
  // Meanwhile, another window has the focus.
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

test('shows only the question of the frame that opened the window, never one of the console', {
  meta: { claim: 'row-access.confirmation-window-forgery' },
}, async () => {
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
  ['a page that is not a frame of the edge', frame],
  ['no window', null],
])(
  'offers no action but an error if the window was opened by %s',
  { meta: { claim: 'row-access.confirmation-window-direct' } },
  async (_by, opener) => {
    vi.stubGlobal('opener', opener)
    vi.useFakeTimers({ shouldAdvanceTime: true })
    renderPage(<ConfirmPage />, { path: '/confirm', language: 'en' })
    await vi.advanceTimersByTimeAsync(6_000)
    expect((await screen.findByRole('alert')).textContent).toContain('is no longer open')
    expect(screen.queryByRole('button')).toBeNull()
  },
)

test('the frame accepts one confirmation, and only from the window that it opened', {
  meta: { claim: 'row-access.confirmation-window-forgery' },
}, async () => {
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
