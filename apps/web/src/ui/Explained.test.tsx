import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../testing/world.tsx'
import { Explained, MetricName, Panel, Word } from './index.ts'
import { cn, en } from './words.ts'

test('shows the explanation of a term on keyboard focus until Escape, and to screen readers', {
  meta: { spec: 'screens.glossary-tooltips' },
}, async () => {
  renderPage(
    <>
      <button type="button">before</button>
      <Word of="edge">Edge</Word>
    </>,
    { language: 'en' },
  )
  const word = await screen.findByRole('button', { name: 'Edge' })
  const id = word.getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(id)?.textContent).toBe(en.edge)
  expect(screen.queryByRole('tooltip')).toBeNull()

  await userEvent.tab()
  await userEvent.tab()
  expect(document.activeElement).toBe(word)
  expect((await screen.findByRole('tooltip')).textContent).toBe(en.edge)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.querySelector('.ant-tooltip:not(.ant-tooltip-hidden)')).toBeNull())
  expect(document.activeElement).toBe(word)
})

test('shows the explanation of a term on hover, in the user’s language', async () => {
  renderPage(
    <Panel title="数据节点" word="edge">
      <span />
    </Panel>,
    { language: 'cn' },
  )
  await userEvent.hover(await screen.findByText('数据节点'))
  expect((await screen.findByRole('tooltip')).textContent).toBe(cn.edge)
  expect(screen.getByRole('heading', { name: '数据节点' })).toBeTruthy()
})

test.each([
  ['en', 'auc', /^AUC: of one of a class and one of another/],
  ['cn', 'auc', /^AUC：任取某类与其他类各一个/],
  ['en', 'r2', /^R²: share of the variation explained/],
  ['cn', 'map50', /^mAP（重叠 0.5）/],
] as const)(
  'explains a metric (%s, %s)',
  { meta: { spec: 'screens.glossary-tooltips' } },
  async (language, metric, help) => {
    renderPage(<MetricName metric={metric} />, { language })
    const name = await screen.findByRole('button')
    expect(document.getElementById(name.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(help)
  },
)

test('renders a term without an explanation unchanged', async () => {
  renderPage(
    <Explained help={null}>
      <strong>lift</strong>
    </Explained>,
  )
  expect(await screen.findByText('lift')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
