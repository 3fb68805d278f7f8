import { ListMyDatasets } from '@tessera/contract/wire'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ownDataset } from '../../../testing/task.ts'
import { fakeServer, logIn, on, renderPage } from '../../../testing/world.tsx'
import { DatasetChooser } from './DatasetChooser.tsx'
import { RowChooser } from './RowChooser.tsx'

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

const pick = async (combobox: string, option: string | RegExp) => {
  fireEvent.mouseDown(screen.getByRole('combobox', { name: combobox }))
  fireEvent.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }))
}

beforeEach(() => logIn())

test('lists the party’s own datasets, filtered by kind of data', {
  meta: { spec: ['screens.data-algorithm-chooser', 'limits.page-size-selection'] },
}, async () => {
  const { calls } = fakeServer(
    on(ListMyDatasets, ({ contentType }) => {
      const records = [ownDataset(), scans].filter((one) => !contentType || one.contentType === contentType)
      return { records, total: records.length, size: 10, current: 1, pages: 1 }
    }),
  )
  renderPage(<DatasetChooser chosen={null} onChoose={() => {}} />, { language: 'cn' })
  expect(await screen.findByRole('radio', { name: /Biopsies/ })).toBeTruthy()
  await pick('数据类型', '图片')
  await waitFor(() => expect(screen.queryByRole('radio', { name: /Biopsies/ })).toBeNull())
  expect(screen.getByRole('radio', { name: /Scans/ }).closest('label')?.textContent).toContain('图片')
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
  ['cn', 'tabular', '30 条样本 · 4 列'],
  ['cn', 'vision', '图片 · 30 张图片 · 2 MB'],
  ['cn', 'yolo', '30 张图片'],
  ['cn', 'nlp', '30 条文本'],
  ['cn', 'graph', '30 个节点'],
] as const)('states the size of a dataset in the unit of its kind (%s, %s)', async (language, contentType, text) => {
  const columns = ['a', 'b', 'c', 'd']
  const dataset = ownDataset({ contentType, columns, rowCount: 30, size: '2 MB' })
  fakeServer(on(ListMyDatasets, () => ({ records: [dataset], total: 1, size: 10, current: 1, pages: 1 })))
  renderPage(<DatasetChooser chosen={null} onChoose={() => {}} />, { language })
  const choice = await screen.findByRole('radio', { name: /Biopsies/ })
  expect(choice.closest('label')?.textContent).toContain(text)
})

test('states that texts, graphs and pictures with boxes are offered as a whole', {
  meta: { spec: 'screens.data-algorithm-chooser' },
}, async () => {
  const { calls } = fakeServer()
  renderPage(<RowChooser dataset={ownDataset({ contentType: 'graph' })} mode="all" onChange={() => {}} />, {
    language: 'en',
  })
  expect(await screen.findByText(/Graph: offered as a whole/)).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
  expect(calls).toEqual([])
})
