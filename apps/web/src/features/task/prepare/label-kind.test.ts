import { expect, test } from 'vitest'
import { labelKindOf, labelKindsOf, markedKindOf } from './label-kind.ts'

test.each([
  [{ type: 'text', distinct: 2 }, 'binary'],
  [{ type: 'integer', distinct: 2 }, 'binary'],
  [{ type: 'text', distinct: 5 }, 'multi'],
  [{ type: 'integer', distinct: 5 }, 'multi'],
  [{ type: 'integer', distinct: 80 }, 'regression'],
  [{ type: 'number', distinct: 5 }, 'regression'],
] as const)('%o reads as %s', (profile, kind) => {
  expect(labelKindOf(profile)).toBe(kind)
})

test.each([
  ['a few visits', { type: 'integer', distinct: 5, minimum: 0, maximum: 4 }, ['multi', 'count']],
  ['many visits', { type: 'integer', distinct: 80, minimum: 0, maximum: 300 }, ['regression', 'count']],
  ['below zero', { type: 'integer', distinct: 80, minimum: -3, maximum: 300 }, ['regression']],
  ['yes or no', { type: 'integer', distinct: 2, minimum: 0, maximum: 1 }, ['binary']],
  ['more than is counted', { type: 'integer', distinct: 80, minimum: 0, maximum: 1_000_001 }, ['regression']],
  ['parts of a whole', { type: 'number', distinct: 80, minimum: 0, maximum: 1 }, ['regression']],
] as const)('%s', (_what, profile, kinds) => {
  expect(labelKindsOf(profile)).toEqual(kinds)
})

test.each([
  ['yolo', 'boxes', 'boxes'],
  ['nlp', 'tags', 'entities'],
  ['nlp', 'label', null],
  ['vision', 'boxes', null],
  ['tabular', 'tags', null],
] as const)('in %s the label %s marks %s', (contentType, label, marked) => {
  expect(markedKindOf(contentType, label)).toBe(marked)
})
