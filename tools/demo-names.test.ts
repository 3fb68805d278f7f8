import { DATASET_LIMITS, INFERENCE_LIMITS, TASK_LIMITS } from '@tessera/contract'
import { expect, test } from 'vitest'
import * as names from './demo-names.ts'
import { PARTIES } from './places.ts'

const LONGEST = Math.min(TASK_LIMITS.name, INFERENCE_LIMITS.name, DATASET_LIMITS.name)
const texts = Object.values(names).map((name) => (typeof name === 'string' ? name : name(PARTIES[0].id)))

test.each(texts)('the demo names in both languages, and no longer than a name may be: %s', (text) => {
  expect(text).toMatch(/\p{Script=Han}.* [a-z]/iu)
  expect(text.length).toBeLessThanOrEqual(LONGEST)
})
