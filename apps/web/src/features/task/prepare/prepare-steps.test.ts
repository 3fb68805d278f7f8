import { expect, test } from 'vitest'
import { registration, taskDetail } from '../../../testing/task.ts'
import { nextStep, prepareStepsOf } from './prepare-steps.ts'

const planned = taskDetail({
  algorithms: [{ id: 'a', name: { cn: 'A', en: 'A' } }],
  columnSelection: { columns: ['age'], label: 'target' },
  planHash: 'h',
})
const status = (...given: Parameters<typeof prepareStepsOf>) =>
  prepareStepsOf(...given).map(({ key, status }) => `${key} ${status}`)

test('gives the initiator all steps of the plan, in an order in which each step can be done', () => {
  expect(status(taskDetail(), registration())).toEqual([
    'dataset todo',
    'columns blocked',
    'algorithm todo',
    'names blocked',
    'ticket blocked',
  ])
  const named = registration({ datasetId: 'd', grant: 'missing', names: 'confirmed' })
  expect(nextStep(prepareStepsOf(planned, named))).toBe('ticket')
})

test('gives a participant the steps data and ticket, and blocks the ticket until there is a plan', {
  meta: { spec: 'screens.task-panel-data' },
}, () => {
  const mine = registration({ role: 'participant', datasetId: 'd', grant: 'none', names: 'confirmed' })
  expect(status(taskDetail(), mine)).toEqual(['dataset done', 'names done', 'ticket blocked'])
  expect(status(planned, { ...mine, grant: 'stale' })).toEqual(['dataset done', 'names done', 'ticket todo'])
  expect(nextStep(prepareStepsOf(planned, { ...mine, grant: 'signed' }))).toBeNull()
})

test('places the step for classes between label and algorithm', () => {
  const own = registration({ datasetId: 'd', grant: 'missing', names: 'confirmed' })
  const keys = prepareStepsOf(planned, own, 'optional').map(({ key }) => key)
  expect(keys).toEqual(['dataset', 'columns', 'classes', 'algorithm', 'names', 'start', 'ticket'])
  expect(nextStep(prepareStepsOf(planned, own, 'optional'))).toBe('ticket')

  const mine = { ...own, role: 'participant' } as const
  expect(status(planned, mine, 'due')).toEqual(['dataset done', 'classes todo', 'names blocked', 'ticket blocked'])
  expect(status(planned, mine, 'named')).toEqual(['dataset done', 'classes done', 'names done', 'ticket todo'])
})

test('places the step for names after algorithm and classes, and before the ticket', () => {
  const own = registration({ datasetId: 'd', grant: 'none', names: 'missing' })
  const waiting = { ...planned, planHash: null }
  expect(status(waiting, own).slice(2)).toEqual(['algorithm done', 'names todo', 'start none', 'ticket blocked'])
  expect(nextStep(prepareStepsOf(waiting, own))).toBe('names')
  const mine = { ...own, role: 'participant' } as const
  expect(status(waiting, mine, 'due')).toEqual(['dataset done', 'classes todo', 'names blocked', 'ticket blocked'])
  expect(status(planned, { ...mine, names: 'confirmed' })).toEqual(['dataset done', 'names done', 'ticket todo'])
  expect(status(waiting, { ...mine, names: 'none' })).toEqual(['dataset done', 'names blocked', 'ticket blocked'])
})

test('opens the algorithm step again if the chosen option was withdrawn', () => {
  const planFault = { code: 'parameter.withdrawn', params: { name: 'pooled' } }
  const steps = prepareStepsOf(
    { ...planned, planHash: null, planFault },
    registration({ datasetId: 'd', grant: 'stale' }),
  )
  expect(steps).toContainEqual({ key: 'algorithm', status: 'todo' })
  expect(nextStep(steps)).toBe('algorithm')
})
