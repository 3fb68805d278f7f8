import type { NamesProposal } from '@tessera/contract'
import { ConfirmNames, GetEdgeSession, GetHeldDataset, OfferRows, ProposeNames } from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { enterAs } from '../../lib/own-edge.ts'
import { playWindow } from '../../testing/confirm-window.ts'
import { heart } from '../../testing/dataset.ts'
import { session } from '../../testing/signing.ts'
import { fakeServer, on, renderPage } from '../../testing/world.tsx'
import { NamesPage } from './NamesPage.tsx'

/** Tests of the edge page that confirms categories and classes, in a frame of the console. */

const CONSOLE = 'https://console.example'
const meta = document.createElement('meta')
const postMessage = vi.fn()
const around = { postMessage } as unknown as Window

beforeEach(() => {
  history.replaceState(null, '', '/confirm-names')
  Object.assign(meta, { name: 'tessera-console', content: CONSOLE })
  document.head.append(meta)
  postMessage.mockReset()
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
const sentMessages = () => postMessage.mock.calls.map(([message]) => message)
const sent = (calls: { path: string; input: unknown; method?: string }[]) =>
  calls.filter(({ input }) => (input as { names?: unknown } | null)?.names !== undefined).map(({ input }) => input)

test.each([
  ['en', '4 category and class names from your data would be added to the plan', 'Review and confirm'],
  ['cn', '4 个类别名称', '查看并确认'],
] as const)(
  'sends names only after a confirmation in a window of the edge, not on a click in the frame (%s)',
  { meta: { claim: 'row-access.value-names' } },
  async (language, text, button) => {
    const edgeWindow = playWindow()
    const { calls } = edge(words)
    show(language)
    expect(await screen.findByText(new RegExp(text))).toBeTruthy()
    expect(await edgeWindow.read(button)).toEqual({ about: 'names', names: words.names, contentType: 'tabular' })
    expect([sent(calls), sentMessages()]).toEqual([[], []])
    expect(screen.getByRole('status').textContent).toMatch(/window|窗口/)
    await edgeWindow.says({ say: 'gone' })
    expect(screen.queryByRole('status')).toBeNull()
    await edgeWindow.confirm()
    // The console receives only the information that the step is complete.
    await waitFor(() => expect(sentMessages()).toEqual([{ say: 'confirmed' }]))
    expect(sent(calls)).toEqual([words])
  },
)

test('renames values with other spellings on a click, by the proposal or by the user’s choice', async () => {
  const spellings = [
    {
      column: 'diagnosis',
      others: ['benign', 'malignant'],
      own: [
        { name: 'Benign', rows: 40, proposed: 'benign' },
        { name: 'bad', rows: 9, proposed: null },
      ],
    },
  ]
  const { calls } = fakeServer(
    on(GetEdgeSession, session),
    on(ProposeNames, () => ({ ...words, spellings })),
    on(GetHeldDataset, () => heart({ id: 'd1', tableName: 't_d1' })),
    on(OfferRows, () => ({ datasetId: 'd2', rowCount: 49 })),
  )
  show('en')
  const renamed = () => calls.filter(({ path }) => path === OfferRows.path).map(({ input }) => input)
  const submit = await screen.findByRole('button', { name: 'Rename the values' })
  expect(renamed()).toEqual([])
  // Before the values are renamed, a confirmation would disclose their original names, although the page shows new
  // names.
  const confirm = screen.getByRole<HTMLButtonElement>('button', { name: 'Review and confirm' })
  expect(confirm.disabled).toBe(true)
  expect(screen.getByText('Rename the values above first, or choose “unchanged” for them.')).toBeTruthy()
  await userEvent.click(submit)
  const mapping = (values: object[]) => [{ column: 'diagnosis', from: 'diagnosis', conversion: 'none', values }]
  const proposed = { from: 'Benign', to: 'benign' }
  await waitFor(() => expect(renamed()).toMatchObject([{ tableName: 't_d1', mapping: mapping([proposed]) }]))
  await userEvent.click(screen.getByRole('combobox', { name: '“bad” is used as' }))
  await userEvent.click(await screen.findByTitle('malignant'))
  await userEvent.click(submit)
  await waitFor(() =>
    expect(renamed()[1]).toMatchObject({ mapping: mapping([proposed, { from: 'bad', to: 'malignant' }]) }),
  )
})

test.each([
  ['renamed', (spellings: object[]) => spellings.splice(0), 'Rename the values'],
  ['left unchanged', () => {}, 'unchanged'],
] as const)('allows confirming names once values with other spellings are %s', async (_how, apply, press) => {
  const spellings = [
    {
      column: 'diagnosis',
      others: ['benign', 'malignant'],
      own: [{ name: 'Benign', rows: 40, proposed: 'benign' }],
    },
  ]
  fakeServer(
    on(GetEdgeSession, session),
    on(ProposeNames, () => ({ ...words, ...(spellings.length > 0 && { spellings }) })),
    on(GetHeldDataset, () => heart({ id: 'd1', tableName: 't_d1' })),
    on(OfferRows, () => {
      apply(spellings)
      return { datasetId: 'd2', rowCount: 49 }
    }),
  )
  show('en')
  const submit = await screen.findByRole('button', { name: 'Rename the values' })
  if (press === 'unchanged') {
    await userEvent.click(screen.getByRole('combobox', { name: '“Benign” is used as' }))
    await userEvent.click(await screen.findByTitle('Benign (unchanged)'))
  } else await userEvent.click(submit)
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Review and confirm' }).disabled).toBe(false),
  )
})

test('remembers that a value stays unchanged when other values are renamed', async () => {
  const own = [
    { name: 'Benign', rows: 40, proposed: 'benign' },
    { name: 'Malignant', rows: 30, proposed: 'malignant' },
  ]
  let datasetId = 'd1'
  fakeServer(
    on(GetEdgeSession, session),
    on(ProposeNames, () => {
      const spellings = [{ column: 'diagnosis', others: ['benign', 'malignant'], own: [...own] }]
      return { ...words, datasetId, spellings }
    }),
    on(GetHeldDataset, () => heart({ id: datasetId, tableName: 't_d1' })),
    on(OfferRows, () => {
      own.pop()
      datasetId = 'd2'
      return { datasetId, rowCount: 70 }
    }),
  )
  show('en')
  await userEvent.click(await screen.findByRole('combobox', { name: '“Benign” is used as' }))
  await userEvent.click(await screen.findByTitle('Benign (unchanged)'))
  await userEvent.click(screen.getByRole('button', { name: 'Rename the values' }))
  await waitFor(() => expect(screen.queryByRole('combobox', { name: '“Malignant” is used as' })).toBeNull())
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Review and confirm' }).disabled).toBe(false),
  )
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Rename the values' }).disabled).toBe(true)
})

test('reports that the browser blocked the window, and sends no names', async () => {
  playWindow().open.mockReturnValue(null)
  const { calls } = edge(words)
  show('en')
  await userEvent.click(await screen.findByRole('button', { name: 'Review and confirm' }))
  expect((await screen.findByRole('alert')).textContent).toContain('blocked a pop-up')
  expect(sent(calls)).toEqual([])
})

test('sends even an empty list of names only after a click', {
  meta: { claim: 'row-access.value-names' },
}, async () => {
  const { calls } = edge(wordless)
  show('cn')
  expect((await screen.findByRole('status')).textContent).toContain('没有需要公开的名称')
  expect(sent(calls)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: '确认' }))
  await waitFor(() => expect(sentMessages()).toEqual([{ say: 'confirmed' }]))
  expect(sent(calls)).toEqual([wordless])
})

test('asks in the window whether to show the party’s own table, even if no name is disclosed', async () => {
  const proposal = { ...wordless, names: { ...wordless.names, ownTable: false } }
  const edgeWindow = playWindow()
  const { calls } = edge(proposal)
  show('en')
  await edgeWindow.read('Review and confirm')
  expect(sent(calls)).toEqual([])
  await edgeWindow.confirm({ ownTable: true })
  await waitFor(() => expect(sent(calls)).toEqual([{ ...proposal, names: { ...proposal.names, ownTable: true } }]))
})

test('requests no names from the edge without a session', async () => {
  const { calls } = fakeServer(on(GetEdgeSession, () => null))
  show()
  expect(await screen.findByRole('region', { name: 'Your edge shows this data' })).toBeTruthy()
  expect(calls.map(({ path }) => path)).not.toContain(ProposeNames.path)
})

test('explains on a stand-alone page without a task how to open it', async () => {
  vi.stubGlobal('parent', window)
  fakeServer()
  renderPage(<NamesPage taskId={null} />, { path: '/confirm-names', language: 'en' })
  expect((await screen.findByRole('alert')).textContent).toMatch(/open the task/)
})
