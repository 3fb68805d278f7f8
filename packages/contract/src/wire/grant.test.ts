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
  ...{ taskId: 't1', algorithm: 'mlp', parameters: {}, maxRounds: 3 },
  ...{ parties: [{ partyId: '1001', key: 'ab' }], fewest: 1, seed: 'cd' },
}
const ticket = {
  ...{ id: 'g1', taskId: 't1', taskName: 'T', partyIds: ['1001'], codeHash: 'c', planHash: 'p' },
  ...{ datasetId: 'd1', datasetName: 'D', rowCount: 40, signedBy: 'alice', roundsUsed: 0, status: 'stale' as const },
  ...{ signTime: new Date(0), expiryTime: new Date(0), withdrawTime: null, abilities: { withdraw: false } },
}

test('a ticket tells its status, columns and label by name too, as older consoles read them, and loses nothing on the way', () => {
  const [body] = z.encode(ListGrants.output, [{ ...ticket, plan }]) as unknown[]
  expect(body).toMatchObject({ standing: 'stale', plan: { columns: ['age', 'side'], label: 'sick', data: plan.data } })
  expect(z.decode(ListGrants.output, [body] as never)[0]).toMatchObject({ status: 'stale', plan })
})

test('a ticket of an older edge is read by the names that it tells', () => {
  const { data: _data, target: _target, parties: _parties, fewest: _fewest, seed: _seed, ...rest } = plan
  const [body] = z.encode(ListGrants.output, [{ ...ticket, plan }]) as unknown as Record<string, unknown>[]
  const older = { ...body, plan: { ...rest, columns: ['age', 'side'], label: 'sick' } }
  expect(z.decode(ListGrants.output, [older] as never)[0]?.plan).toMatchObject({
    data: { columns: [{ name: 'age' }, { name: 'side' }] },
    target: { column: 'sick' },
    parties: [],
  })
})
