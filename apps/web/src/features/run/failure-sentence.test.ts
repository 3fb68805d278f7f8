import type { RunFailure } from '@tessera/contract'
import { expect, test } from 'vitest'
import { failureSentence } from './failure-sentence.ts'

const names: Record<string, string> = { '1002': 'Hospital B' }
const nameOf = (partyId: string) => names[partyId] ?? partyId
const failure = (change: Partial<RunFailure>): RunFailure => ({
  code: 'run.timeout',
  params: {},
  partyId: null,
  step: null,
  round: null,
  ...change,
})

test('names party, step, round, cause and remedy of a failure in both languages', {
  meta: { spec: 'errors.failed-run-cause' },
}, () => {
  const notNumeric = failure({
    code: 'data.not-numeric',
    params: { column: 'chol', rows: 2 },
    partyId: '1002',
    step: 'train',
    round: 3,
  })

  const english = failureSentence('en', notNumeric, nameOf)
  expect(english).toMatch(/^Hospital B, training, round 3: /)
  expect(english).toContain('chol')
  expect(english).toContain('2 rows')
  const chinese = failureSentence('cn', notNumeric, nameOf)
  expect(chinese).toMatch(/^Hospital B，训练，第 3 轮：/)
  expect(chinese).toContain('chol')
  expect(chinese).not.toMatch(/round|rows/)
})

test('describes a failure in round 0 as a failure to read data', () => {
  const english = failureSentence('en', failure({ partyId: '1002', step: 'statistics', round: 0 }), nameOf)
  expect(english).toMatch(/^Hospital B, reading data: /)
  expect(english).not.toContain('round 0')
})

test('names the party that stopped the run, but not as the place of a failure', () => {
  const stopped = failure({ code: 'run.stopped', partyId: '1002', step: 'train', round: 3 })
  expect(failureSentence('en', stopped, nameOf)).toBe('training, round 3: Training was stopped by Hospital B')
  expect(failureSentence('cn', stopped, nameOf)).toBe('训练，第 3 轮：训练已由Hospital B停止')
})

test('names no party for a failure of the platform itself', () => {
  expect(failureSentence('en', failure({}), nameOf)).toBe('Training exceeded its time limit and was stopped.')
})
