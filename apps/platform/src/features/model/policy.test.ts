import { describe, expect, test } from 'vitest'
import { type Asker, canReadFile, canSeeModel, type ModelState, modelAbilities } from './policy.ts'

const own: ModelState = {
  partyId: 'a',
  createdByUserId: 'user-a',
  isPublished: false,
  isCopy: false,
  artifactIsPublished: false,
  askerHasOwn: true,
}
const pool: ModelState = { ...own, isPublished: true, artifactIsPublished: true, askerHasOwn: false }
const copy: ModelState = { ...own, partyId: 'b', createdByUserId: 'user-b', isCopy: true, artifactIsPublished: true }

const keeper: Asker = { userId: 'user-a', partyId: 'a', role: 'member' }
const admin: Asker = { userId: 'boss', partyId: 'a', role: 'admin' }
const colleague: Asker = { userId: 'other', partyId: 'a', role: 'member' }
const stranger: Asker = { userId: 'user-b', partyId: 'b', role: 'admin' }
const tourist: Asker = { userId: 'user-c', partyId: null, role: 'tourist' }

describe('what each reader may do', () => {
  test.each<[string, Asker, ModelState, string]>([
    ['keeper, own', keeper, own, 'edit publish delete use'],
    ['admin, own', admin, own, 'edit publish delete use'],
    ['colleague, own', colleague, own, 'use'],
    ['stranger, own', stranger, own, ''],
    ['tourist, own', tourist, own, ''],
    ['keeper, own and published', keeper, { ...own, artifactIsPublished: true }, 'edit delete use'],
    ['keeper, pool', keeper, { ...pool, askerHasOwn: true }, 'edit delete'],
    ['colleague, pool', colleague, { ...pool, askerHasOwn: true }, ''],
    ['stranger, pool', stranger, pool, 'download'],
    ['stranger, pool, copied before', stranger, { ...pool, askerHasOwn: true }, ''],
    ['tourist, pool', tourist, pool, ''],
    ['its party, a copy', { ...stranger, role: 'member' }, copy, 'edit delete use'],
  ])('decides what the reader may do with a model: %s', (_who, asker, model, expected) => {
    const abilities = Object.entries(modelAbilities(asker, model))
    expect(abilities.flatMap(([name, may]) => (may ? [name] : [])).join(' ')).toBe(expected)
  })
})

test.each<[string, Asker, ModelState, boolean, boolean]>([
  ['a colleague, own', colleague, own, true, true],
  ['a stranger, own', stranger, own, false, false],
  ['a tourist, own', tourist, own, false, false],
  ['a stranger, pool', stranger, pool, true, true],
  ['a tourist, pool', tourist, pool, true, false],
])('decides whether the reader sees a model and reads its file: %s', (_who, asker, model, sees, reads) => {
  expect(canSeeModel(asker, model)).toBe(sees)
  expect(canReadFile(asker, model)).toBe(reads)
})
