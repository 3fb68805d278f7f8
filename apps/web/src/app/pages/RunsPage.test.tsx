import { type Algorithm, AppError, type ComparableRun } from '@tessera/contract'
import { GetAlgorithm, GetRunRounds, GetTask, ListRuns } from '@tessera/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { comparableRun, scoresOf } from '../../testing/kept-runs.ts'
import { taskDetail } from '../../testing/task.ts'
import { fakeServer, logIn, on, renderPage } from '../../testing/world.tsx'
import { RunsPage } from './RunsPage.tsx'

const parameter = (name: string, cn: string, en: string): Algorithm['parameterDescriptions'][number] => ({
  name,
  type: 'number',
  default: 0.1,
  label: { cn, en },
  help: { cn: '', en: '' },
})
const algorithm = {
  id: 'lr',
  kind: 'horizontal',
  name: { cn: '逻辑回归', en: 'Logistic regression' },
  codeHash: '',
  introduction: { cn: '', en: '' },
  description: { cn: '', en: '' },
  remark: { cn: '', en: '' },
  useCount: 1,
  labelKinds: ['binary'],
  contentTypes: ['tabular'],
  parameters: {},
  createTime: new Date(0),
  parameterDescriptions: [
    parameter('learning_rate', '学习率', 'Learning rate'),
    parameter('max_iter', '轮次', 'Rounds'),
  ],
} satisfies Algorithm

const path = '/mytask/runs?id=t1'
const accuracyOf: Record<string, number[]> = { r1: [0.5, 0.7], r2: [0.5, 0.9, 0.85], r3: [0.5] }

const around = (...runs: ComparableRun[]) =>
  fakeServer(
    on(GetTask, () => taskDetail({ abilities: { watch: true } })),
    on(ListRuns, () => runs.toReversed()),
    on(GetAlgorithm, () => algorithm),
    on(GetRunRounds, ({ runId }) => ({
      bestRound: 1,
      rounds: (accuracyOf[runId] ?? []).map((accuracy, round) => ({ round, metrics: { accuracy } })),
    })),
  )

const worse = comparableRun(1, { parameters: { learning_rate: 0.01, max_iter: 20 }, scores: scoresOf(0.7, 0.6, 0.78) })
const failed = comparableRun(2, {
  phase: 'failed',
  metrics: { accuracy: 0.5 },
  scores: null,
  round: 2,
  failure: { code: 'run.edge-lost', params: {}, partyId: '1002', step: 'train', round: 2 },
})
const better = comparableRun(3, { taskId: 't2', taskName: 'Tumour diagnosis (2)' })

/** Simulates a window that is wide enough for tables. By default, tests have the window of a phone. */
const setWide = () =>
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))

beforeEach(() => logIn())
afterEach(() => void vi.unstubAllGlobals())

const rowsOf = (panel: HTMLElement) =>
  within(panel)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent))

test('compares two runs by curves, by different settings, and by scores with intervals', {
  meta: { spec: 'screens.run-comparison' },
}, async () => {
  setWide()
  const { calls } = around(worse, failed, better)
  renderPage(<RunsPage />, { path, language: 'en' })

  const runs = await screen.findByRole('region', { name: 'Runs' })
  expect(
    rowsOf(runs).map(([name, status, , , duration, rounds, task]) => [name, status, duration, rounds, task]),
  ).toEqual([
    ['Run 3', 'Completed', '00:02:00', '20 of 20', 'Tumour diagnosis (2)'],
    ['Run 2', 'Failed', '00:02:00', '2 of 20', 'Tumour diagnosis'],
    ['Run 1', 'Completed', '00:02:00', '20 of 20', 'Tumour diagnosis'],
  ])
  expect(within(runs).getByText(/^Hospital B, training, round 2: /)).toBeTruthy()

  const settings = screen.getByRole('region', { name: 'Differences in settings' })
  await within(settings).findByText('Learning rate')
  expect(rowsOf(settings)).toEqual([['Learning ratedifferslearning_rate', '0.01', '0.1']])
  await userEvent.click(within(settings).getByRole('checkbox', { name: 'Show identical settings, too' }))
  expect(within(settings).getByRole('row', { name: 'Algorithm Logistic regression Logistic regression' })).toBeTruthy()

  const scores = screen.getByRole('region', { name: 'Scores side by side' })
  expect(rowsOf(scores)).toEqual([
    [
      'Accuracy',
      '70.00%95% interval 60.00% to 78.00%114 rowsreference',
      '90.00%95% interval 85.00% to 94.00%114 rowsbetter than run 1',
    ],
  ])

  const chart = await screen.findByRole('figure', { name: 'Accuracy of each run’s model after each round' })
  await userEvent.click(within(chart).getByRole('button', { name: 'Show as table' }))
  expect(rowsOf(chart)).toEqual([
    ['0', '50.00%', '50.00%'],
    ['1', '70.00%', '–'],
  ])
  const requests = calls.filter(({ path: called }) => called === GetRunRounds.path).map(({ input }) => input)
  expect(requests).toEqual([
    { taskId: 't1', runId: 'r1' },
    { taskId: 't2', runId: 'r3' },
  ])
})

test.each([
  [
    'en',
    /scored on different rows/,
    ['Run 1: 36 rows scored, of Hospital A (validation split)', /^Run 2: 90 rows scored, of .*\(leave-one-out\)$/],
    'Scores side by side',
    /scored on other rows than run 1$/,
  ],
  [
    'cn',
    /得分基于不同的/,
    ['训练 1：评分 36 条样本，来自Hospital A（验证集）', /^训练 2：评分 90 条样本，来自.*（留一法）$/],
    '得分对照',
    /与训练 1 不同$/,
  ],
] as const)(
  'shows a difference in the scored rows above all scores (%s)',
  async (language, title, listed, panel, verdict) => {
    const names: Record<string, string> = { 1001: 'Hospital A', 1002: 'Hospital B', 1003: 'Hospital C' }
    const party = (partyId: string, rows: number) => ({
      partyId,
      partyName: names[partyId] ?? '',
      rowsOffered: rows,
      rowsUsed: rows,
      validationRows: 0,
    })
    around(
      comparableRun(1, {
        scoredBy: 'rows',
        parties: [{ ...party('1001', 45), validationRows: 36 }],
        scores: { ...scoresOf(0.5, 0.4, 0.6), rows: 36 },
      }),
      comparableRun(2, {
        scoredBy: 'leave-one-out',
        parties: Object.keys(names).map((id) => party(id, 30)),
        scores: { ...scoresOf(0.5, 0.4, 0.6), rows: 90 },
      }),
    )
    renderPage(<RunsPage />, { path, language })
    const notice = await screen.findByRole('alert')
    expect(notice.textContent).toMatch(title)
    for (const run of listed) expect(within(notice).getByText(run)).toBeTruthy()
    const scores = screen.getByRole('region', { name: panel })
    expect(notice.compareDocumentPosition(scores) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(rowsOf(scores)[0]?.[2]).toMatch(verdict)
    expect(screen.queryByText(/all parties’/)).toBeNull()
  },
)

test.each([
  ['en', 'Differences in settings', 'Learning ratedifferslearning_rateRun 10.01Run 20.1'],
  ['cn', '设置的不同之处', '学习率不同learning_rate训练 10.01训练 20.1'],
] as const)('lists the settings of each run below the run’s name on a phone (%s)', async (language, title, text) => {
  around(worse, better)
  renderPage(<RunsPage />, { path, language })
  const settings = await screen.findByRole('region', { name: title })
  await waitFor(() =>
    expect(
      within(settings)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([text]),
  )
  expect(within(settings).queryByRole('table')).toBeNull()
})

test('shows names and results of a comparison in Chinese, and recognises differences within the intervals', {
  meta: { spec: 'screens.run-comparison' },
}, async () => {
  around(
    comparableRun(1, { parameters: { learning_rate: 0.01, max_iter: 20 }, scores: scoresOf(0.88, 0.82, 0.92) }),
    comparableRun(2),
  )
  renderPage(<RunsPage />, { path, language: 'cn' })
  const settings = await screen.findByRole('region', { name: '设置的不同之处' })
  expect(await within(settings).findByText('学习率')).toBeTruthy()
  const scores = screen.getByRole('region', { name: '得分对照' })
  expect(rowsOf(scores)[0]?.[2]).toBe('90.00%95% 区间 85.00% 至 94.00%114 条样本区间有重叠，差异可能出于偶然')
})

test('shows counts beside the share of a class, and shows small counts first', async () => {
  const sensitivity = { value: 0.9, count: 18, rows: 20, low: 0.7, high: 0.97 }
  const classes = [{ class: 'malignant', sensitivity, specificity: null, ppv: null, npv: null }]
  const scores = { ...scoresOf(0.9, 0.85, 0.94), classes }
  around(comparableRun(1, { scores }), comparableRun(2, { scores }))
  renderPage(<RunsPage />, { path, language: 'en' })
  const panel = await screen.findByRole('region', { name: 'Scores side by side' })
  expect(rowsOf(panel)[1]).toEqual([
    'malignant: sensitivity',
    '18 of 20 90.00%70.00% to 97.00%reference',
    '18 of 20 90.00%70.00% to 97.00%too few rows for an interval',
  ])
})

test('stores the compared runs in the address, and compares only if there are at least two', async () => {
  around(worse, failed, better)
  const { router } = renderPage(<RunsPage />, { path: `${path}&runs=r1%2Cr3`, language: 'en' })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Compare run 2' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ id: 't1', runs: 'r1,r3,r2' }))
  const scores = screen.getByRole('region', { name: 'Scores side by side' })
  expect(rowsOf(scores)[0]?.[2]).toMatch(/no interval available.*cannot be compared without intervals$/)

  for (const number of [1, 2, 3]) await userEvent.click(screen.getByRole('checkbox', { name: `Compare run ${number}` }))
  expect(await screen.findByText('Choose two runs above to compare them.')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Scores side by side' })).toBeNull()
})

test.each([
  ['en', 'Only one run', /restarts the task after a failed or stopped run/],
  ['cn', '只有一次训练', /训练失败或停止后由发起方重新开始/],
] as const)(
  'explains how to get a second run if there is only one (%s)',
  { meta: { spec: 'screens.run-comparison' } },
  async (language, title, reason) => {
    around(worse)
    renderPage(<RunsPage />, { path, language })
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByText(reason)).toBeTruthy()
  },
)

test('shows an empty state before the first run of a task', async () => {
  around()
  renderPage(<RunsPage />, { path, language: 'en' })
  expect(await screen.findByText('No runs yet')).toBeTruthy()
})

test('shows an error to users who do not take part in the task', async () => {
  fakeServer(
    on(GetTask, () => taskDetail()),
    on(ListRuns, () => {
      throw new AppError('task.not-allowed')
    }),
  )
  renderPage(<RunsPage />, { path, language: 'en' })
  expect(await screen.findByRole('alert')).toBeTruthy()
})
