import type { Grant, GrantDraft } from '@tessera/contract'

const plan = {
  taskId: 't1',
  algorithm: 'logistic-regression',
  parameters: { max_iter: 12 },
  columns: ['age', 'chol'],
  label: 'target',
  maxRounds: 12,
  parties: [
    { partyId: '1001', key: 'aaaa1111bbbb2222cccc' },
    { partyId: '1002', key: 'dddd3333eeee4444ffff' },
  ],
  fewest: 2,
  seed: 'f00d',
}
const hashes = { codeHash: 'abcd1234ef567890'.repeat(4), planHash: '0f1e2d3c'.repeat(8) }

export function draft(change: Partial<GrantDraft> = {}): GrantDraft {
  return {
    number: '5eed0001',
    taskId: 't1',
    taskName: 'Heart disease',
    initiatorName: 'Hospital A',
    parties: [
      { partyId: '1001', name: 'Hospital A' },
      { partyId: '1002', name: 'Hospital B' },
    ],
    plan,
    ...hashes,
    codeOrigin: { kind: 'own', version: '2.6.4' },
    algorithmName: { cn: '逻辑回归', en: 'Logistic regression' },
    datasetId: 'd1',
    datasetName: 'Cleveland',
    rowCount: 303,
    mapping: [],
    minimumRows: 20,
    expiryTime: new Date('2026-04-05T00:00:00Z'),
    changes: null,
    canSign: true,
    ...change,
  }
}

export function grant(change: Partial<Grant> = {}): Grant {
  return {
    id: 'g1',
    number: '5eed0001',
    taskId: 't1',
    taskName: 'Heart disease',
    partyIds: ['1001', '1002'],
    plan,
    ...hashes,
    datasetId: 'd1',
    datasetName: 'Cleveland',
    rowCount: 303,
    signedBy: 'alice',
    signTime: new Date('2026-01-05T00:00:00Z'),
    expiryTime: new Date('2026-04-05T00:00:00Z'),
    withdrawTime: null,
    roundsUsed: 5,
    standing: 'signed',
    abilities: { withdraw: true },
    ...change,
  }
}
