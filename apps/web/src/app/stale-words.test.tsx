import { type Plan, planFields, staleReasonOf } from '@tessera/contract'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { GrantStatusTag } from '../features/grant/GrantStatusTag.tsx'
import { Ticket } from '../features/grant/Ticket.tsx'
import { draft, grant } from '../features/grant/test-world.ts'
import { ofDraft } from '../features/grant/ticket-text.ts'
import { StaleBecause } from '../features/task/detail/StaleBecause.tsx'
import { setLanguage } from '../lib/i18n.ts'

const plan = {
  ...draft().plan,
  data: { kind: 'table', columns: [{ name: 'ward', kind: 'categories', categories: ['north', 'south'] }] },
  target: { kind: 'event', time: 'days', column: 'died', classes: ['0', '1'], integral: true },
} satisfies Plan
const fields = Object.entries(planFields(plan))
const named = (field: string) => /^(?:parameters|categories)\.(.*)$/.exec(field)?.[1]
const textOf = (shown: React.ReactNode) => {
  const { container, unmount } = render(shown)
  const text = container.textContent ?? ''
  unmount()
  return text
}

test.each((['en', 'cn'] as const).flatMap((language) => fields.map(([field, value]) => ({ language, field, value }))))(
  'a ticket that is stale for its $field says so in words, at the task, in the list and on the new ticket ($language)',
  ({ language, field, value }) => {
    setLanguage(language)
    const reason = staleReasonOf(field)
    const changes = [{ field, before: '', after: value }]
    const ticket = textOf(<Ticket ticket={ofDraft(draft({ plan }))} partyName="B" changes={changes} stub={null} />)
    const stale = grant({ status: 'stale', staleBecause: [reason] })
    for (const text of [
      textOf(<StaleBecause reasons={[reason]} />),
      textOf(<GrantStatusTag grant={stale} />),
      ticket.slice(ticket.indexOf(language === 'en' ? 'What changed' : '自本机构上次')),
    ]) {
      // What has no word is called a parameter.
      if (!field.startsWith('parameters.'))
        expect(text).not.toMatch(new RegExp(`parameter ${field}|参数 ${field}`, 'i'))
      expect(text).toContain(named(field) ?? '')
    }
  },
)

test.each([
  ['en', 'a table, classes, given as whole numbers'],
  ['cn', '表格, 分类, 以整数表示'],
] as const)('what kind of data and of label it was is said in words (%s)', (language, words) => {
  setLanguage(language)
  const changes = [{ field: 'kind', before: 'table, classes, integral', after: 'table, unheard-of' }]
  const text = textOf(<Ticket ticket={ofDraft(draft({ plan }))} partyName="B" changes={changes} stub={null} />)
  expect(text).toContain(words)
  expect(text).toContain('unheard-of')
})
