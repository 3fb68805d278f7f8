import type { DescribedTable, RunEvent } from '@tessera/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { logIn, renderPage } from '../../lib/testing.tsx'
import { DescribedResult } from './DescribedResult.tsx'
import { FinishedPanel } from './FinishedPanel.tsx'
import type { RunRead } from './RunContent.tsx'
import { mergeRun } from './run-state.ts'
import { roundEvent, run } from './test-world.ts'

beforeEach(() => {
  logIn()
  return () => vi.restoreAllMocks()
})

const table: DescribedTable = {
  rows: 1200,
  columns: [
    {
      ...{ name: 'age', kind: 'number', count: 1200, missing: 0, mean: 54.3712, deviation: 9.04 },
      quantiles: [
        { percent: 5, value: 40.123, error: 0.301 },
        { percent: 25, value: 48, error: 0 },
        { percent: 50, value: 54.5, error: 0.25 },
        { percent: 75, value: 60, error: 0.25 },
        { percent: 95, value: 70, error: 0.25 },
      ],
    },
    { name: 'dose', kind: 'number', count: '<5', missing: '>1195' },
    {
      ...{ name: 'ward', kind: 'category', other: '<5', missing: null },
      categories: [
        { name: 'north', count: 900 },
        { name: '=south', count: '>290' },
      ],
    },
  ],
}
const counted: RunEvent = {
  ...{ kind: 'statistics', runId: 'run1', seq: 2, time: '2026-01-05T08:00:00Z' },
  parties: ['1001', '1002'].map((partyId) => ({ partyId, rows: 600, validationRows: 0 })),
}

const parties = run().parties.map((party) => ({ ...party, metrics: {}, aloneMetrics: null }))
const read = (change: Parameters<typeof run>[0] = {}, events: RunEvent[] = [counted]): RunRead => ({
  state: mergeRun(undefined, { run: run({ phase: 'completed', table, metrics: {}, parties, ...change }), events }, 0),
  ...{ error: null, canWatch: true, onRetry: () => {} },
})

const show = (language: 'en' | 'cn', seen = read()) =>
  renderPage(<FinishedPanel read={seen} taskName="Heart / one" modelId={null} />, { language })

const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => row.textContent)

test('a run without a model shows its table: numbers with their spread and errors, categories with their share', async () => {
  show('en')
  expect(await screen.findByRole('region', { name: 'The data of all parties together' })).toBeTruthy()
  expect(screen.getByText(/^1,200 rows of 2 parties/)).toBeTruthy()
  expect(rowsOf('Numbers')).toEqual([
    'ColumnCountMissingMeanStandard deviation5% quantile25% quantileMedian75% quantile95% quantile',
    'age1,200054.379.0440.12 ± 0.3148.0054.50 ± 0.2560.00 ± 0.2570.00 ± 0.25',
    'dosefewer than 5more than 1,195Fewer than 5 values: nothing of them is told.',
  ])
  expect(rowsOf('Categories')).toEqual([
    'CategoryCountShare of all rows',
    'ward',
    'north90075.00%',
    '=southmore than 290',
    'Otherfewer than 5',
    'Missingnot shown',
  ])
  const rows = within(screen.getByRole('table', { name: 'Numbers' })).getAllByRole('rowheader')
  expect(rows.map(({ textContent }) => textContent)).toEqual(['age', 'dose'])
  expect(screen.queryByText(/model|held out|nobody trained on|curve/)).toBeNull()
})

test('the same in Chinese, hidden counts in words', async () => {
  show('cn')
  expect(await screen.findByRole('region', { name: '各方数据概览' })).toBeTruthy()
  expect(rowsOf('数值列')[2]).toBe('dose少于 5多于 1,195不足 5 个数值，不予说明。')
  expect(rowsOf('类别列').slice(-2)).toEqual(['其他少于 5', '缺失不显示'])
  expect(screen.getByText('全部授权行都计入。')).toBeTruthy()
})

test('as a file it has all digits, and no text that a spreadsheet would run', async () => {
  show('en')
  const saved: { name: string; content: Blob }[] = []
  let content = new Blob()
  URL.createObjectURL = (blob) => {
    content = blob as Blob
    return 'blob:table'
  }
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, content })
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Download as CSV' }))
  expect(saved.map(({ name }) => name)).toEqual(['Heart-one.csv'])
  // Bytes, as reading it as text drops the mark at its beginning.
  const bytes = await content.arrayBuffer()
  expect([...new Uint8Array(bytes as ArrayBuffer).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder().decode(bytes).split('\r\n')).toEqual([
    'Column,Category,Count,Missing,Mean,Standard deviation,5% quantile,5% quantile ±,25% quantile,25% quantile ±,' +
      '50% quantile,50% quantile ±,75% quantile,75% quantile ±,95% quantile,95% quantile ±',
    'age,,1200,0,54.3712,9.04,40.123,0.301,48,0,54.5,0.25,60,0.25,70,0.25',
    'dose,,<5,>1195,,',
    'ward,north,900',
    "ward,'=south,>290",
    'ward,Other,<5',
    'ward,Missing,',
    '',
  ])
})

test('who did not take part is told where the result is, and of no model', async () => {
  show('en', { state: undefined, error: null, canWatch: false, onRetry: () => {} })
  expect(await screen.findByRole('region', { name: 'The task is complete' })).toBeTruthy()
  expect(screen.getByText('What came of it is with the parties that took part.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  ['en', '12 rows of your party'],
  ['cn', '本机构共 12 行'],
] as const)('of one party’s rows nothing is said of others (%s)', async (language, rows) => {
  renderPage(<DescribedResult table={{ rows: 12, columns: [] }} partyCount={1} />, { language })
  expect(await screen.findByText(new RegExp(rows))).toBeTruthy()
})

test('how a run was scored is told by its card, whatever rows were held aside', async () => {
  const events = [counted, roundEvent(1, 3)]
  show('en', read({ table: null, scoredBy: 'rows', metrics: { accuracy: 0.9 } }, events))
  expect(await screen.findByText('All parties together, on rows nobody trained on')).toBeTruthy()
})
