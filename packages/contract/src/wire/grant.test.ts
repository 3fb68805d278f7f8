import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Plan } from '../run.ts'
import { ListGrants } from './grant.ts'

const plan: Plan = {
  data: {
    kind: 'table',
    columns: [
      { name: 'age', kind: 'number' },
      { name: 'side', kind: 'categories', categories: ['left', 'right'] },
    ],
  },
  target: { kind: 'classes', column: 'sick', classes: ['no', 'yes'], integral: false },
  taskId: 't1',
  algorithm: 'mlp',
  parameters: {},
  maxRounds: 3,
  parties: [{ partyId: '1001', key: 'ab' }],
  fewest: 1,
  seed: 'cd',
}
const ticket = {
  id: 'g1',
  taskId: 't1',
  taskName: 'T',
  partyIds: ['1001'],
  codeHash: 'c',
  planHash: 'p',
  datasetId: 'd1',
  datasetName: 'D',
  rowCount: 40,
  signedBy: 'alice',
  roundsUsed: 0,
  status: 'stale' as const,
  signTime: new Date(0),
  expiryTime: new Date(0),
  withdrawTime: null,
  abilities: { withdraw: false },
}

test('transmits every field of a consent ticket', () => {
  const [body] = z.encode(ListGrants.output, [{ ...ticket, plan }]) as unknown[]
  expect(z.decode(ListGrants.output, [body] as never)[0]).toEqual({ ...ticket, plan })
})
