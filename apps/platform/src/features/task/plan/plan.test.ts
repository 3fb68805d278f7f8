import { COMPARE_PARAMETER, type Plan } from '@tessera/contract'
import { expect, test } from 'vitest'
import type { InstalledAlgorithm } from '../../algorithm/index.ts'
import { Manifest } from '../../algorithm/manifest.ts'
import { planOf } from './plan.ts'

const text = { cn: '', en: '' }
const manifest = Manifest.parse({
  id: 'net',
  kind: 'horizontal',
  nameCn: 'net',
  nameEn: 'net',
  introduction: text,
  description: text,
  remark: text,
  contentTypes: ['tabular'],
  labelKinds: ['binary'],
  parameters: [{ name: COMPARE_PARAMETER, type: 'boolean', default: false, label: text, help: text }],
})
const algorithm: InstalledAlgorithm = { manifest, fab: new Uint8Array(), codeHash: 'x', createTime: new Date(0) }
const names: Pick<Plan, 'data' | 'target'> = {
  data: { kind: 'table', columns: [{ name: 'age', kind: 'number' }] },
  target: { kind: 'number', column: 'cost' },
}
const parametersOf = (researchType: 'federated' | 'independent', parameters: Plan['parameters'] | null) => {
  const task = { id: 't', partyId: 'a', researchType, namedPartyIds: ['a', 'b'], fewest: 2, parameters }
  const settled = { ...task, waitMinutes: null, seed: 's', start: null }
  return planOf(settled, algorithm, { kind: 'agreed', names }, new Map())?.parameters
}

test('states in the plan whether parties are compared with local training, by the initiator’s choice or the algorithm’s default', () => {
  expect(parametersOf('federated', null)).toEqual({ [COMPARE_PARAMETER]: false })
  expect(parametersOf('federated', { [COMPARE_PARAMETER]: true })).toEqual({ [COMPARE_PARAMETER]: true })
})

test('mentions no comparison in the plan of a single party', () => {
  expect(parametersOf('independent', { [COMPARE_PARAMETER]: true })).toEqual({})
})
