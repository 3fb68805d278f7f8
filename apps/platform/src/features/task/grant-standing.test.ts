import { expect, test } from 'vitest'
import { grantStanding } from './grant-standing.ts'

const now = new Date('2026-03-01T12:00:00Z')
const ticket = (more: Partial<Parameters<typeof grantStanding>[2][number]> = {}) => ({
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
  ['no plan yet', null, 'rows', [ticket()], 'none'],
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
])('%s', (_what, planHash, datasetId, tickets, expected) => {
  expect(grantStanding(planHash, datasetId, tickets, now)).toBe(expected)
})

test.each([
  ['nothing told', [null], 'signed'],
  ['all rounds', [20], 'signed'],
  ['one round too few', [19], 'stale'],
  ['none', [0], 'stale'],
  ['used, then signed again', [0, 20], 'signed'],
])('a run of 20 rounds, %s left', (_what, left, expected) => {
  const tickets = left.map((roundsLeft) => ticket({ roundsLeft }))
  expect(grantStanding('plan', 'rows', tickets, now, 20)).toBe(expected)
})

test('what has ended otherwise is told as that, however many rounds are left', () => {
  expect(grantStanding('plan', 'rows', [ticket({ roundsLeft: 3, isWithdrawn: true })], now, 20)).toBe('withdrawn')
})
