import { expect, test } from 'vitest'
import { categoryPlaceOf, restAt, widthOf } from './rest.ts'

const categories = ['f', 'm']

// `CategoryEncoder` in engine/engine/data/encoding.py returns the same positions.
test.each([
  ['older models', undefined, [2, 2], 3, [undefined]],
  ['both', { other: 2, missing: 3 }, [2, 3], 4, ['other', 'missing']],
  ['missing values only', { other: 0, missing: 2 }, [0, 2], 3, ['missing']],
  ['other texts only', { other: 2, missing: 1 }, [2, 1], 3, ['other']],
  ['neither', { other: 1, missing: 1 }, [1, 1], 3, [undefined]],
  ['places that no engine writes', { other: 1e9, missing: 1e9 }, [2, 3], 4, ['other', 'missing']],
] as const)('assigns positions to other texts and to missing values: %s', (_name, rest, places, width, names) => {
  const input = { categories, rest }
  expect(['x', ''].map((value) => categoryPlaceOf(input, value))).toEqual(places)
  expect(['f', ' m '].map((value) => categoryPlaceOf(input, value))).toEqual([0, 1])
  expect(widthOf(input)).toBe(width)
  expect(Array.from({ length: width - 2 }, (_, at) => restAt(input, at + 2))).toEqual(names)
})
