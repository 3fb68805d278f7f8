import type { Coefficient, Regression } from '@tessera/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { heartCard } from '../../../testing/model.ts'
import { renderPage } from '../../../testing/world.tsx'
import { Coefficients } from './Coefficients.tsx'
import { Survival } from './Survival.tsx'

const card = heartCard({
  output: { kind: 'survival', label: 'died', time: 'days', times: [10, 20] },
  regression: {
    constant: [],
    collinear: [],
    separated: [],
    ridge: 0,
    converged: true,
    rows: 160,
    averaged: 0,
    changed: 0,
    coefficients: [
      {
        column: 'age',
        category: null,
        class: null,
        deviation: 9,
        estimate: Math.log(2) / 9,
        error: 0.02,
        low: Math.log(1.5) / 9,
        high: Math.log(3) / 9,
        p: 0.001,
      },
    ],
  },
})

test.each([
  ['en', 'Hazard ratio', /the hazard of the event changes/],
  ['cn', '风险比', /事件风险变为原来的多少倍/],
] as const)(
  'shows the coefficients of a Cox regression as hazard ratios with intervals (%s)',
  async (language, head, note) => {
    renderPage(<Coefficients card={card} />, { language })
    expect(await screen.findByText(note)).toBeTruthy()
    const [table] = screen.getAllByRole('table')
    expect(within(table as HTMLElement).getByRole('columnheader', { name: head })).toBeTruthy()
    const row = within(table as HTMLElement).getByRole('row', { name: /age/ })
    expect(row.textContent).toMatch(/2\.00.*1\.50.*3\.00/)
  },
)

test('draws no forest plot if no coefficient is finite', async () => {
  const fitted = card.regression as Regression
  const [age] = fitted.coefficients as [Coefficient]
  const shownOf = async (coefficients: Coefficient[]) => {
    const regression = { ...fitted, coefficients }
    const { container, unmount } = renderPage(<Coefficients card={{ ...card, regression }} />, { language: 'en' })
    await screen.findByRole('table')
    const charts = container.querySelectorAll('figure').length
    unmount()
    return charts
  }
  expect(await shownOf([age])).toBe(1)
  expect(await shownOf([{ ...age, estimate: null, infinite: 1 }])).toBe(0)
})

test('draws the survival curve and lists the test of proportional hazards', async () => {
  const check = [
    { column: 'age', category: null, chi2: 5.696, freedom: 1, p: 0.017 },
    { column: null, category: null, chi2: 18.27, freedom: 7, p: 0.0108 },
  ]
  const found = {
    event: '1',
    time: 'days',
    events: 114,
    times: [10, 20],
    baseline: [0.9, 0.7],
    errors: [0.001, 0.01],
    check,
  }
  const { unmount } = renderPage(<Survival survival={found} />, { language: 'en' })
  expect(await screen.findByText(/114 events/)).toBeTruthy()
  expect(screen.getByText(/one stratum per party/)).toBeTruthy()
  const rows = within(screen.getByRole('table', { name: /Proportional hazards/ })).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent).slice(1)).toEqual([
    expect.stringMatching(/^age5\.7/),
    expect.stringMatching(/^All features together18\.27/),
  ])
  unmount()

  const { check: _none, ...unchecked } = found
  renderPage(<Survival survival={unchecked} />, { language: 'en' })
  expect(await screen.findByText(/114 events/)).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})
