import type { Dataset, RowFilter, TableRow } from '@tessera/contract'
import { GetAnalysis, GetEdgeToken, ListMyDatasets, ListRows } from '@tessera/contract/wire'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, logIn, on, renderPage } from '../../../lib/testing.tsx'
import { ownDataset } from '../test-world.ts'
import { DatasetChooser } from './DatasetChooser.tsx'
import { RowChooser } from './RowChooser.tsx'
import type { RowChoice } from './row-choice.ts'

const scans = ownDataset({
  id: 'd2',
  name: 'Scans',
  contentType: 'vision',
  tableName: 'table2',
  rowCount: 7,
  columns: ['finding'],
  columnTypes: { finding: 'text' },
  labelColumns: ['finding'],
})
const token = on(GetEdgeToken, () => ({ token: 'edge-token', expiresInSeconds: 600 }))

/** An edge with these rows: filters by equality and "at least", sorts and pages as it is asked. */
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

/** The chooser with what is chosen, as the step around it keeps it. */
function Chooser({ dataset, onChosen }: { dataset: Dataset; onChosen: (choice: RowChoice) => void }) {
  const [choice, setChoice] = useState<RowChoice>({ mode: 'some', ids: new Set() })
  return (
    <RowChooser
      dataset={dataset}
      choice={choice}
      onChange={(changed) => {
        setChoice(changed)
        onChosen(changed)
      }}
    />
  )
}
async function choose(dataset: Dataset) {
  let chosen: RowChoice | null = null
  renderPage(
    <Chooser
      dataset={dataset}
      onChosen={(choice) => {
        chosen = choice
      }}
    />,
    { language: 'en' },
  )
  return () => chosen as RowChoice | null
}
const pick = async (combobox: string, option: string | RegExp) => {
  fireEvent.mouseDown(screen.getByRole('combobox', { name: combobox }))
  fireEvent.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }))
}

beforeEach(() => logIn())

test('one’s own datasets of one kind', async () => {
  const { calls } = fakeServer(
    on(ListMyDatasets, ({ contentType }) => {
      const records = [ownDataset(), scans].filter((one) => !contentType || one.contentType === contentType)
      return { records, total: records.length, size: 10, current: 1, pages: 1 }
    }),
  )
  renderPage(<DatasetChooser chosen={null} onChoose={() => {}} />, { language: 'cn' })
  expect(await screen.findByRole('radio', { name: /Biopsies/ })).toBeTruthy()
  await pick('数据类型', '图像')
  await waitFor(() => expect(screen.queryByRole('radio', { name: /Biopsies/ })).toBeNull())
  expect(screen.getByRole('radio', { name: /Scans/ }).closest('label')?.textContent).toContain('图像')
  await pick('数据类型', '图结构')
  expect(await screen.findByText('没有符合条件的数据集，请更改名称或类型。')).toBeTruthy()
  expect(calls.at(-1)?.input).toEqual({ pageNo: 1, pageSize: 10, contentType: 'graph' })
})

test.each([
  ['en', 'tabular', '30 rows · 4 columns'],
  ['en', 'vision', 'Pictures · 30 pictures · 2 MB'],
  ['en', 'yolo', '30 pictures'],
  ['en', 'nlp', '30 texts'],
  ['en', 'graph', '30 nodes'],
  ['cn', 'tabular', '30 行 · 4 列'],
  ['cn', 'vision', '图像 · 30 张图片 · 2 MB'],
  ['cn', 'yolo', '30 张图片'],
  ['cn', 'nlp', '30 条文本'],
  ['cn', 'graph', '30 个节点'],
] as const)('how much a dataset has is said in what its kind has (%s, %s)', async (language, contentType, said) => {
  const columns = ['a', 'b', 'c', 'd']
  const dataset = ownDataset({ contentType, columns, rowCount: 30, size: '2 MB' })
  fakeServer(on(ListMyDatasets, () => ({ records: [dataset], total: 1, size: 10, current: 1, pages: 1 })))
  renderPage(<DatasetChooser chosen={null} onChoose={() => {}} />, { language })
  const choice = await screen.findByRole('radio', { name: /Biopsies/ })
  expect(choice.closest('label')?.textContent).toContain(said)
})

const patients = Array.from({ length: 450 }, (_, index) => ({ id: index + 1, radius: (index * 7) % 450 }))

test('rows are sorted and filtered at the edge; all that match are chosen over every page', async () => {
  const { calls } = fakeServer(token, edge(patients))
  const chosen = await choose(ownDataset({ rowCount: 450 }))
  const table = (await screen.findByRole('table')) as HTMLTableElement
  const head = screen.getByLabelText('Sort by radius')
  fireEvent.click(head)
  await waitFor(() => expect(table.rows[1]?.textContent).toMatch(/^10/))
  expect(head.closest('th')?.getAttribute('aria-sort')).toBe('ascending')
  expect(table.rows).toHaveLength(11)
  fireEvent.click(screen.getByLabelText('Choose this page'))
  expect(screen.getByText('10 of 450 rows chosen')).toBeTruthy()

  fireEvent.click(screen.getByLabelText('Filter by radius'))
  fireEvent.change(await screen.findByLabelText('Value'), { target: { value: '200' } })
  fireEvent.click(screen.getByText('Apply'))
  fireEvent.click(await screen.findByText('Choose all 250 that match'))
  expect(await screen.findByText('260 of 450 rows chosen')).toBeTruthy()
  const small = [...(chosen()?.ids ?? [])].filter((id) => (patients[Number(id) - 1]?.radius ?? 0) < 200)
  expect(small).toHaveLength(10)
  const asked = calls.filter(({ input }) => (input as { pageSize: number }).pageSize === 200)
  expect(asked.map(({ input }) => (input as { pageNo: number }).pageNo)).toEqual([1, 2])

  fireEvent.click(screen.getByLabelText('Remove: radius is at least 200'))
  fireEvent.click(await screen.findByText('Choose all 450 rows'))
  expect(chosen()).toEqual({ mode: 'all', ids: new Set() })
})

test('pictures: three a page by class, thumbnails from the edge with their own token, the whole one on a click', async () => {
  const pictures = Array.from({ length: 7 }, (_, index) => ({
    id: `p${index}`,
    name: `scan${index}.png`,
    path: `a/scan${index}.png`,
    path_small: `a/small/scan${index}.png`,
    token: `t${index}`,
    finding: index < 4 ? 'tumour' : 'none',
  }))
  fakeServer(
    token,
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
  const chosen = await choose(scans)
  const table = await screen.findByRole('table', { name: 'Pictures of Scans, read from your edge' })
  expect(within(table).getAllByRole('row')).toHaveLength(4)
  await screen.findByRole('combobox', { name: 'All classes of finding' })
  await pick('All classes of finding', 'none (3)')
  const button = await screen.findByRole('button', { name: 'scan4.png: none' })
  const small = 'http://127.0.0.1:9101/viewpic?path=a%2Fsmall%2Fscan4.png&token=t4'
  expect(button.querySelector('img')?.src).toBe(small)
  expect(within(table).queryByText('tumour')).toBeNull()

  fireEvent.click(await screen.findByRole('button', { name: 'Choose all 3 that match' }))
  await waitFor(() => expect(chosen()?.ids).toEqual(new Set(['p4', 'p5', 'p6'])))
  fireEvent.click(button)
  const whole = within(await screen.findByRole('dialog')).getByRole('img', { name: 'scan4.png: none' })
  expect(whole).toHaveProperty('src', 'http://127.0.0.1:9101/viewpic?path=a%2Fscan4.png&token=t4')
})

test('of a wide table two dozen columns are drawn at a time, and any is found by its name', async () => {
  const columns = Array.from({ length: 60 }, (_one, index) => `c${index}`)
  fakeServer(token, edge([{ id: 1, c0: 'first', c59: 'far away' }]))
  await choose(ownDataset({ columns, columnTypes: {} }))
  expect(await screen.findByText('first')).toBeTruthy()
  expect(screen.getAllByRole('columnheader')).toHaveLength(2 + 24)
  fireEvent.change(screen.getByRole('combobox', { name: 'Columns shown' }), { target: { value: 'c59' } })
  fireEvent.click(await screen.findByText('c59', { selector: '.ant-select-item-option-content' }))
  expect(await screen.findByText('far away')).toBeTruthy()
})

test('texts, graphs and boxes are offered whole, which is said', async () => {
  const { calls } = fakeServer()
  await choose(ownDataset({ contentType: 'graph' }))
  expect(await screen.findByText(/Graph: offered as a whole/)).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
  expect(calls).toEqual([])
})
