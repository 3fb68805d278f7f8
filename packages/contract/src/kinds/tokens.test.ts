import { expect, test } from 'vitest'
import { cutTokens, entitiesOf, joinTokens, listIn, markedIn } from './tokens.ts'

test('splits Chinese into characters and other text into words, each with its position in characters', () => {
  expect(cutTokens('𠮷野 took 2 pills.').map(({ text, start, end }) => [text, start, end])).toEqual([
    ['𠮷', 0, 1],
    ['野', 1, 2],
    ['took', 3, 7],
    ['2', 8, 9],
    ['pills', 10, 15],
    ['.', 15, 16],
  ])
})

test('joins tokens to a text, and finds the tokens in it', () => {
  const { text, tokens } = joinTokens(['张', '三', 'takes', 'Metrozole', '(', 'daily', ')', '.'])
  expect(text).toBe('张三takes Metrozole (daily).')
  expect(
    tokens.map(({ start, end, text: token }) => Array.from(text).slice(start, end).join('') === token),
  ).not.toContain(false)
})

// engine/tests/test_entities.py tests the same cases in Python.
test.each([
  [
    'B-WHO I-WHO O B-DRUG',
    [
      [0, 2, 'WHO'],
      [3, 4, 'DRUG'],
    ],
  ],
  [
    'B-WHO B-WHO I-WHO',
    [
      [0, 1, 'WHO'],
      [1, 3, 'WHO'],
    ],
  ],
  [
    'WHO WHO O WHO',
    [
      [0, 2, 'WHO'],
      [3, 4, 'WHO'],
    ],
  ],
  [
    'B-WHO E-WHO S-WHO B-WHO',
    [
      [0, 2, 'WHO'],
      [2, 3, 'WHO'],
      [3, 4, 'WHO'],
    ],
  ],
  [
    'U-WHO I-WHO L-WHO O',
    [
      [0, 1, 'WHO'],
      [1, 3, 'WHO'],
    ],
  ],
  [
    'I-WHO I-DRUG',
    [
      [0, 1, 'WHO'],
      [1, 2, 'DRUG'],
    ],
  ],
  ['O O', []],
])('reads entities in every common notation of tags: %s', (tags, expected) => {
  expect(entitiesOf(tags.split(' ')).map(({ first, end, type }) => [first, end, type])).toEqual(expected)
})

test('returns the entities of a row only if the row has as many tags as tokens', () => {
  expect(markedIn('["Ann","slept"]', '["B-WHO","O"]')).toEqual({
    text: 'Ann slept',
    entities: [{ start: 0, end: 3, type: 'WHO' }],
  })
  expect(markedIn('["Ann","slept"]', '["B-WHO"]')).toBeUndefined()
  expect(markedIn('Ann slept', null)).toBeUndefined()
})

test.each([['a text'], ['[1]'], ['{"a":1}'], ['["a"'], [null], [7]])(
  'rejects a value that is not a list of texts: %s',
  (value) => {
    expect(listIn(value)).toBeUndefined()
  },
)
