import { DATASET_LIMITS, INFERENCE_LIMITS, TASK_LIMITS } from '@tessera/contract'
import { expect, test } from 'vitest'
import * as names from './demo-names.ts'
import { PARTIES } from './places.ts'

const MAX_LENGTH = Math.min(TASK_LIMITS.name, INFERENCE_LIMITS.name, DATASET_LIMITS.name)
const texts = Object.values(names).map((name) => (typeof name === 'string' ? name : name(PARTIES[0].id)))

test.each(texts)('has a name that fits the limit, in both languages: %s', (text) => {
  expect(text).toMatch(/\p{Script=Han}.* [a-z]/iu)
  expect(text.length).toBeLessThanOrEqual(MAX_LENGTH)
})
