import { type Curve, inputColumnsOf, type ModelCard } from '@tessera/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { heartCard } from '../../../testing/model.ts'
import { renderPage } from '../../../testing/world.tsx'
import { ColumnCurves } from './ColumnCurves.tsx'
import { curveOption, curvesOf, namesOf } from './column-curves.ts'
import { TreePanels } from './TreePanels.tsx'

const age: Curve = { column: 'age', class: 'ill', points: [40, 60], effects: [-1, 0.25, 0.5] }
const sex: Curve = { column: 'sex', class: 'ill', points: [], effects: [-0.1, 0.2, 0] }
const flat: Curve = { column: 'zip', class: 'ill', points: [3], effects: [0, 0] }
const banded = { ...age, low: [-1.5, 0, 0.1], high: [-0.5, 0.5, 0.9] }
const additive = (change: Partial<ModelCard> = {}) =>
  heartCard({
    curves: [sex, flat, banded],
    additive: { constant: ['clinic'], converged: true, rows: 160, averaged: 0 },
    ...change,
  })

test.each([
  ['en', 'Effect of each feature', /log odds of “ill”/, 'up to 40', /no other than one value|clinic/],
  ['cn', '各特征的作用', /“ill”的对数几率/, '不超过 40', /clinic/],
] as const)(
  'draws one chart per column, the widest range first (%s)',
  { meta: { spec: 'screens.model-interpretation' } },
  async (...given) => {
    const [language, title, note, first, constant] = given
    renderPage(<ColumnCurves card={additive()} />, { language })
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByText(note)).toBeTruthy()
    expect(screen.getByText(constant)).toBeTruthy()
    expect(screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual(['age', 'sex'])
    expect(screen.getByText(/zip/)).toBeTruthy()
    const picture = screen.getByRole('figure', { name: /age/ })
    fireEvent.click(within(picture).getByRole('button'))
    const rows = within(within(picture).getByRole('table')).getAllByRole('row')
    expect(rows[1]?.textContent).toMatch(new RegExp(`^${first}.*1.*1\\.5.*0\\.5`))
    expect(rows).toHaveLength(4)
  },
)

test('warns beside the curves if the fit did not converge', async () => {
  renderPage(
    <ColumnCurves card={additive({ additive: { constant: [], converged: false, rows: 160, averaged: 0 } })} />,
    {
      language: 'en',
    },
  )
  expect(await screen.findByText(/these curves are not final/)).toBeTruthy()
})

test('draws six curves at first, and all of them on request', async () => {
  const curves = Array.from({ length: 9 }, (_, at) => ({ ...age, column: `x${at}` }))
  renderPage(<ColumnCurves card={additive({ curves })} />, { language: 'en' })
  expect(await screen.findAllByRole('figure')).toHaveLength(6)
  fireEvent.click(screen.getByRole('button', { name: 'Show all 9 features' }))
  expect(screen.getAllByRole('figure')).toHaveLength(9)
})

test('shows no curves for a model that has none', () => {
  const { container } = renderPage(<ColumnCurves card={heartCard()} />, { language: 'en' })
  expect(container.querySelector('h2, h3, figure')).toBeNull()
})

test('draws a curve as steps at the cut points, with the same vertical scale for all curves', () => {
  const [shown] = curvesOf(additive())
  expect(shown?.against).toBe('healthy')
  expect(shown?.range).toEqual([-1.5, 0.9])
  const words = {
    other: 'other',
    missing: 'missing',
    all: 'all',
    upTo: (value: string) => `≤ ${value}`,
    above: (value: string) => `> ${value}`,
    between: (low: string, high: string) => `${low}–${high}`,
  }
  expect(namesOf(age, undefined, words)).toEqual(['≤ 40', '40–60', '> 60'])
  expect(namesOf(sex, inputColumnsOf(heartCard().input)[1], words)).toEqual(['f', 'm', 'other'])
  const option = curveOption({
    curve: age,
    input: undefined,
    names: [],
    range: [-1.5, 0.9],
    accent: '#000',
    format: String,
  })
  const { series, xAxis } = option as { series: { data: number[][] }[]; xAxis: { min: number; max: number } }
  expect([xAxis.min, xAxis.max]).toEqual([38, 62])
  expect(series.at(-1)?.data).toEqual([
    [38, -1],
    [40, 0.25],
    [60, 0.5],
    [62, 0.5],
  ])
})

const trees: ModelCard['trees'] = {
  scale: 'chance',
  average: true,
  count: 60,
  mixed: false,
  effects: [age],
  importance: [
    { column: 'age', share: 0.75 },
    { column: 'sex', share: 0.25 },
    { column: 'zip', share: 0 },
  ],
  drawn: [
    { node: 0, rows: 160, value: 0.5, column: 'age', cut: 54.25, missingLeft: true },
    { node: 1, rows: 70, value: 0.2, column: 'sex', category: 'f', missingLeft: false },
    { node: 2, rows: 90, value: 0.7333 },
    { node: 3, rows: 30, value: null },
    { node: 4, rows: 40, value: null },
  ],
}

const ofRows = (rows: number) => ({ ...(heartCard().parties[0] as ModelCard['parties'][number]), rows })

test.each([
  [{}, 'missing values, replaced with the mean: 12 (of 160)'],
  [{ parties: [ofRows(12_345)] }, 'missing values, replaced with the mean: 12 (of 12,345)'],
  [{ trees }, 'missing values, sent to one side at each split of a tree: 12 (of 160)'],
])('states the number of missing values beside a curve', async (change, text) => {
  const input = {
    kind: 'table' as const,
    columns: [{ name: 'c0', column: 'age', kind: 'number' as const, missing: 12 }],
  }
  renderPage(<ColumnCurves card={additive({ input, ...change })} />, { language: 'en' })
  expect(await screen.findAllByText(text)).toHaveLength(1)
})

test.each([
  ['en', 'Feature importance', 'age ≤ 54.25?', 'sex is f?', /share of “ill”/, '160 rows', /^–: suppressed/],
  ['cn', '特征重要性', 'age ≤ 54.25？', 'sex 是 f？', /“ill”的比例/, '160 条样本', /^–：已隐藏/],
] as const)(
  'lists the importance of columns and shows one tree (%s)',
  { meta: { spec: 'screens.model-interpretation' } },
  async (...given) => {
    const [language, title, root, child, note, rows, hidden] = given
    renderPage(<TreePanels card={heartCard({ trees })} />, { language })
    const table = await screen.findByRole('table', { name: title })
    const lines = within(table).getAllByRole('row').slice(1)
    expect(lines.map(({ textContent }) => textContent)).toEqual(['age75.00%', 'sex25.00%'])
    expect(screen.getByText(note)).toBeTruthy()
    const top = screen.getByText(root).closest('li') as HTMLElement
    expect(within(top).getByText(rows)).toBeTruthy()
    const below = within(top).getByText(child).closest('li') as HTMLElement
    expect(within(below).getAllByRole('listitem')).toHaveLength(2)
    expect(within(below).getByText('20.00%')).toBeTruthy()
    expect(within(below).getAllByText('–')).toHaveLength(2)
    expect(screen.getByText(hidden)).toBeTruthy()
  },
)

test.each([
  ['en', /^The trees were grown on mixed rows/],
  ['cn', /^树按混合后的样本训练/],
] as const)('shows a note if trees were grown on mixed rows (%s)', async (language, note) => {
  const { unmount } = renderPage(<TreePanels card={heartCard({ trees: { ...trees, mixed: true } })} />, { language })
  expect(await screen.findByText(note)).toBeTruthy()
  unmount()
  renderPage(<TreePanels card={heartCard({ trees })} />, { language })
  await screen.findByRole('table')
  expect(screen.queryByText(note)).toBeNull()
})

test('states the effect in boosted trees in the unit of the prediction', async () => {
  const moving = { ...trees, scale: 'unit' as const, average: false }
  const output = { kind: 'number' as const, label: 'cost' }
  renderPage(<TreePanels card={heartCard({ trees: moving, output, label: 'cost' })} />, { language: 'en' })
  expect(await screen.findByText(/makes to cost\. The model output is the sum/)).toBeTruthy()
  expect(screen.getByText(/^\+0\.733/)).toBeTruthy()
})
