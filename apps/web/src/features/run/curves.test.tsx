import type { SurvivalCurve, SurvivalCurves } from '@tessera/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { run } from '../../testing/run.ts'
import { logIn, renderPage } from '../../testing/world.tsx'
import { CurvesResult } from './CurvesResult.tsx'
import { curvesCsv } from './curves-csv.ts'
import { FinishedPanel } from './FinishedPanel.tsx'
import { runPhrases } from './phrases.ts'
import { mergeRun } from './run-state.ts'

beforeEach(() => {
  logIn()
  return () => vi.restoreAllMocks()
})

const point = (time: number, survival: number, atRisk: number | null) => ({
  time,
  survival,
  low: survival - 0.1,
  high: survival + 0.05,
  error: 0.05 - survival / 20,
  atRisk,
})
const curve = (more: Partial<SurvivalCurve> = {}): SurvivalCurve => ({
  rows: 300,
  events: 120,
  median: { value: 30, low: 20 },
  points: [point(10, 0.9, 300), point(30, 0.5, null)],
  ...more,
})
const curves: SurvivalCurves = {
  event: 'dead',
  time: 'days',
  times: [10, 30],
  all: curve(),
  columns: [
    {
      name: 'ward',
      kind: 'category',
      logRank: { chi2: 6.254, freedom: 2, p: 0.0438 },
      groups: [
        { name: 'north', ...curve({ rows: 180, median: {} }) },
        { name: 'annex', rows: '<5', events: null, points: [] },
      ],
    },
    {
      name: 'age',
      kind: 'number',
      cut: 54.37,
      groups: [
        { name: 'low', ...curve() },
        { name: 'high', ...curve() },
      ],
    },
    { name: 'site', kind: 'category', groups: [] },
  ],
}

const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))

test('lists groups of a survival curve with rows, events and medians, and rows at risk', async () => {
  renderPage(<CurvesResult curves={curves} partyCount={3} />, { language: 'en' })
  expect(await screen.findByText(/300 rows of 3 parties.*“dead”/)).toBeTruthy()
  const ward = screen.getByRole('region', { name: 'ward' })
  expect(rowsOf(within(ward).getByRole('table', { name: 'Groups' }))).toEqual([
    ['Group', 'Rows', 'Events', 'Median time (95 % interval)', 'Largest error of a point (95 %)'],
    ['north', '180', '120', 'not reached', '2.5 percentage points'],
    ['annex', 'fewer than 5', 'not shown', 'Too few rows to show a curve', '–'],
  ])
  expect(rowsOf(within(ward).getByRole('table', { name: /at risk/ })).slice(1)).toEqual([['north', '300', 'not shown']])
  const logRank = /on the common times: chi-square 6.25 with 2 degrees of freedom, p = 0.0438.*can differ noticeably/
  expect(within(ward).getByText(logRank)).toBeTruthy()
  const age = screen.getByRole('region', { name: 'age' })
  expect(within(age).getAllByRole('rowheader', { name: 'age above 54.4' })).toHaveLength(2)
  expect(within(age).getAllByText('30 (20 to not reached)')).toHaveLength(2)
  expect(within(screen.getByRole('region', { name: 'site' })).getByText(/cannot be grouped/)).toBeTruthy()
})

test.each([
  [0.025, '2.5'],
  [0.0250001, '2.51'],
  [0.00001, '0.01'],
])('rounds the maximum error %f up to %s percentage points', async (error, text) => {
  const group = { ...curve(), name: 'north', points: [{ ...point(10, 0.9, 300), error }] }
  const columns: SurvivalCurves['columns'] = [{ name: 'ward', kind: 'category', groups: [group, group] }]
  renderPage(<CurvesResult curves={{ ...curves, columns }} partyCount={3} />, { language: 'en' })
  expect(await screen.findAllByText(`${text} percentage points`)).not.toHaveLength(0)
})

test.each(['en', 'cn'] as const)(
  'shows the figures of a survival chart as a table, by keyboard (%s)',
  async (language) => {
    renderPage(<CurvesResult curves={{ ...curves, columns: [] }} partyCount={1} />, { language })
    const figure = await screen.findByRole('figure')
    const toTable = within(figure).getByRole('button')
    toTable.focus()
    await userEvent.keyboard('{Enter}')
    const [head, first] = rowsOf(within(figure).getByRole('table'))
    expect(head?.[0]).toBe('days')
    expect(first?.[0]).toBe('10')
    expect(first?.[1]).toMatch(/^90(\.00)?%.*80(\.00)?%.*95(\.00)?%.*0\.5/)
  },
)

test('lists the rows at risk at those times at which most groups have a count', async () => {
  const steps = (shared: number[], own: number[]) =>
    [...shared, ...own].toSorted((one, other) => one - other).map((at) => point(at, 1 - at / 1000, 300 - at))
  const shared = [100, 120, 140, 160]
  const groups = [
    { name: 'north', ...curve({ points: steps(shared, [1, 21, 41, 61, 81, 101, 121, 141]) }) },
    { name: 'south', ...curve({ points: steps(shared, [2, 22, 42, 62, 82, 102, 122, 142]) }) },
  ]
  const { columns: _columns, ...all } = curves
  const columns = [{ name: 'ward', kind: 'category' as const, groups }]
  renderPage(<CurvesResult curves={{ ...all, columns }} partyCount={3} />, { language: 'en' })
  const ward = await screen.findByRole('region', { name: 'ward' })
  const numbers = shared.map((at) => String(300 - at))
  expect(rowsOf(within(ward).getByRole('table', { name: /at risk/ }))).toEqual([
    ['days', ...shared.map(String)],
    ['north', ...numbers],
    ['south', ...numbers],
  ])
  expect(within(ward).queryByText(/has no step/)).toBeNull()
})

test('explains why the table shows a dash for a group without a step at a time', async () => {
  const groups = [
    { name: 'north', ...curve({ points: [point(10, 0.9, 300)] }) },
    { name: 'south', ...curve({ points: [point(20, 0.9, 200)] }) },
  ]
  const { columns: _columns, ...all } = curves
  const columns = [{ name: 'ward', kind: 'category' as const, groups }]
  renderPage(<CurvesResult curves={{ ...all, columns }} partyCount={3} />, { language: 'cn' })
  expect(await screen.findByText('–：该组的曲线在此时间点没有变化。')).toBeTruthy()
})

test('exports every point of a survival curve with its maximum error', () => {
  const t = (name: keyof typeof runPhrases.en) => runPhrases.en[name]
  const lines = curvesCsv({ ...curves, columns: curves.columns.slice(0, 1) }, t as never).split(/\r?\n/)
  expect(lines[0]).toContain('Share without the event')
  expect(lines.filter((line) => line.startsWith('ward,north,'))).toHaveLength(2)
  expect(lines.find((line) => line.startsWith('ward,north,30,'))).toMatch(/^ward,north,30,0.5,0.4,0.55,0.025,$/)
})

test('shows the curves of a completed run, and does not report that a model is missing', {
  meta: { spec: 'screens.survival-analysis' },
}, async () => {
  const done = run({ phase: 'completed', table: curves, metrics: {} })
  const read = {
    state: mergeRun(undefined, { run: done, events: [] }, 0),
    error: null,
    canWatch: true,
    onRetry: () => {},
  }
  renderPage(<FinishedPanel read={read} taskName="Lungs" modelId={null} />, { language: 'en' })
  expect(await screen.findByRole('heading', { name: 'Survival of all parties together' })).toBeTruthy()
  expect(screen.getByRole('button', { name: /Download as CSV/ })).toBeTruthy()
})
