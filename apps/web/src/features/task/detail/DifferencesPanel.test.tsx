import type { PartyDifference } from '@tessera/contract'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { registration, taskDetail } from '../../../testing/task.ts'
import { logIn, renderPage } from '../../../testing/world.tsx'
import { DifferencesPanel } from './DifferencesPanel.tsx'

const both = [registration(), registration({ id: 'r2', partyId: '1002', partyName: 'Hospital B' })]
const of = (kind: PartyDifference['kind'], more: Partial<PartyDifference> = {}): PartyDifference => ({
  kind,
  column: 'ill',
  isLabel: true,
  spellings: [],
  partyIds: ['1002'],
  ...more,
})
const differences = [
  of('spelling', { spellings: [['NO', 'no']], partyIds: ['1001', '1002'] }),
  of('one-class'),
  of('empty', { column: 'ferritin', partyIds: ['1001', '1002'] }),
]

beforeEach(() => logIn())

test.each([
  [
    'en',
    ['ill: different spellings of the same value', '“NO” = “no”', /Hospital A, Hospital B/, 'ferritin: no values'],
  ],
  ['cn', ['ill：同一取值的写法不同', '“NO” = “no”', /Hospital A、Hospital B/, 'ferritin：没有任何取值']],
] as const)('shows the differences between the parties’ data and the remedy (%s)', async (language, texts) => {
  renderPage(<DifferencesPanel task={taskDetail({ differences })} registrations={both} />, { language })
  expect(await screen.findByRole('heading')).toBeTruthy()
  for (const text of texts) expect(document.body.textContent).toMatch(text)
  expect(document.body.textContent).not.toMatch(/at one party|某机构/)
})

test('shows no panel if the parties’ data do not differ', () => {
  renderPage(<DifferencesPanel task={taskDetail()} registrations={both} />)
  expect(screen.queryByRole('heading')).toBeNull()
})
