import type { NamesProposal } from '@tessera/contract'
import { ConfirmNames, GetEdgeSession, GetHeldDataset, OfferRows, ProposeNames } from '@tessera/contract/wire'
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

test('values that others write in another way are renamed after a press, as proposed or as chosen', async () => {
  const spellings = [
    {
      ...{ column: 'diagnosis', others: ['benign', 'malignant'] },
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
  // What is shown as renamed would else be sent as it was.
  const confirm = screen.getByRole<HTMLButtonElement>('button', { name: 'Read and confirm' })
  expect(confirm.disabled).toBe(true)
  expect(screen.getByText('First rename the values above, or choose “unchanged” for them.')).toBeTruthy()
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
] as const)('words are confirmed once what would be renamed is %s', async (_how, apply, press) => {
  const spellings = [
    {
      ...{ column: 'diagnosis', others: ['benign', 'malignant'] },
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
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Read and confirm' }).disabled).toBe(false),
  )
})

test('a value left unchanged stays so when others are renamed, and its rows have another id', async () => {
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
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Read and confirm' }).disabled).toBe(false),
  )
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Rename the values' }).disabled).toBe(true)
})

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
