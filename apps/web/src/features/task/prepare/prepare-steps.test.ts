import { expect, test } from 'vitest'
import { registration, taskDetail } from '../test-world.ts'
import { nextStep, prepareStepsOf } from './prepare-steps.ts'

const planned = taskDetail({
  algorithms: [{ id: 'a', name: 'A', nameCn: 'A' }],
  columnSelection: { columns: ['age'], label: 'target' },
  planHash: 'h',
})
const status = (...given: Parameters<typeof prepareStepsOf>) =>
  prepareStepsOf(...given).map(({ key, status }) => `${key} ${status}`)

test('the initiator makes the plan; columns wait for data, the ticket for both', () => {
  expect(status(taskDetail(), registration())).toEqual([
    'dataset todo',
    'columns blocked',
    'algorithm todo',
    'ticket blocked',
  ])
  expect(nextStep(prepareStepsOf(planned, registration({ datasetId: 'd', grant: 'missing' })))).toBe('ticket')
})

test('a participant offers and signs, and cannot sign before there is a plan', () => {
  const mine = registration({ role: 'participant', datasetId: 'd', grant: 'none' })
  expect(status(taskDetail(), mine)).toEqual(['dataset done', 'ticket blocked'])
  expect(status(planned, { ...mine, grant: 'stale' })).toEqual(['dataset done', 'ticket todo'])
  expect(nextStep(prepareStepsOf(planned, { ...mine, grant: 'signed' }))).toBeNull()
})

test('classes stand between label and algorithm; they are optional unless the initiator asks for their names', () => {
  const own = registration({ datasetId: 'd', grant: 'missing' })
  const keys = prepareStepsOf(planned, own, 'optional').map(({ key }) => key)
  expect(keys).toEqual(['dataset', 'columns', 'classes', 'algorithm', 'start', 'ticket'])
  expect(nextStep(prepareStepsOf(planned, own, 'optional'))).toBe('ticket')

  const mine = { ...own, role: 'participant' } as const
  expect(status(planned, mine, 'due')).toEqual(['dataset done', 'classes todo', 'ticket blocked'])
  expect(status(planned, mine, 'named')).toEqual(['dataset done', 'classes done', 'ticket todo'])
})

test('names come once algorithm and classes are settled, and before the ticket', () => {
  const own = registration({ datasetId: 'd', grant: 'none', names: 'missing' })
  const waiting = { ...planned, planHash: null }
  expect(status(waiting, own).slice(2)).toEqual(['algorithm done', 'names todo', 'start none', 'ticket blocked'])
  expect(nextStep(prepareStepsOf(waiting, own))).toBe('names')
  const mine = { ...own, role: 'participant' } as const
  expect(status(waiting, mine, 'due')).toEqual(['dataset done', 'classes todo', 'names blocked', 'ticket blocked'])
  expect(status(planned, { ...mine, names: 'confirmed' })).toEqual(['dataset done', 'names done', 'ticket todo'])
  expect(status(waiting, { ...mine, names: 'none' })).toEqual(['dataset done', 'names blocked', 'ticket blocked'])
})
