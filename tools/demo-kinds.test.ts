import { DATASET_LIMITS, TASK_LIMITS } from '@tessera/contract'
import { expect, test } from 'vitest'
import { KINDS } from './demo-kinds.ts'

// It is trained by whoever asks for KINDS=all, minutes into a start: what the console would refuse is found here.
test.each(KINDS)('the demo of $key has names that are taken', ({ name, dataset }) => {
  expect(name.length).toBeLessThanOrEqual(TASK_LIMITS.name)
  expect(dataset.name.length).toBeLessThanOrEqual(DATASET_LIMITS.name)
  expect(dataset.description.length).toBeLessThanOrEqual(DATASET_LIMITS.description)
})
