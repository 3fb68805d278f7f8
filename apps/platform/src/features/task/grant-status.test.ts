import type { Plan } from '@tessera/contract'
import { expect, test } from 'vitest'
import { grantStatus, staleBecause } from './grant-status.ts'

const now = new Date('2026-03-01T12:00:00Z')
const ticket = (more: Partial<Parameters<typeof grantStatus>[2][number]> = {}) => ({
  planHash: 'plan',
  datasetId: 'rows',
  rowCount: 40,
  expiryTime: new Date('2026-04-01T00:00:00Z'),
  isWithdrawn: false,
  roundsLeft: null as number | null,
  noticeTime: new Date('2026-02-01T00:00:00Z'),
  ...more,
})

test.each<[string, string | null, string | null, ReturnType<typeof ticket>[], string]>([
  ['no plan yet', null, 'rows', [], 'none'],
  ['signed, then joining was reopened', null, 'rows', [ticket()], 'stale'],
  ['no data yet', 'plan', null, [ticket()], 'none'],
  ['nothing signed', 'plan', 'rows', [], 'missing'],
  ['signed', 'plan', 'rows', [ticket()], 'signed'],
  ['signed for another plan', 'plan', 'rows', [ticket({ planHash: 'older' })], 'stale'],
  ['signed for other rows', 'plan', 'rows', [ticket({ datasetId: 'others' })], 'stale'],
  ['withdrawn', 'plan', 'rows', [ticket({ isWithdrawn: true })], 'withdrawn'],
  ['expired', 'plan', 'rows', [ticket({ expiryTime: new Date('2026-02-20') })], 'expired'],
  ['expires this moment', 'plan', 'rows', [ticket({ expiryTime: now })], 'expired'],
  ['withdrawn, then signed again', 'plan', 'rows', [ticket({ isWithdrawn: true }), ticket()], 'signed'],
  [
    'expired, then withdrawn',
    'plan',
    'rows',
    [ticket({ expiryTime: new Date('2026-02-20') }), ticket({ isWithdrawn: true, noticeTime: now })],
    'withdrawn',
  ],
])(
  'returns the status of a party’s tickets: %s',
  { meta: { spec: 'states.ticket-lifecycle' } },
  (_what, planHash, datasetId, tickets, expected) => {
    expect(grantStatus(planHash, datasetId, tickets, now)).toBe(expected)
  },
)

test.each([
  ['nothing reported', [null], 'signed'],
  ['unused', [20], 'signed'],
  ['used', [0], 'stale'],
  ['used, then signed again', [0, 20], 'signed'],
])('lets a consent ticket cover one run only: %s', (_what, left, expected) => {
  const tickets = left.map((roundsLeft) => ticket({ roundsLeft }))
  expect(grantStatus('plan', 'rows', tickets, now, { isForNewRun: true })).toBe(expected)
  expect(grantStatus('plan', 'rows', tickets, now), 'for the run that uses it').toBe('signed')
})

const number = (column: string): Plan['target'] => ({ kind: 'number', column })
const plan = {
  taskId: 't',
  algorithm: 'a',
  parameters: { max_iter: 3 },
  target: number('y'),
  maxRounds: 3,
  data: { kind: 'table' as const, columns: [{ name: 'x', kind: 'number' as const }] },
  parties: [
    { partyId: '1', key: 'k1' },
    { partyId: '2', key: 'k2' },
  ],
  fewest: 2,
  seed: 's',
}
const signed = (changes: Partial<typeof plan>, more = {}) => ({
  ...ticket({ planHash: 'older', ...more }),
  plan: { ...plan, ...changes },
  codeHash: 'code',
})

test.each([
  [
    'a parameter and the label',
    signed({ parameters: { max_iter: 5 }, target: number('z') }),
    ['label', 'parameters.max_iter'],
  ],
  ['a party', signed({ parties: plan.parties.slice(0, 1) }), ['parties']],
  [
    'a key',
    signed({
      parties: [
        { partyId: '1', key: 'k1' },
        { partyId: '2', key: 'new' },
      ],
    }),
    ['parties'],
  ],
  ['joining closed again', signed({ seed: 'other' }), ['parties']],
  ['a plan that names no parties', signed({ parties: [] }), ['parties']],
  ['the code', { ...signed({}), codeHash: 'older' }, ['code']],
  ['an unknown plan', { ...signed({}), plan: null }, ['plan']],
  ['rows, too', signed({ target: number('z') }, { datasetId: 'others' }), ['label', 'rows']],
  ['rows alone', signed({}, { planHash: 'plan', datasetId: 'others' }), ['rows']],
  ['a run', signed({}, { planHash: 'plan', roundsLeft: 0 }), ['stages']],
])('reports why a ticket is stale: %s', (_what, ticket, expected) => {
  const now = { plan, planHash: 'plan', codeHash: 'code' }
  expect(staleBecause(now, 'rows', [ticket])).toEqual(expected)
})

test('reports changed parties as the reason for a stale ticket, but does not name them, while joining is open', () => {
  const now = { plan: undefined, planHash: null, codeHash: 'code' }
  expect(staleBecause(now, 'rows', [signed({})])).toEqual(['parties'])
})

test('reports any other end of a ticket before the number of rounds left', () => {
  expect(grantStatus('plan', 'rows', [ticket({ roundsLeft: 0, isWithdrawn: true })], now)).toBe('withdrawn')
})
