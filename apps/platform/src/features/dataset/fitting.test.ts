import type { AlgorithmKind, ColumnType, ContentType, LabelKind } from '@tessera/contract'
import { expect, test } from 'vitest'
import { fits } from './fitting.ts'

const algorithm = (labelKinds: LabelKind[], more: { contentTypes?: ContentType[]; kind?: AlgorithmKind } = {}) => ({
  manifest: { labelKinds, contentTypes: ['tabular' as const], kind: 'horizontal' as const, ...more },
})
const table = (columnTypes: Record<string, ColumnType>) => ({
  contentType: 'tabular' as const,
  columns: Object.keys(columnTypes),
  columnTypes,
})
const words = table({ sex: 'text', outcome: 'text' })
const mixed = table({ sex: 'text', age: 'integer' })
const pictures = { contentType: 'vision' as const, columns: [], columnTypes: {} }

test.each([
  ['classes from words', algorithm(['binary', 'multi']), words, true],
  ['an amount needs a column of numbers', algorithm(['regression']), words, false],
  ['an amount', algorithm(['regression']), mixed, true],
  ['a count needs a column of numbers', algorithm(['count']), words, false],
  ['a count', algorithm(['count']), mixed, true],
  ['either', algorithm(['binary', 'regression']), words, true],
  ['nothing to predict from', algorithm(['binary']), table({ outcome: 'text' }), false],
  ['one column to describe', algorithm([]), table({ outcome: 'text' }), true],
  ['no column to describe', algorithm([]), table({}), false],
  ['pictures for a table algorithm', algorithm(['binary']), pictures, false],
  ['pictures', algorithm(['multi'], { contentTypes: ['vision'] }), pictures, true],
  ['a service trains on nothing', algorithm(['binary'], { kind: 'service' }), mixed, false],
])('%s', (_what, one, dataset, expected) => {
  expect(fits(one, dataset)).toBe(expected)
})
