import { expect, test } from 'vitest'
import { labelKindOf, labelKindsOf, markedKindOf } from './label-kind.ts'

test.each([
  [{ type: 'text', distinct: 2 }, 'binary'],
  [{ type: 'integer', distinct: 2 }, 'binary'],
  [{ type: 'text', distinct: 5 }, 'multi'],
  [{ type: 'integer', distinct: 5 }, 'multi'],
  [{ type: 'integer', distinct: 80 }, 'regression'],
  [{ type: 'number', distinct: 5 }, 'regression'],
] as const)('suggests the kind of label for %o: %s', (profile, kind) => {
  expect(labelKindOf(profile)).toBe(kind)
})

test.each([
  ['text', ['binary', 'multi']],
  ['boolean', ['binary']],
  ['integer', ['binary', 'multi', 'regression', 'count']],
  ['number', ['binary', 'regression']],
  ['labels', ['labels']],
] as const)('a label column of the type %s can have the kinds %o', (type, kinds) => {
  expect(labelKindsOf(type)).toEqual(kinds)
})

test.each([
  ['yolo', 'boxes', 'boxes'],
  ['nlp', 'tags', 'entities'],
  ['nlp', 'label', null],
  ['vision', 'boxes', null],
  ['tabular', 'tags', null],
] as const)(
  'for %s data with labels of the kind %s, returns what a row can have several of: %s',
  (contentType, label, marked) => {
    expect(markedKindOf(contentType, label)).toBe(marked)
  },
)
