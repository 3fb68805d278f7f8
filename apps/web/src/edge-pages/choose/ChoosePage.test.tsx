import type { Dataset, RowFilter, TableRow } from '@tessera/contract'
import { GetAnalysis, GetEdgeSession, GetHeldDataset, ListRows, OfferRows } from '@tessera/contract/wire'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { enterAs } from '../../lib/own-edge.ts'
import { heart } from '../../testing/dataset.ts'
import { session } from '../../testing/signing.ts'
import { fakeServer, on, renderPage } from '../../testing/world.tsx'
import { ChoosePage } from './ChoosePage.tsx'

/** Tests of the edge page that selects rows, in a frame of the console. */

const CONSOLE = 'https://console.example'
const CHILD = '0198c5a2-7c0e-4f6e-9a51-3f0f5a7f2f10'
const meta = document.createElement('meta')
const postMessage = vi.fn()
const around = { postMessage } as unknown as Window
const inSession = on(GetEdgeSession, session)
const offering = on(OfferRows, ({ rows }) => ({ datasetId: CHILD, rowCount: rows.length }))
const scans = heart({
  id: 'd1',
  name: 'Scans',
  contentType: 'vision',
  tableName: 'table2',
  rowCount: 7,
  columns: ['finding'],
  columnTypes: { finding: 'text' },
  labelColumns: ['finding'],
})

beforeEach(() => {
  history.replaceState(null, '', '/choose-rows')
  Object.assign(meta, { name: 'tessera-console', content: CONSOLE })
  document.head.append(meta)
  postMessage.mockReset()
  vi.stubGlobal('parent', around)
  enterAs('edge-token')
})
afterEach(() => meta.remove())

function open(dataset: Dataset, ...answers: Parameters<typeof fakeServer>) {
  const { calls } = fakeServer(
    inSession,
    on(GetHeldDataset, () => dataset),
    offering,
    ...answers,
  )
  renderPage(<ChoosePage taskId="t1" />, { path: '/choose-rows?id=d1', language: 'en' })
  return { calls }
}
const sentMessages = () => postMessage.mock.calls.map(([message]) => message)
const consoleSays = (data: unknown) =>
  act(async () => void window.dispatchEvent(new MessageEvent('message', { data, origin: CONSOLE, source: around })))
const offered = (calls: { path: string; input: unknown }[]) => {
  const offer = calls.find(({ path }) => path === OfferRows.path)?.input as { rows: { id: string | number }[] }
  return offer?.rows.map(({ id }) => id) ?? []
}

/** Simulates an edge with these rows. It can filter by equality and "at least", sort, and return pages. */
function edge(all: TableRow[], labelColumns?: string[]) {
  const holds = (row: TableRow, { column, test: condition, value }: RowFilter) =>
    condition === 'at-least' ? Number(row[column]) >= Number(value) : String(row[column]) === value
  return on(ListRows, ({ pageNo = 1, pageSize = 10, sort, order, filters = [] }) => {
    const found = all.filter((row) => filters.every((filter) => holds(row, filter)))
    const sorted = sort ? found.toSorted((a, b) => Number(a[sort]) - Number(b[sort])) : found
    if (order === 'descend') sorted.reverse()
    const rows = sorted.slice((pageNo - 1) * pageSize, pageNo * pageSize)
    return { total: found.length, rows, ...(labelColumns && { labelColumns }) }
  })
}

const pick = async (combobox: string, option: string | RegExp) => {
  fireEvent.mouseDown(screen.getByRole('combobox', { name: combobox }))
  fireEvent.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }))
}

const five = heart({ rowCount: 5 })
const fiveRows = () => edge(Array.from({ length: 5 }, (_, index) => ({ id: index + 1, age: 50 + index })))

test('stores the selected rows at the edge after the console agrees, and tells the console no row', {
  meta: { claim: 'row-access.row-selection' },
}, async () => {
  const { calls } = open(five, fiveRows())
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select row 2' }))
  expect(screen.getByText('1 of 5 rows chosen')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Offer these rows' }))
  expect(sentMessages()).toEqual([{ say: 'chosen' }])
  // A row that is selected after the click is not part of the offer.
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select row 3' }))
  await consoleSays({ say: 'offer', mapping: [{ column: 'years', from: 'age', conversion: 'none' }] })
  await waitFor(() => expect(sentMessages()).toEqual([{ say: 'chosen' }, { say: 'set-aside', datasetId: CHILD }]))
  expect(calls.find(({ path }) => path === OfferRows.path)?.input).toEqual({
    taskId: 't1',
    tableName: 't_heart',
    rows: [{ id: 2 }],
    mapping: [{ column: 'years', from: 'age', conversion: 'none' }],
  })
  for (const [, origin] of postMessage.mock.calls) expect(origin).toBe(CONSOLE)
})

test('offers the selected rows only on a click, and once per click', {
  meta: { claim: 'row-access.unrequested-row-exclusion' },
}, async () => {
  const { calls } = open(five, fiveRows())
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select row 2' }))
  await consoleSays({ say: 'offer', mapping: [] })
  await userEvent.click(screen.getByRole('button', { name: 'Offer these rows' }))
  expect(offered(calls)).toEqual([])
  await consoleSays({ say: 'offer', mapping: [] })
  await waitFor(() => expect(sentMessages()).toHaveLength(2))
  await consoleSays({ say: 'offer', mapping: [] })
  expect(calls.filter(({ path }) => path === OfferRows.path)).toHaveLength(1)
})

test('asks for confirmation before it offers all rows', async () => {
  const { calls } = open(five, fiveRows())
  await screen.findByRole('checkbox', { name: 'Select row 2' })
  await userEvent.click(screen.getByRole('button', { name: 'Offer these rows' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toMatch('No rows are chosen')
  expect(sentMessages()).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Offer all rows' }))
  await consoleSays({ say: 'offer', mapping: [] })
  await waitFor(() => expect(sentMessages()).toHaveLength(2))
  expect(offered(calls)).toEqual([])
})

test.each([
  ['en', 'Open this page from the console'],
  ['cn', '请从控制台打开本页'],
] as const)(
  'on a stand-alone page, explains where rows can be selected, and sends no request (%s)',
  async (language, title) => {
    vi.stubGlobal('parent', window)
    const { calls } = fakeServer()
    renderPage(<ChoosePage taskId={null} />, { path: '/choose-rows?id=d1', language })
    expect(await screen.findByText(title)).toBeTruthy()
    expect(calls).toEqual([])
  },
)

const patients = Array.from({ length: 450 }, (_, index) => ({ id: index + 1, radius: (index * 7) % 450 }))

test('sorts and filters rows at the edge, and selects all matching rows of all pages', {
  meta: { spec: 'screens.data-algorithm-chooser' },
}, async () => {
  const { calls } = open(
    heart({ rowCount: 450, columns: ['radius'], columnTypes: { radius: 'integer' } }),
    edge(patients),
  )
  const table = (await screen.findByRole('table')) as HTMLTableElement
  const head = screen.getByLabelText('Sort by radius')
  fireEvent.click(head)
  await waitFor(() => expect(table.rows[1]?.textContent).toMatch(/^10/))
  expect(head.closest('th')?.getAttribute('aria-sort')).toBe('ascending')
  expect(table.rows).toHaveLength(11)
  fireEvent.click(screen.getByLabelText('Select this page'))
  expect(screen.getByText('10 of 450 rows chosen')).toBeTruthy()

  fireEvent.click(screen.getByLabelText('Filter by radius'))
  fireEvent.change(await screen.findByLabelText('Value'), { target: { value: '200' } })
  fireEvent.click(screen.getByText('Apply'))
  fireEvent.click(await screen.findByText('Choose all 250 matching rows'))
  expect(await screen.findByText('260 of 450 rows chosen')).toBeTruthy()
  const requests = calls.filter(({ input }) => (input as { pageSize?: number }).pageSize === 200)
  expect(requests.map(({ input }) => (input as { pageNo: number }).pageNo)).toEqual([1, 2])
  await userEvent.click(screen.getByRole('button', { name: 'Offer these rows' }))
  expect(sentMessages()).toEqual([{ say: 'chosen' }])
  await consoleSays({ say: 'offer', mapping: [] })
  await waitFor(() => expect(offered(calls)).toHaveLength(260))
  const small = offered(calls).filter((id) => (patients[Number(id) - 1]?.radius ?? 0) < 200)
  expect(small).toHaveLength(10)
})

test('shows 3 pictures per page with thumbnails from the edge, and opens a picture on click', {
  meta: { spec: 'screens.data-algorithm-chooser' },
}, async () => {
  const pictures = Array.from({ length: 7 }, (_, index) => ({
    id: `p${index}`,
    name: `scan${index}.png`,
    path: `a/scan${index}.png`,
    path_small: `a/small/scan${index}.png`,
    token: `t${index}`,
    finding: index < 4 ? 'tumour' : 'none',
  }))
  open(
    scans,
    edge(pictures, ['finding']),
    on(GetAnalysis, () => ({
      classes: [
        {
          column: 'finding',
          values: [
            { name: 'tumour', count: 4 },
            { name: 'none', count: 3 },
          ],
        },
      ],
      distributions: [],
    })),
  )
  const table = await screen.findByRole('table', { name: 'Pictures of Scans, shown by your edge' })
  expect(within(table).getAllByRole('row')).toHaveLength(4)
  await screen.findByRole('combobox', { name: 'All classes of finding' })
  await pick('All classes of finding', 'none (3)')
  const button = await screen.findByRole('button', { name: 'scan4.png: none' })
  const small = `${location.origin}/viewpic?path=a%2Fsmall%2Fscan4.png&token=t4`
  expect(button.querySelector('img')?.src).toBe(small)
  expect(within(table).queryByText('tumour')).toBeNull()

  fireEvent.click(await screen.findByRole('button', { name: 'Choose all 3 matching rows' }))
  expect(await screen.findByText('3 of 7 pictures chosen')).toBeTruthy()
  fireEvent.click(button)
  const whole = within(await screen.findByRole('dialog')).getByRole('img', { name: 'scan4.png: none' })
  expect(whole).toHaveProperty('src', `${location.origin}/viewpic?path=a%2Fscan4.png&token=t4`)
})

test('shows 24 columns of a wide table at first, and finds others by name', async () => {
  const columns = Array.from({ length: 60 }, (_one, index) => `c${index}`)
  open(heart({ columns, columnTypes: {} }), edge([{ id: 1, c0: 'first', c59: 'far away' }]))
  expect(await screen.findByText('first')).toBeTruthy()
  expect(screen.getAllByRole('columnheader')).toHaveLength(2 + 24)
  fireEvent.change(screen.getByRole('combobox', { name: 'Columns shown' }), { target: { value: 'c59' } })
  fireEvent.click(await screen.findByText('c59', { selector: '.ant-select-item-option-content' }))
  expect(await screen.findByText('far away')).toBeTruthy()
})
