import type { InferenceStatus } from '@tessera/contract'
import { expect, test } from 'vitest'
import { type Asker, inferenceAbilities } from './policy.ts'

const maker: Asker = { userId: 'maker', partyId: 'a', role: 'member' }
const admin: Asker = { userId: 'boss', partyId: 'a', role: 'admin' }
const colleague: Asker = { userId: 'other', partyId: 'a', role: 'member' }
const stranger: Asker = { userId: 'maker', partyId: 'b', role: 'admin' }
const tourist: Asker = { userId: 'maker', partyId: null, role: 'tourist' }

test.each<[string, Asker, InferenceStatus, boolean, boolean]>([
  ['maker', maker, 'creating', false, false],
  ['maker', maker, 'created', true, true],
  ['maker', maker, 'running', false, false],
  ['maker', maker, 'completed', true, true],
  ['maker', maker, 'failed', true, true],
  ['admin', admin, 'completed', true, true],
  ['colleague', colleague, 'completed', false, false],
  ['other party', stranger, 'completed', false, false],
  ['tourist', tourist, 'completed', false, false],
])('decides what the reader may do with an inference task: %s, %s', (_who, asker, status, run, remove) => {
  const state = { status, partyId: 'a', createdByUserId: 'maker' }
  expect(inferenceAbilities(asker, state)).toEqual({ run, delete: remove })
})
