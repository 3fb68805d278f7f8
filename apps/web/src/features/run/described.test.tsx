import type { DescribedTable, RunEvent } from '@tessera/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { roundEvent, run } from '../../testing/run.ts'
import { logIn, renderPage } from '../../testing/world.tsx'
import { FindingsResult } from './FindingsResult.tsx'
import { FinishedPanel } from './FinishedPanel.tsx'
import type { RunRead } from './RunContent.tsx'
import { mergeRun } from './run-state.ts'

beforeEach(() => {
  logIn()
  return () => vi.restoreAllMocks()
})

const table: DescribedTable = {
  rows: 1200,
  columns: [
    {
      name: 'age',
      kind: 'number',
      count: 1200,
      missing: 0,
      mean: 54.3712,
      deviation: 9.04,
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
      name: 'ward',
      kind: 'category',
      other: '<5',
      missing: null,
      categories: [
        { name: 'north', count: 900 },
        { name: '=south', count: '>290' },
      ],
    },
  ],
}
const counted: RunEvent = {
  kind: 'statistics',
  runId: 'run1',
  seq: 2,
  time: '2026-01-05T08:00:00Z',
  parties: ['1001', '1002'].map((partyId) => ({ partyId, rows: 600, validationRows: 0 })),
}

const parties = run().parties.map((party) => ({ ...party, metrics: {}, aloneMetrics: null }))
const read = (change: Parameters<typeof run>[0] = {}, events: RunEvent[] = [counted]): RunRead => ({
  state: mergeRun(undefined, { run: run({ phase: 'completed', table, metrics: {}, parties, ...change }), events }, 0),
  error: null,
  canWatch: true,
  onRetry: () => {},
})

const show = (language: 'en' | 'cn', seen = read()) =>
  renderPage(<FinishedPanel read={seen} taskName="Heart / one" modelId={null} />, { language })

const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => row.textContent)

test('shows statistics with their errors for numeric columns and shares for categories, and does not mention a model', {
  meta: { spec: 'screens.result-without-model' },
}, async () => {
  show('en')
  expect(await screen.findByRole('region', { name: 'Data of all parties together' })).toBeTruthy()
  expect(screen.getByText(/^1,200 rows of 2 parties/)).toBeTruthy()
  expect(rowsOf('Numbers')).toEqual([
    'ColumnCountMissingMeanStandard deviation5% quantile25% quantileMedian75% quantile95% quantile',
    'age1,200054.379.0440.12 ± 0.3148.0054.50 ± 0.2560.00 ± 0.2570.00 ± 0.25',
    'dosefewer than 5more than 1,195Suppressed: would reveal a count below 5.',
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
  expect(screen.queryByText(/model|validation|curve/)).toBeNull()
})

test('shows the descriptive table in Chinese, with hidden counts in words', async () => {
  show('cn')
  expect(await screen.findByRole('region', { name: '各方数据概览' })).toBeTruthy()
  expect(rowsOf('数值列')[2]).toBe('dose少于 5多于 1,195已隐藏（小样本保护，<5）')
  expect(rowsOf('类别列').slice(-2)).toEqual(['其他少于 5', '缺失不显示'])
  expect(screen.getByText('全部授权样本都计入。')).toBeTruthy()
})

/** Presses the download button and returns the content of the saved file. */
async function download() {
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
  // Returns bytes, because decoding the file as text would drop the byte order mark.
  return content.arrayBuffer()
}

test('exports all digits of a description, and escapes text that a spreadsheet would run as a formula', {
  meta: { spec: 'screens.result-without-model' },
}, async () => {
  show('en')
  const bytes = await download()
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

const own: DescribedTable = {
  rows: 100,
  columns: [
    {
      name: 'age',
      kind: 'number',
      count: 100,
      missing: 0,
      mean: 54,
      deviation: 8,
      quantiles: [5, 25, 50, 75, 95].map((percent) => ({ percent, value: 40 + percent / 5, error: 0 })),
    },
    { name: 'dose', kind: 'number', count: 80, missing: 20, mean: 2, deviation: 0.5, quantiles: [] },
    {
      name: 'ward',
      kind: 'category',
      other: 0,
      missing: 0,
      categories: [
        { name: 'north', count: 50 },
        { name: 'south', count: 50 },
      ],
    },
  ],
  parties: [
    {
      partyId: '1002',
      rows: 40,
      columns: [
        {
          name: 'age',
          kind: 'number',
          count: 40,
          missing: 0,
          mean: 60,
          deviation: 7,
          quantiles: [{ percent: 50, value: 60, error: 2 }],
        },
        { name: 'dose', kind: 'number', count: null, missing: null },
        {
          name: 'ward',
          kind: 'category',
          other: 0,
          missing: null,
          categories: [
            { name: 'north', count: 30 },
            { name: 'south', count: null },
          ],
        },
      ],
    },
  ],
}

test.each([
  ['en', 'Numbers', 'Categories', 'Suppressed: would reveal a count below 5.', 'not shown'],
  ['cn', '数值列', '类别列', '已隐藏（小样本保护，<5）', '不显示'],
] as const)(
  'shows the separate table of a party that agreed, beside all parties (%s)',
  { meta: { spec: 'screens.own-statistics-comparison' } },
  async (language, numbers, categories, why, hidden) => {
    show(language, read({ table: own }))
    await screen.findByRole('table', { name: numbers })
    expect(rowsOf(numbers).slice(1)).toEqual([
      'age1000' + '54.008.00' + '41.0045.0050.0055.0059.00',
      ' Hospital B400' + '60.007.00' + '––60.00 ± 2.00––' + '+0.75',
      expect.stringContaining('dose8020'),
      ` Hospital B${why}`,
    ])
    expect(rowsOf(categories).slice(1)).toEqual([
      'ward',
      'north5050.00%30 (75.00%) +0.50',
      `south5050.00%${hidden}`,
      expect.stringMatching(new RegExp(`00.00%${hidden}$`)),
    ])
    expect(rowsOf(categories)[0]).toMatch(/Hospital B$/)
  },
)

test('exports on each line the party and its difference from all parties', {
  meta: { spec: 'screens.own-statistics-comparison' },
}, async () => {
  show('en', read({ table: own }))
  const lines = new TextDecoder().decode(await download()).split('\r\n')
  expect(lines[0]).toMatch(/^Party,Column,Category,Count,.*,Difference$/)
  const commas = lines.slice(0, -1).map((line) => line.split(',').length)
  expect(new Set(commas).size).toBe(1)
  expect(lines.slice(1, -1).map((line) => [line.split(',').slice(0, 4).join(','), line.split(',').at(-1)])).toEqual([
    ['All together,age,,100', ''],
    ['All together,dose,,80', ''],
    ['All together,ward,north,50', ''],
    ['All together,ward,south,50', ''],
    ['All together,ward,Other,0', ''],
    ['All together,ward,Missing,0', ''],
    ['Hospital B,age,,40', '0.75'],
    ['Hospital B,dose,,', ''],
    ['Hospital B,ward,north,30', '0.5'],
    ['Hospital B,ward,south,', ''],
    ['Hospital B,ward,Other,0', ''],
    ['Hospital B,ward,Missing,', ''],
  ])
})

test('tells users outside the task where the result of a description is', async () => {
  show('en', { state: undefined, error: null, canWatch: false, onRetry: () => {} })
  expect(await screen.findByRole('region', { name: 'Task complete' })).toBeTruthy()
  expect(screen.getByText('The result is available to the participating parties.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  ['en', '12 rows of your party'],
  ['cn', '本机构共 12 条样本'],
] as const)('counts only the rows of the user’s own party in a single-party result (%s)', async (language, rows) => {
  renderPage(<FindingsResult findings={{ rows: 12, columns: [] }} partyCount={1} />, { language })
  expect(await screen.findByText(new RegExp(rows))).toBeTruthy()
})

test('takes the scheme of a run’s scores from its card, whatever the number of validation rows', async () => {
  const events = [counted, roundEvent(1, 3)]
  show('en', read({ table: null, scoredBy: 'rows', metrics: { accuracy: 0.9 } }, events))
  expect(await screen.findByText('All parties together, on validation rows')).toBeTruthy()
})
