import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ParameterTexts, type Plan, planFields, staleReasonOf } from '@tessera/contract'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { GrantStatusTag } from '../features/grant/GrantStatusTag.tsx'
import { Ticket } from '../features/grant/Ticket.tsx'
import { ofDraft } from '../features/grant/ticket-text.ts'
import { StaleBecause } from '../features/task/detail/StaleBecause.tsx'
import { allAlgorithmsQuery } from '../lib/algorithm-queries.ts'
import { setLanguage } from '../lib/i18n.ts'
import { draft, grant } from '../testing/grant.ts'

const plan = {
  ...draft().plan,
  data: { kind: 'table', columns: [{ name: 'ward', kind: 'categories', categories: ['north', 'south'] }] },
  parameters: { max_iter: 12, augmentation: 'moved', bias: true },
  target: { kind: 'event', time: 'days', column: 'died', classes: ['0', '1'], integral: true },
} satisfies Plan
const parameterTexts: ParameterTexts[] = [
  { name: 'max_iter', label: { cn: '训练轮数上限', en: 'Maximum number of rounds' } },
  {
    name: 'augmentation',
    label: { cn: '图片增强', en: 'Picture augmentation' },
    choiceLabels: { none: { cn: '不增强', en: 'None' }, moved: { cn: '随机平移', en: 'Shifted' } },
  },
]
const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
client.setQueryData(allAlgorithmsQuery().queryKey, [{ id: 'lr', parameterDescriptions: parameterTexts } as never])
const fields = Object.entries(planFields(plan))
/** Returns the label of a parameter, or its id if it has no label. */
function labelOf(field: string, language: 'en' | 'cn') {
  const id = /^(?:parameters|categories)\.(.*)$/.exec(field)?.[1] ?? ''
  return parameterTexts.find(({ name }) => name === id)?.label[language] ?? id
}
const textOf = (shown: React.ReactNode) => {
  const { container, unmount } = render(<QueryClientProvider client={client}>{shown}</QueryClientProvider>)
  const text = container.textContent ?? ''
  unmount()
  return text
}

test.each((['en', 'cn'] as const).flatMap((language) => fields.map(([field, value]) => ({ language, field, value }))))(
  'explains in words that a ticket is stale because of $field, in the task, the list and the new ticket ($language)',
  ({ language, field, value }) => {
    setLanguage(language)
    const reason = staleReasonOf(field)
    const changes = [{ field, before: '', after: value }]
    const ticket = textOf(
      <Ticket ticket={ofDraft(draft({ plan, parameterTexts }))} partyName="B" changes={changes} stub={null} />,
    )
    const stale = grant({ status: 'stale', staleBecause: [reason], parameterTexts })
    for (const text of [
      textOf(<StaleBecause reasons={[reason]} algorithmId="lr" />),
      textOf(<GrantStatusTag grant={stale} />),
      ticket.slice(ticket.indexOf(language === 'en' ? 'Changes since' : '与本机构上次')),
    ]) {
      // If it had no label, the field would be shown only as "parameter".
      if (!field.startsWith('parameters.'))
        expect(text).not.toMatch(new RegExp(`parameter ${field}|参数 ${field}`, 'i'))
      expect(text).toContain(labelOf(field, language))
      expect(text).not.toMatch(/max_iter|(?<!Picture )augmentation/)
    }
  },
)

test.each([
  ['en', 'a table, classes, as whole numbers'],
  ['cn', '表格, 分类, 以整数表示'],
] as const)('shows a changed kind of data and of label in words, with the previous kind (%s)', (language, words) => {
  setLanguage(language)
  const changes = [{ field: 'kind', before: 'table, classes, integral', after: 'table, unheard-of' }]
  const text = textOf(<Ticket ticket={ofDraft(draft({ plan }))} partyName="B" changes={changes} stub={null} />)
  expect(text).toContain(words)
  expect(text).toContain('unheard-of')
})

test.each([
  [
    'en',
    ['Maximum number of rounds: 12', 'Picture augmentation: Shifted', 'bias: Yes'],
    'Parameter Picture augmentation',
    'None',
    'Shifted',
  ],
  ['cn', ['训练轮数上限：12', '图片增强：随机平移', 'bias：是'], '参数 图片增强', '不增强', '随机平移'],
] as const)(
  'shows the labels of parameters and their choices on a ticket, for current and previous values (%s)',
  (language, lines, field, before, after) => {
    setLanguage(language)
    const changes = [{ field: 'parameters.augmentation', before: '"none"', after: '"moved"' }]
    const shown = (texts: ParameterTexts[] | undefined) =>
      textOf(
        <Ticket ticket={ofDraft(draft({ plan, parameterTexts: texts }))} partyName="B" changes={changes} stub={null} />,
      )
    const text = shown(parameterTexts)
    for (const line of lines) expect(text).toContain(line)
    expect(text).toMatch(new RegExp(`${field}.*${before}.*→.*${after}`))
    // Older edges report no labels.
    expect(shown(undefined)).toMatch(/augmentation.*none.*→.*moved/)
  },
)
