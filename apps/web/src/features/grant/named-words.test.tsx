import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draft } from '../../testing/grant.ts'
import { renderPage } from '../../testing/world.tsx'
import { Ticket } from './Ticket.tsx'
import { ofDraft } from './ticket-text.ts'

const plan = {
  ...draft().plan,
  data: {
    kind: 'table' as const,
    columns: [
      { name: 'age', kind: 'number' as const },
      { name: 'ward', kind: 'categories' as const, categories: ['north', 'south'] },
      { name: 'nurse', kind: 'categories' as const, categories: [] },
    ],
  },
  target: { kind: 'classes' as const, column: 'ill', classes: ['well', 'sick'], integral: false },
}
const show = (language: 'en' | 'cn', change: Parameters<typeof draft>[0] = { plan }) =>
  renderPage(<Ticket ticket={ofDraft(draft(change))} partyName="B" stub={null} />, { language })

test('lists the categories and the classes with their codes on a ticket', async () => {
  show('en', { plan, leftOut: 3 })
  const classes = await screen.findByRole('list', { name: 'Classes and their codes' })
  expect(
    within(classes)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['0 well', '1 sick'])
  expect(screen.getByText(/^Positive class: sick\./)).toBeTruthy()
  const ward = screen.getByText('ward', { selector: 'dt' }).closest('div')
  expect(ward?.textContent).toBe('wardnorthsouth')
  expect(screen.getByText('nurse', { selector: 'dt' }).closest('div')?.textContent).toContain('none')
  expect(screen.getByText('Categories of 2 text columns')).toBeTruthy()
  expect(screen.getByText(/3 rows stay at your edge/)).toBeTruthy()
})

test('mentions no classes, categories or excluded rows on a ticket without them', async () => {
  const target = { kind: 'number' as const, column: 'cost' }
  show('cn', { plan: { ...draft().plan, target } })
  expect(await screen.findByText('cost')).toBeTruthy()
  expect(screen.queryByRole('list', { name: '类别及其编码' })).toBeNull()
  expect(screen.queryByText(/个文本列的类别/)).toBeNull()
  expect(screen.queryByText(/留在本机构/)).toBeNull()
})

test.each([
  ['en', 'Parties whose own table is shown', /no own table is shown, because its table could be derived/],
  ['cn', '单独展示数据概览的机构', /所有机构的概览都不单独展示/],
] as const)(
  'names the parties whose own table is shown and omits the entry if there are none (%s)',
  { meta: { spec: 'screens.own-statistics-comparison' } },
  async (language, title, help) => {
    const { unmount } = show(language, { plan: { ...plan, ownTables: ['1002'] } })
    const term = (await screen.findByText(title)).closest('div')
    expect(
      within(term as HTMLElement)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Hospital B'])
    expect(term?.textContent).toMatch(help)
    unmount()
    show(language)
    await screen.findByText('ward', { selector: 'dt' })
    expect(screen.queryByText(title)).toBeNull()
  },
)

test.each([
  ['classes', true],
  ['boxes', false],
  ['entities', false],
  ['labels', false],
] as const)(
  'notes for an uncounted ticket that rows may be excluded only if each row has one class (%s)',
  async (kind, isNoted) => {
    const target = kind === 'classes' ? plan.target : { kind, column: 'ill', classes: ['well', 'sick'] }
    show('cn', { plan: { ...plan, target } })
    expect(await screen.findByText('授权书')).toBeTruthy()
    expect(screen.queryByText(/^此为上限/) !== null).toBe(isNoted)
  },
)

test.each([
  ['en', 'Values are renamed: NO → no, YES → yes.'],
  ['cn', '取值改名：NO → no、YES → yes。'],
] as const)('lists renamed values on a ticket (%s)', async (language, text) => {
  const values = [
    { from: 'NO', to: 'no' },
    { from: 'YES', to: 'yes' },
  ]
  show(language, { plan, mapping: [{ column: 'ill', from: 'ill', conversion: 'none', values }] })
  expect(await screen.findByText(text)).toBeTruthy()
})
