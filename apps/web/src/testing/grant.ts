import type { Grant, GrantDraft, Plan } from '@tessera/contract'

const plan = {
  taskId: 't1',
  algorithm: 'logistic-regression',
  parameters: { max_iter: 12 },
  data: {
    kind: 'table',
    columns: [
      { name: 'age', kind: 'number' },
      { name: 'chol', kind: 'number' },
    ],
  },
  target: { kind: 'classes', column: 'target', classes: ['0', '1'], integral: true },
  maxRounds: 12,
  parties: [
    { partyId: '1001', key: 'aaaa1111bbbb2222cccc' },
    { partyId: '1002', key: 'dddd3333eeee4444ffff' },
  ],
  fewest: 2,
  seed: 'f00d',
} satisfies Plan
const hashes = { codeHash: 'abcd1234ef567890'.repeat(4), planHash: '0f1e2d3c'.repeat(8) }

const leaves: GrantDraft['leaves'] = [
  {
    name: { cn: '训练', en: 'Training' },
    messages: 12,
    terms: [
      {
        name: { cn: '误差之和', en: 'sums of errors' },
        sizes: [{ cn: '数：6', en: 'numbers: 6' }],
      },
      {
        name: { cn: '模型参数的改动', en: 'changes of the model' },
        sizes: [
          { cn: '数：特征数', en: 'numbers: features' },
          { cn: '一个数', en: 'a number' },
        ],
      },
    ],
  },
  {
    name: { cn: '最后一次评分', en: 'Last scoring' },
    messages: 1,
    terms: [{ name: { cn: '行数', en: 'how many rows' }, sizes: [{ cn: '一个整数', en: 'a whole number' }] }],
  },
]

const learned: GrantDraft['learned'] = {
  platform: { cn: '各行的总和', en: 'Sums over your rows' },
  partner: { cn: '合计', en: 'The totals' },
  result: { cn: '系数', en: 'Coefficients' },
}

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
    leaves,
    learned,
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
    status: 'signed',
    abilities: { withdraw: true },
    ...change,
  }
}
