import { expect, test } from 'vitest'
import { nextStep, prepareStepsOf } from './prepare-steps.ts'
import { registration, taskDetail } from './test-world.ts'

const planned = taskDetail({
  algorithms: [{ id: 'a', name: 'A', nameCn: 'A' }],
  columnSelection: { columns: ['age'], label: 'target' },
  planHash: 'h',
})
const status = (...[task, mine]: Parameters<typeof prepareStepsOf>) =>
  prepareStepsOf(task, mine).map(({ key, status }) => `${key} ${status}`)

test('the initiator makes the plan; columns wait for data, the ticket for both', () => {
  expect(status(taskDetail(), registration())).toEqual([
    'dataset todo',
    'columns blocked',
    'algorithm todo',
    'ticket blocked',
  ])
  expect(nextStep(prepareStepsOf(planned, registration({ datasetId: 'd', grant: 'missing' })))).toBe('ticket')
})

test('a participant lends and signs, and cannot sign before there is a plan', () => {
  const mine = registration({ role: 'participant', datasetId: 'd', grant: 'none' })
  expect(status(taskDetail(), mine)).toEqual(['dataset done', 'ticket blocked'])
  expect(status(planned, { ...mine, grant: 'stale' })).toEqual(['dataset done', 'ticket todo'])
  expect(nextStep(prepareStepsOf(planned, { ...mine, grant: 'signed' }))).toBeNull()
})
