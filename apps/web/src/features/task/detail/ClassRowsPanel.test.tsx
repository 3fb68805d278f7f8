import type { ClassRows, TaskDetail } from '@tessera/contract'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { taskDetail } from '../../../testing/task.ts'
import { fakeServer, logIn, renderPage } from '../../../testing/world.tsx'
import { ClassRowsPanel } from './ClassRowsPanel.tsx'
import { ThinNote } from './ThinNote.tsx'

const classRows: ClassRows = {
  classes: [
    { name: 'benign', rows: 1240, parties: 2 },
    { name: 'malignant', rows: 15, parties: 2 },
    { name: 'unclear', rows: 40, parties: 1 },
    { name: 'gone', rows: 0, parties: 0 },
  ],
  parties: 2,
  missing: 0,
}
const task = taskDetail({ columnSelection: { columns: ['radius'], label: 'diagnosis' }, classRows })
const cellsOf = (name: string) =>
  within(screen.getByRole('row', { name: new RegExp(name) }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

beforeEach(() => logIn())

test.each([
  ['en', 'at least 1,240', 'at least 15Few: below 20', 'at least 40At one party only', 'not reportedFew: below 20'],
  ['cn', '至少 1,240', '至少 15过少：不足 20', '至少 40仅一个机构有', '均未上报过少：不足 20'],
] as const)(
  'shows the rows of each class over all parties and marks classes with too few (%s)',
  { meta: { spec: 'screens.class-counts-before-start' } },
  async (language, enough, few, one, none) => {
    renderPage(<ClassRowsPanel task={task} />, { language })
    expect(await screen.findByRole('table')).toBeTruthy()
    expect(cellsOf('benign')).toEqual([enough])
    expect(cellsOf('malignant')).toEqual([few])
    expect(cellsOf('unclear')).toEqual([one])
    expect(cellsOf('gone')).toEqual([none])
  },
)

test.each([
  ['en', '1 party has not reported counts yet.'],
  ['cn', '还有 1 个机构尚未上报。'],
] as const)(
  'marks no class as too small until all parties have reported their counts (%s)',
  async (language, missing) => {
    const some = { ...task, classRows: { ...classRows, parties: 1, missing: 1 } }
    renderPage(<ClassRowsPanel task={some} />, { language })
    expect(await screen.findByText(missing)).toBeTruthy()
    expect(cellsOf('malignant')).toHaveLength(1)
    expect(screen.queryByText(/below 20|不足 20/)).toBeNull()
  },
)

test.each([
  ['en', 'benign · Positive class'],
  ['cn', 'benign · 正类'],
] as const)('marks the positive class in the table of classes (%s)', async (language, marked) => {
  const positive: TaskDetail['positive'] = { classes: ['malignant', 'benign'], isChosen: true }
  renderPage(<ClassRowsPanel task={{ ...task, positive }} />, { language })
  await screen.findByRole('table')
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)[0]).toBe(marked)
  expect(screen.getAllByText(/Positive class|正类/)).toHaveLength(1)
})

test('sends no call to the edge, and shows no table without classes', async () => {
  const { calls } = fakeServer()
  const { unmount } = renderPage(<ClassRowsPanel task={task} />, { language: 'en' })
  expect(await screen.findByText('at least 1,240')).toBeTruthy()
  expect(calls).toEqual([])
  unmount()
  const { classRows: _none, ...bare } = task
  renderPage(<ClassRowsPanel task={bare} />, { language: 'en' })
  expect(screen.queryByRole('table')).toBeNull()
})

test('lists classes with too little data beside the start button, by reason', async () => {
  renderPage(<ThinNote contentType={null} classRows={classRows} />, { language: 'en' })
  expect(await screen.findByText('Fewer than 20 rows over all parties: malignant, gone')).toBeTruthy()
  expect(screen.getByText('At one party only: unclear')).toBeTruthy()
})
