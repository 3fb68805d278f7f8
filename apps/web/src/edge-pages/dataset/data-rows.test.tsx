import { AppError } from '@tessera/contract'
import { GetAnalysis, GetColumnProfiles, GetEdgeSession, GetHeldDataset, ListRows } from '@tessera/contract/wire'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { enterAs } from '../../lib/own-edge.ts'
import { ageProfile, heart } from '../../testing/dataset.ts'
import { session } from '../../testing/signing.ts'
import { fakeServer, on, renderPage } from '../../testing/world.tsx'
import { DatasetPage } from './DatasetPage.tsx'

/** Tests of the rows of a table, whose order, filters and page are in the address. */

const rows = on(ListRows, ({ pageNo = 1, filters }) => ({
  total: filters?.length ? 11 : 120,
  rows: [{ id: pageNo, age: 54 + pageNo, chol: null, diagnosis: 'none' }],
}))
const profiles = on(GetColumnProfiles, () => [ageProfile])
const analysis = on(GetAnalysis, () => ({ classes: [], distributions: [], fileName: 'cases.zip' }))
const dataset = on(GetHeldDataset, () =>
  heart({ columns: ['age', 'diagnosis'], columnTypes: { age: 'integer', diagnosis: 'text' } }),
)

const inSession = on(GetEdgeSession, session)

beforeEach(() => {
  history.replaceState(null, '', '/dataset')
  enterAs('edge-token')
})

function openRows(query = '') {
  const { calls } = fakeServer(inSession, dataset, rows, profiles, analysis)
  const page = renderPage(<DatasetPage />, { path: `/dataset?id=d1${query}`, language: 'en' })
  const lastInput = () => calls.filter(({ path }) => path === ListRows.path).at(-1)?.input
  return { ...page, lastInput }
}
const firstPage = { tableName: 't_heart', pageNo: 1, pageSize: 10 }

test('sorts rows by a column on clicks: ascending, descending, original order', async () => {
  const { lastInput, router } = openRows('&rowPage=3')
  const head = await screen.findByLabelText('Sort by age')
  const column = head.closest('th')
  await waitFor(() => expect(lastInput()).toEqual({ ...firstPage, pageNo: 3 }))

  fireEvent.click(head)
  await waitFor(() => expect(lastInput()).toEqual({ ...firstPage, sort: 'age', order: 'ascend' }))
  expect(column?.getAttribute('aria-sort')).toBe('ascending')
  fireEvent.click(screen.getByLabelText('Sort by age'))
  await waitFor(() => expect(lastInput()).toEqual({ ...firstPage, sort: 'age', order: 'descend' }))
  fireEvent.click(screen.getByLabelText('Sort by age'))
  await waitFor(() => expect(router.state.location.search).toEqual({ id: 'd1' }))
})

test('takes page size, sort order and filters from the address', {
  meta: { spec: 'screens.data-detail' },
}, async () => {
  const filters = JSON.stringify([{ column: 'age', test: 'at-least', value: '50' }])
  const { lastInput } = openRows(`&rowSize=40&sort=age&order=descend&filters=${encodeURIComponent(filters)}`)
  await waitFor(() =>
    expect(lastInput()).toEqual({
      tableName: 't_heart',
      pageNo: 1,
      pageSize: 40,
      sort: 'age',
      order: 'descend',
      filters: [{ column: 'age', test: 'at-least', value: '50' }],
    }),
  )
  expect(screen.getByText('age is at least 50')).toBeTruthy()
})

test('ignores invalid filters in the address', async () => {
  const { lastInput } = openRows('&filters=nonsense')
  await waitFor(() => expect(lastInput()).toEqual(firstPage))
})

test('filters rows by a column, validates the value, and returns the focus', {
  meta: { spec: 'screens.data-detail' },
}, async () => {
  const { lastInput } = openRows('&rowPage=3')
  const button = await screen.findByLabelText('Filter by age')
  fireEvent.click(button)
  const value = await screen.findByLabelText('Value')
  expect(screen.queryByText('contains')).toBeNull()
  await userEvent.type(value, 'old{Enter}')
  expect(await screen.findByText('Enter a number, such as 12.5.')).toBeTruthy()
  await userEvent.clear(value)
  await userEvent.type(value, '50{Enter}')

  await waitFor(() =>
    expect(lastInput()).toEqual({ ...firstPage, filters: [{ column: 'age', test: 'at-least', value: '50' }] }),
  )
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-pressed')).toBe('true')

  fireEvent.click(screen.getByLabelText('Remove: age is at least 50'))
  await waitFor(() => expect(lastInput()).toEqual(firstPage))
})

test('offers a text search for text columns, and discards the search text on Escape', async () => {
  const { lastInput } = openRows()
  const button = await screen.findByLabelText('Filter by diagnosis')
  fireEvent.click(button)
  expect(await screen.findByText('contains')).toBeTruthy()
  fireEvent.keyDown(await screen.findByLabelText('Value'), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByLabelText('Value')).toBeNull())
  expect(document.activeElement).toBe(button)
  expect(lastInput()).toEqual(firstPage)
})

test('lets the user remove filters after an error, and reports that no row matches', async () => {
  fakeServer(
    inSession,
    dataset,
    on(ListRows, ({ filters }) => {
      if (filters?.[0]?.column === 'gone') throw new AppError('task.column-unknown', { column: 'gone' })
      return { total: 0, rows: [] }
    }),
    profiles,
    analysis,
  )
  const filters = JSON.stringify([{ column: 'gone', test: 'missing', value: '' }])
  const path = `/dataset?id=d1&filters=${encodeURIComponent(filters)}`
  const { router } = renderPage(<DatasetPage />, { path, language: 'en' })
  expect((await screen.findByRole('alert')).textContent).toContain('gone')
  fireEvent.click(screen.getByText('Clear all'))
  await waitFor(() => expect(router.state.location.search).toEqual({ id: 'd1' }))
  expect(await screen.findByText('No rows.')).toBeTruthy()
})

test('shows the id of each row, and shortens a long text until the user expands it', async () => {
  const letter = `Dear colleague, ${'x'.repeat(20_000)}`
  fakeServer(
    inSession,
    dataset,
    on(ListRows, () => ({ total: 1, rows: [{ id: 'P-07', age: 54, diagnosis: letter }] })),
    profiles,
    analysis,
  )
  renderPage(<DatasetPage />, { path: '/dataset?id=d1', language: 'en' })
  expect(await screen.findByText('P-07')).toBeTruthy()
  const cut = screen.getByText(/^Dear colleague, x+…$/)
  expect(cut.textContent?.length).toBeLessThan(200)
  const details = cut.closest('details') as HTMLDetailsElement
  expect(details.open).toBe(false)
  expect(details.textContent).toContain(letter)
})

test('shows 24 of 5,000 columns, and stores columns that the user chooses by name in the address', {
  meta: { spec: 'screens.data-detail-columns' },
}, async () => {
  const columns = Array.from({ length: 5000 }, (_one, index) => `c${index}`)
  fakeServer(
    inSession,
    on(GetHeldDataset, () => heart({ columns, columnTypes: {}, labelColumns: ['c99'] })),
    on(ListRows, () => ({ total: 1, rows: [{ id: 1, c0: 'first', c99: 'ill', c4321: 'far away' }] })),
    on(GetColumnProfiles, () => []),
    analysis,
  )
  const { router } = renderPage(<DatasetPage />, { path: '/dataset?id=d1', language: 'en' })
  const heads = () => [...document.querySelectorAll('th')]
  const names = () => heads().map((head) => head.querySelector('[title]')?.getAttribute('title'))
  expect(await screen.findByText('first')).toBeTruthy()
  expect(names().slice(0, 4)).toEqual(['Id', 'c99', 'c0', 'c1'])
  expect(heads()).toHaveLength(2 + 24)
  expect(screen.getByText('25 of 5,000 columns shown')).toBeTruthy()

  const chooser = screen.getByRole('combobox', { name: 'Columns shown' })
  for (const name of ['c4321', 'c7']) {
    fireEvent.change(chooser, { target: { value: name } })
    fireEvent.click(await screen.findByText(name, { selector: '.ant-select-item-option-content' }))
  }
  expect(await screen.findByText('far away')).toBeTruthy()
  expect(names()).toEqual(['Id', 'c99', 'c4321', 'c7'])
  expect(screen.getByText('3 of 5,000 columns shown')).toBeTruthy()
  expect(router.state.location.search).toMatchObject({ columns: '["c4321","c7"]' })
})

test('keeps the columns of id and label in place while other columns scroll', {
  meta: { spec: 'screens.data-detail-columns' },
}, async () => {
  fakeServer(
    inSession,
    on(GetHeldDataset, () => heart({ columns: ['age', 'diagnosis'], columnTypes: {}, labelColumns: ['diagnosis'] })),
    ...[rows, profiles, analysis],
  )
  renderPage(<DatasetPage />, { path: '/dataset?id=d1', language: 'en' })
  await screen.findByText('55')
  const row = document.querySelectorAll('tbody tr')[0]
  const places = [...(row?.children ?? [])].map((cell) => (cell as HTMLElement).style.insetInlineStart)
  expect(places).toEqual(['0px', '116px', ''])
  expect([...document.querySelectorAll('th')].map((head) => head.style.insetInlineStart)).toEqual(places)
})
