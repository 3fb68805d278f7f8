import { expect, test } from 'vitest'
import { spansOf } from './tagged.ts'

const marked = (tokens: string[], tags: string[]) =>
  spansOf(tokens, tags).map(({ text, entity, gap }) => (entity ? `[${text}|${entity}]` : text) + gap)

test.each([
  ['words', ['in', 'New', 'York', ',', 'now'], ['O', 'B-LOC', 'I-LOC', 'O', 'O'], ['in ', '[New York|LOC]', ', now']],
  ['Chinese characters', ['患', '者', '张', '三'], ['O', 'O', 'B-PER', 'I-PER'], ['患者', '[张三|PER]']],
  ['two in a row', ['Ann', 'Bob'], ['B-PER', 'B-PER'], ['[Ann|PER] ', '[Bob|PER]']],
  ['bare tags', ['a', 'b', 'c'], ['DRUG', 'DRUG', 'O'], ['[a b|DRUG] ', 'c']],
  ['fewer tags than tokens', ['a', 'b'], ['B-X'], ['[a|X] ', 'b']],
])('%s', (_what, tokens, tags, expected) => {
  expect(marked(tokens, tags)).toEqual(expected)
})
