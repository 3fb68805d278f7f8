import type { Sharing } from '@tessera/contract'
import { expect, test } from 'vitest'
import { type Asker, datasetAbilities, maySee, type Owned } from './policy.ts'

const owned = (sharing: Sharing, more: Partial<Owned> = {}): Owned => ({
  partyId: '1',
  sharing,
  createdByUserId: 'owner',
  orgCode: 'A01A01',
  taskId: null,
  ...more,
})
const who = (more: Partial<Asker>): Asker => ({
  userId: 'u',
  partyId: '1',
  role: 'member',
  orgCode: 'A01A02',
  ...more,
})

const owner = who({ userId: 'owner' })
const admin = who({ role: 'admin' })
const sameDepartment = who({ orgCode: 'A01A01' })
const departmentAbove = who({ orgCode: 'A01' })
const colleague = who({})
const stranger = who({ partyId: '2', role: 'admin', orgCode: 'A01A01' })
const ownerElsewhere = who({ userId: 'owner', partyId: '2' })
const tourist = who({ partyId: null, role: 'tourist', orgCode: '' })

const all = { see: true, readRows: true, delete: true }
const administers = { see: true, readRows: false, delete: true }
const reads = { see: true, readRows: true, delete: false }
const sees = { see: true, readRows: false, delete: false }
const nothing = { see: false, readRows: false, delete: false }

test.each<[string, Asker, Sharing, typeof all]>([
  ['owner', owner, 'person', all],
  ['owner', owner, 'department', all],
  ['owner', owner, 'party', all],
  ['administrator', admin, 'person', administers],
  ['administrator', admin, 'department', administers],
  ['administrator', admin, 'party', all],
  ['same department', sameDepartment, 'person', nothing],
  ['same department', sameDepartment, 'department', reads],
  ['same department', sameDepartment, 'party', reads],
  ['department above', departmentAbove, 'department', nothing],
  ['another department', colleague, 'person', nothing],
  ['another department', colleague, 'department', nothing],
  ['another department', colleague, 'party', reads],
  ["another party's administrator", stranger, 'person', nothing],
  ["another party's administrator", stranger, 'department', nothing],
  ["another party's administrator", stranger, 'party', sees],
  ['owner acting for another party', ownerElsewhere, 'person', nothing],
  ['owner acting for another party', ownerElsewhere, 'party', sees],
  ['tourist', tourist, 'person', nothing],
  ['tourist', tourist, 'department', nothing],
  ['tourist', tourist, 'party', sees],
])('decides what the reader may do: %s, case %#, dataset shared with %s', (_who, asker, sharing, expected) => {
  const dataset = owned(sharing)
  expect({ see: maySee(asker, dataset), ...datasetAbilities(asker, dataset) }).toEqual(expected)
})

test('decides that a member without a department shares none with other members', () => {
  const nowhere = who({ orgCode: '' })
  expect(datasetAbilities(nowhere, owned('department', { orgCode: '' })).readRows).toBe(false)
  expect(maySee(nowhere, owned('department', { orgCode: '' }))).toBe(false)
})

test('keeps rows that were selected for a task out of the pool, and does not let users delete them individually', () => {
  const offered = owned('party', { taskId: 'task' })
  expect(maySee(stranger, offered)).toBe(false)
  expect(maySee(colleague, offered)).toBe(true)
  expect(datasetAbilities(owner, offered)).toEqual({ readRows: true, delete: false })
  expect(datasetAbilities(admin, offered).delete).toBe(false)
})
