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
  labelColumns: [] as string[],
})
const words = table({ sex: 'text', outcome: 'text' })
const mixed = table({ sex: 'text', age: 'integer' })
const pictures = {
  contentType: 'vision' as const,
  columns: ['cell'],
  columnTypes: {},
  labelColumns: ['cell'],
}
const graph = { ...table({ degree: 'integer', ward: 'text' }), contentType: 'graph' as const, labelColumns: ['ward'] }
const texts = (columns: string[], labelColumns: string[]) => ({
  contentType: 'nlp' as const,
  columns,
  columnTypes: {},
  labelColumns,
})
const ofTokens = algorithm(['entities'], { contentTypes: ['nlp'] })
const ofBoxes = algorithm(['boxes'], { contentTypes: ['yolo'] })
const boxed = { ...pictures, contentType: 'yolo' as const, columns: ['boxes'], labelColumns: ['boxes'] }
const ofTexts = algorithm(['binary', 'multi'], { contentTypes: ['nlp'] })
const ofLabels = algorithm(['multi', 'labels'], { contentTypes: ['vision', 'nlp'] })
const several = <T extends object>(dataset: T, column: string) => ({
  ...dataset,
  columnTypes: { [column]: 'labels' } as Record<string, ColumnType>,
})

test.each([
  ['classes from words', algorithm(['binary', 'multi']), words, true],
  ['an amount needs a column of numbers', algorithm(['regression']), words, false],
  ['an amount', algorithm(['regression']), mixed, true],
  ['a count needs a column of numbers', algorithm(['count']), words, false],
  ['a count', algorithm(['count']), mixed, true],
  ['either', algorithm(['binary', 'regression']), words, true],
  ['no column to predict from', algorithm(['binary']), table({ outcome: 'text' }), false],
  ['one column to describe', algorithm([]), table({ outcome: 'text' }), true],
  ['no column to describe', algorithm([]), table({}), false],
  ['pictures for a table algorithm', algorithm(['binary']), pictures, false],
  ['a graph', algorithm(['multi'], { contentTypes: ['graph'] }), graph, true],
  ['a graph without numbers', algorithm(['multi'], { contentTypes: ['graph'] }), { ...graph, columnTypes: {} }, false],
  ['a graph without a label', algorithm(['multi'], { contentTypes: ['graph'] }), { ...graph, labelColumns: [] }, false],
  ['pictures', algorithm(['multi'], { contentTypes: ['vision'] }), pictures, true],
  ['texts with a label', ofTexts, texts(['text', 'label'], ['label']), true],
  ['texts without a label', ofTexts, texts(['text'], []), false],
  ['texts with several labels', ofLabels, several(texts(['text', 'label'], ['label']), 'label'), true],
  ['several labels for an algorithm of classes', ofTexts, several(texts(['text', 'label'], ['label']), 'label'), false],
  ['pictures with several labels', ofLabels, several(pictures, 'cell'), true],
  ['pictures with one label, for an algorithm of either', ofLabels, pictures, true],
  ['tokens with tags', ofTexts, texts(['tokens', 'tags'], ['tags']), false],
  ['tokens with tags for an algorithm of entities', ofTokens, texts(['tokens', 'tags'], ['tags']), true],
  ['texts with a label for an algorithm of entities', ofTokens, texts(['text', 'label'], ['label']), false],
  ['texts for a table algorithm', algorithm(['binary']), texts(['text', 'label'], ['label']), false],
  ['pictures with boxes', ofBoxes, boxed, true],
  ['pictures of classes for an algorithm of boxes', ofBoxes, pictures, false],
  ['pictures with boxes for an algorithm of classes', algorithm(['multi'], { contentTypes: ['vision'] }), boxed, false],
  [
    'pictures without a label',
    algorithm(['multi'], { contentTypes: ['vision'] }),
    { ...pictures, labelColumns: [] },
    false,
  ],
  ['a service trains on nothing', algorithm(['binary'], { kind: 'service' }), mixed, false],
])('decides whether an algorithm can use a dataset: %s', (_what, one, dataset, expected) => {
  expect(fits(one, dataset)).toBe(expected)
})
