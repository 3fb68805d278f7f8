import type { NamesProposal } from '@tessera/contract'
import { ConfirmNames, GetEdgeSession, GetHeldDataset, ProposeNames } from '@tessera/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { heart } from '../../features/dataset/test-world.ts'
import { session } from '../../features/signing/test-world.ts'
import { enterAs } from '../../lib/own-edge.ts'
import { fakeServer, on, renderPage } from '../../lib/testing.tsx'
import { NamesPage } from './NamesPage.tsx'

/** The page of the edge on which words are confirmed, in a frame of the console. */

const CONSOLE = 'https://console.example'
const meta = document.createElement('meta')
const said = vi.fn()
const around = { postMessage: said } as unknown as Window

beforeEach(() => {
  history.replaceState(null, '', '/confirm-names')
  Object.assign(meta, { name: 'tessera-console', content: CONSOLE })
  document.head.append(meta)
  said.mockReset()
  vi.stubGlobal('parent', around)
  enterAs('edge-token')
})
afterEach(() => meta.remove())

const words: NamesProposal = {
  taskId: 't1',
  datasetId: 'd1',
  names: {
    columns: [
      { name: 'age', kind: 'number' },
      { name: 'ward', kind: 'categories', categories: ['north', 'south'] },
      { name: 'nurse', kind: 'categories', categories: [] },
    ],
    label: { column: 'diagnosis', kind: 'text', integral: false, classes: ['benign', 'malignant'] },
  },
}
const wordless: NamesProposal = {
  ...words,
  names: {
    columns: [{ name: 'age', kind: 'number' }],
    label: { column: 'size', kind: 'number', integral: false, classes: null },
  },
}
const edge = (proposal: NamesProposal) =>
  fakeServer(
    on(GetEdgeSession, session),
    on(ProposeNames, () => proposal),
    on(GetHeldDataset, () => heart({ id: proposal.datasetId })),
    on(ConfirmNames, () => null),
  )
const show = (language: 'en' | 'cn' = 'en') =>
  renderPage(<NamesPage taskId="t1" />, { path: '/confirm-names', language })
const told = () => said.mock.calls.map(([message]) => message)
const sent = (calls: { path: string; input: unknown; method?: string }[]) =>
  calls.filter(({ input }) => (input as { names?: unknown } | null)?.names !== undefined).map(({ input }) => input)

test('every word that leaves is read before; they are sent when the button is pressed, and not sooner', async () => {
  const { calls } = edge(words)
  show('en')
  expect(await screen.findByText('These words leave your party.')).toBeTruthy()
  for (const word of ['north', 'south', 'benign', 'malignant']) expect(screen.getByText(word)).toBeTruthy()
  expect(screen.getByText('Classes of “diagnosis”')).toBeTruthy()
  const nurse = screen.getByText('nurse').closest('div') as HTMLElement
  expect(within(nurse).getByText('No value is there in 5 rows: all are read as “other”.')).toBeTruthy()
  expect(screen.queryByText('age')).toBeNull()
  expect(sent(calls)).toEqual([])

  expect(told()).toEqual([])

  screen.getByRole('button', { name: 'Name these words' }).focus()
  await userEvent.keyboard('{Enter}')
  // The console hears that it is done, and no word.
  await waitFor(() => expect(told()).toEqual([{ say: 'confirmed' }]))
  expect(sent(calls)).toEqual([words])
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
    const { label } = words.names
    const counted = { ...words, names: { ...words.names, label: label && { ...label, counts } } }
    const { calls } = edge(counted)
    const { unmount } = show(language)
    expect(await screen.findByText(said)).toBeTruthy()
    expect(screen.getByText('benign').closest('li')?.textContent).toContain(rows)
    expect(screen.queryByText(not, { exact: false })).toBeNull()
    expect(sent(calls)).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: language === 'en' ? 'Name these words' : '列出这些词语' }))
    await waitFor(() => expect(sent(calls)).toEqual([counted]))
    unmount()

    edge(words)
    show(language)
    expect(await screen.findByText(not, { exact: false })).toBeTruthy()
  },
)

test('numbers only: nothing is named, and even that is said when somebody presses, and not sooner', async () => {
  const { calls } = edge(wordless)
  show('cn')
  expect((await screen.findByRole('status')).textContent).toContain('没有词语离开本机构')
  expect(sent(calls)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: '确认' }))
  await waitFor(() => expect(told()).toEqual([{ say: 'confirmed' }]))
  expect(sent(calls)).toEqual([wordless])
})

test.each([
  ['en', /Show my party’s own table/, 'Confirm'],
  ['cn', /向任务的其他机构显示本机构单独的概览/, '确认'],
] as const)(
  'where a party’s own table can be shown it is asked, and it is not, unless it says so (%s)',
  async (language, choice, button) => {
    const asked = { ...wordless, names: { ...wordless.names, ownTable: false } }
    const { calls } = edge(asked)
    show(language)
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: choice })
    expect(box.checked).toBe(false)
    expect(sent(calls)).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: button }))
    await waitFor(() => expect(sent(calls)).toEqual([asked]))
    await userEvent.click(box)
    await userEvent.click(screen.getByRole('button', { name: button }))
    const agreed = { ...asked, names: { ...asked.names, ownTable: true } }
    await waitFor(() => expect(sent(calls)).toEqual([asked, agreed]))
  },
)

test('without a session the edge is asked for no word', async () => {
  const { calls } = fakeServer(on(GetEdgeSession, () => null))
  show()
  expect(await screen.findByRole('region', { name: 'Your edge shows this data' })).toBeTruthy()
  expect(calls.map(({ path }) => path)).not.toContain(ProposeNames.path)
})

test('by itself, without a task, the page says where it is opened', async () => {
  vi.stubGlobal('parent', window)
  fakeServer()
  renderPage(<NamesPage taskId={null} />, { path: '/confirm-names', language: 'en' })
  expect((await screen.findByRole('alert')).textContent).toMatch(/open the task/)
})
