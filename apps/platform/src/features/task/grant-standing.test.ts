import { expect, test } from 'vitest'
import { grantStanding } from './grant-standing.ts'

const now = new Date('2026-03-01T12:00:00Z')
const ticket = (more: Partial<Parameters<typeof grantStanding>[2][number]> = {}) => ({
  planHash: 'plan',
  datasetId: 'rows',
  rowCount: 40,
  expiryTime: new Date('2026-04-01T00:00:00Z'),
  isWithdrawn: false,
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
