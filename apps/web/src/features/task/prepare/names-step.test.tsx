import type { NamesProposal } from '@tessera/contract'
import { ConfirmNames, GetEdgeToken, ProposeNames } from '@tessera/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, logIn, on, renderPage } from '../../../lib/testing.tsx'
import { registration, taskDetail } from '../test-world.ts'
import { NamesStep } from './NamesStep.tsx'
import { PreparePanel } from './PreparePanel.tsx'

const task = taskDetail({
  algorithms: [{ id: 'lr', name: 'LR', nameCn: '逻辑回归' }],
  columnSelection: { columns: ['age', 'ward'], label: 'diagnosis' },
  abilities: { offerData: true, edit: true },
})
const mine = registration({ role: 'participant', partyId: '1002', datasetId: 'd1', names: 'missing' })
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
const edge = (proposal: NamesProposal, confirm: () => null = () => null) =>
  fakeServer(
    on(GetEdgeToken, () => ({ token: 'edge-token', expiresInSeconds: 600 })),
    on(ProposeNames, () => proposal),
    on(ConfirmNames, confirm),
  )
const sent = (calls: { path: string; input: unknown; method?: string }[]) =>
  calls.filter(({ input }) => (input as { names?: unknown } | null)?.names !== undefined).map(({ input }) => input)

beforeEach(() => logIn())

test('every word that leaves is read before; they are sent when the button is pressed, and not sooner', async () => {
  const { calls } = edge(words)
  const onDone = vi.fn()
  renderPage(<NamesStep task={task} mine={mine} onDone={onDone} />, { language: 'en' })
  expect(await screen.findByText('These words leave your site.')).toBeTruthy()
  for (const word of ['north', 'south', 'benign', 'malignant']) expect(screen.getByText(word)).toBeTruthy()
  expect(screen.getByText('Classes of “diagnosis”')).toBeTruthy()
  const nurse = screen.getByText('nurse').closest('div') as HTMLElement
  expect(within(nurse).getByText('No value has 5 rows: all are read as “other”.')).toBeTruthy()
  expect(screen.queryByText('age')).toBeNull()
  expect(sent(calls)).toEqual([])

  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
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
    const { unmount } = renderPage(<NamesStep task={task} mine={mine} onDone={() => {}} />, { language })
    expect(await screen.findByText(said)).toBeTruthy()
    expect(screen.getByText('benign').closest('li')?.textContent).toContain(rows)
    expect(screen.queryByText(not, { exact: false })).toBeNull()
    expect(sent(calls)).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: language === 'en' ? 'Name these words' : '列出这些词语' }))
    await waitFor(() => expect(sent(calls)).toEqual([counted]))
    unmount()

    edge(words)
    renderPage(<NamesStep task={task} mine={mine} onDone={() => {}} />, { language })
    expect(await screen.findByText(not, { exact: false })).toBeTruthy()
  },
)

test('numbers only: nothing is named, so nothing is asked', async () => {
  const { calls } = edge(wordless)
  const onDone = vi.fn()
  renderPage(<NamesStep task={task} mine={mine} onDone={onDone} />, { language: 'cn' })
  expect((await screen.findByRole('status')).textContent).toContain('没有词语离开本机构')
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
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
    const onDone = vi.fn()
    renderPage(<NamesStep task={task} mine={mine} onDone={onDone} />, { language })
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

test('what was confirmed is not sent again by looking at it', async () => {
  const { calls } = edge(wordless)
  renderPage(<NamesStep task={task} mine={{ ...mine, names: 'confirmed' }} onDone={() => {}} />, { language: 'en' })
  expect(await screen.findByText(/no words leave your site/)).toBeTruthy()
  expect(sent(calls)).toEqual([])
})

test('the ticket waits: for the own words, for the others’, and says why there can be none', async () => {
  edge(words)
  const show = (change: Partial<typeof mine>, of = task) =>
    renderPage(<PreparePanel task={of} mine={{ ...mine, ...change }} ticket={() => null} />, { language: 'en' })
  const { unmount } = show({})
  expect(await screen.findByRole('button', { name: 'Name these words' })).toBeTruthy()
  expect(screen.getByText('Confirm the names in the plan first.')).toBeTruthy()
  unmount()
  const joining = show({ names: 'confirmed' }, { ...task, joining: 'open' })
  expect(await screen.findByText(/once the initiator has closed joining/)).toBeTruthy()
  joining.unmount()
  const others = show({ names: 'confirmed' }, { ...task, joining: 'closed' })
  expect(await screen.findByText(/once the other parties have confirmed/)).toBeTruthy()
  others.unmount()
  const planFault = { code: 'data.label-one-class', params: { column: 'diagnosis' } }
  show({ names: 'confirmed' }, { ...task, planFault })
  expect(await screen.findByText(/The label “diagnosis” has fewer than two values/)).toBeTruthy()
})
