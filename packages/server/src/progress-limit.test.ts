import { expect, test } from 'vitest'
import { ProgressLimit, processorShare } from './progress-limit.ts'

test('returns 1 if the load is at most the number of processors, otherwise the number of processors divided by the load', () => {
  expect(processorShare([0, 0, 0], 2)).toBe(1)
  expect(processorShare([2, 2, 2], 2)).toBe(1)
  expect(processorShare([40, 20, 10], 2)).toBe(0.05)
})

test('makes a time limit pass as fast as the machine works, and restarts it after progress', () => {
  let now = 0
  let share = 1
  const progressLimit = new ProgressLimit(
    60_000,
    () => share,
    () => now,
  )
  const after = (seconds: number) => {
    now += seconds * 1_000
    return progressLimit.hasPassed
  }
  expect(after(30)).toBe(false)
  share = 0.05
  expect(after(599)).toBe(false)
  expect(after(2)).toBe(true)
  progressLimit.restart()
  expect(after(1_199)).toBe(false)
  expect(after(2)).toBe(true)
})
