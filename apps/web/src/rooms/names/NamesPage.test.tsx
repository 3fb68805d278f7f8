import type { NamesProposal } from '@tessera/contract'
import { ConfirmNames, GetEdgeSession, GetHeldDataset, ProposeNames } from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { heart } from '../../features/dataset/test-world.ts'
import { session } from '../../features/signing/test-world.ts'
import { enterAs } from '../../lib/own-edge.ts'
import { fakeServer, on, renderPage } from '../../lib/testing.tsx'
import { playWindow } from '../confirm/test-window.ts'
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

test.each([
  ['en', '4 words of your rows would go into the plan', 'Read and confirm'],
  ['cn', '4 个词语', '阅读并确认'],
] as const)(
  'words are sent once they were confirmed in a window of the edge’s own, and not by a press in the frame (%s)',
  async (language, text, button) => {
    const shown = playWindow()
    const { calls } = edge(words)
    show(language)
    expect(await screen.findByText(new RegExp(text))).toBeTruthy()
    expect(await shown.read(button)).toEqual({ about: 'names', names: words.names, contentType: 'tabular' })
    expect([sent(calls), told()]).toEqual([[], []])
    expect(screen.getByRole('status').textContent).toMatch(/window|窗口/)
    await shown.says({ say: 'gone' })
    expect(screen.queryByRole('status')).toBeNull()
    await shown.confirm()
    // The console hears that it is done, and no word.
    await waitFor(() => expect(told()).toEqual([{ say: 'confirmed' }]))
    expect(sent(calls)).toEqual([words])
  },
)

test('a window that the browser keeps shut is said to be, and nothing is sent', async () => {
  playWindow().open.mockReturnValue(null)
  const { calls } = edge(words)
  show('en')
  await userEvent.click(await screen.findByRole('button', { name: 'Read and confirm' }))
  expect((await screen.findByRole('alert')).textContent).toContain('kept the window shut')
  expect(sent(calls)).toEqual([])
})

test('numbers only: nothing is named, and even that is said when somebody presses, and not sooner', async () => {
  const { calls } = edge(wordless)
  show('cn')
  expect((await screen.findByRole('status')).textContent).toContain('没有词语离开本机构')
  expect(sent(calls)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: '确认' }))
  await waitFor(() => expect(told()).toEqual([{ say: 'confirmed' }]))
  expect(sent(calls)).toEqual([wordless])
})

test('whether a party’s own table is shown is said in the window, even where no word leaves', async () => {
  const asked = { ...wordless, names: { ...wordless.names, ownTable: false } }
  const shown = playWindow()
  const { calls } = edge(asked)
  show('en')
  await shown.read('Read and confirm')
  expect(sent(calls)).toEqual([])
  await shown.confirm({ ownTable: true })
  await waitFor(() => expect(sent(calls)).toEqual([{ ...asked, names: { ...asked.names, ownTable: true } }]))
})

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
