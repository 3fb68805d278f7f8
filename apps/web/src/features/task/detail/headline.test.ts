import type { Run } from '@tessera/contract'
import { expect, test } from 'vitest'
import { registration, taskDetail } from '../../../testing/task.ts'
import { headlineOf } from './headline.ts'

const ready = { datasetId: 'd', grant: 'signed', readiness: { data: true, environment: true } } as const
const a = registration({ ...ready })
const b = registration({ id: 'r2', partyId: '1002', partyName: 'Hospital B', role: 'participant' })
const planned = taskDetail({ isComplete: true, planHash: 'h' })
const run = (change: Partial<Run>): Run =>
  ({ phase: 'running', step: 'train', round: 3, rounds: 12, startTime: new Date(0), waitingFor: [], ...change }) as Run

test('states that the task waits for its initiator before there is a plan', () => {
  const line = headlineOf(taskDetail(), [registration(), b], null)

  const choices = ['data', 'columns', 'algorithm']
  expect(line.next).toEqual({ key: 'next.plan', params: { initiator: 'Hospital A' }, choices })
  expect(line.waitingFor).toEqual([{ partyId: '1001', name: 'Hospital A', lacks: ['data', 'ticket'] }])
})

test('lists only those choices that the initiator has not made', () => {
  const columnSelection = { features: ['age'], label: 'ill' } as never
  const next = (change: Partial<typeof planned>) => headlineOf(taskDetail(change), [a, b], null).next?.choices
  expect(next({ columnSelection, algorithms: [], isComplete: false })).toEqual(['algorithm'])
  expect(next({ columnSelection: null, algorithms: [{} as never], isComplete: true })).toEqual(['columns'])
})

test('states which parties have not confirmed names once all choices are made', () => {
  const unnamed = { ...b, datasetId: 'd', names: 'missing' as const }
  const line = headlineOf({ ...planned, planHash: null }, [{ ...a, names: 'confirmed' }, unnamed], null)

  expect(line.next).toEqual({ key: 'next.names' })
  expect(line.waitingFor).toEqual([{ partyId: '1002', name: 'Hospital B', lacks: ['names', 'ticket'] }])
})

test('asks for another party if a federated task has only one', () => {
  expect(headlineOf(planned, [a], null).next?.key).toBe('next.invite')
  expect(headlineOf({ ...planned, researchType: 'independent' }, [a], null).next?.key).toBe('next.start')
})

test('lists the parties that are not ready, and what each lacks, once there is a plan', () => {
  const line = headlineOf(planned, [a, { ...b, datasetId: 'd', grant: 'stale' }], null)

  expect(line.now).toEqual({ key: 'now.recruiting', params: { ready: 1, total: 2 } })
  expect(line.next).toEqual({ key: 'next.sign', who: ['1002'] })
  expect(line.waitingFor).toEqual([{ partyId: '1002', name: 'Hospital B', lacks: ['ticket'] }])
})

test('asks parties to offer data before it asks any party to sign', () => {
  const line = headlineOf(planned, [{ ...a, grant: 'withdrawn' }, b], null)
  expect(line.next).toEqual({ key: 'next.data', who: ['1002'] })
  const withdrawn = headlineOf(
    planned,
    [
      { ...a, grant: 'withdrawn' },
      { ...b, ...ready },
    ],
    null,
  )
  expect(withdrawn.next).toEqual({ key: 'next.sign', who: ['1001'] })
})

test('asks the initiator to start the training once all parties are ready', () => {
  const line = headlineOf(planned, [a, { ...b, ...ready }], null)

  expect(line.next?.key).toBe('next.start')
  expect(line.waitingFor).toEqual([])
})

const restarting = { code: 'run.server-restarting', params: {}, partyId: null, step: 'train', round: 3 } as const
test.each([
  [{ phase: 'queued' }, 'now.queued'],
  [{ phase: 'waiting' }, 'now.waiting'],
  [{ phase: 'waiting', failure: restarting }, 'now.waiting.server'],
  [{ step: 'statistics', round: 0 }, 'now.step.statistics'],
  [{}, 'now.round'],
  [{ step: 'export' }, 'now.step.export'],
] as const)('describes the state of a training %o', (change, key) => {
  expect(headlineOf({ ...planned, status: 'training' }, [a, b], run(change)).now.key).toBe(key)
})

test('shows only that training is in progress if the user cannot see the run', () => {
  expect(headlineOf({ ...planned, status: 'training' }, [a, b], null).now.key).toBe('now.step.train')
})

test('names parties that are connecting and, after a failure, the party that failed', () => {
  const training = headlineOf({ ...planned, status: 'training' }, [a, b], run({ waitingFor: ['1002'] }))
  expect(training.waitingFor).toEqual([{ partyId: '1002', name: 'Hospital B', lacks: [] }])

  const failure = { code: 'run.edge-lost', params: {}, partyId: '1002', step: 'train', round: 3 } as const
  const failed = headlineOf({ ...planned, status: 'failed' }, [a, b], run({ phase: 'failed', failure }))
  expect(failed.waitingFor).toEqual([{ partyId: '1002', name: 'Hospital B', lacks: [] }])
  expect(failed.next?.key).toBe('next.recruit')
})

test('names the party that stopped the run, and states that the task waits for no party', () => {
  const failure = { code: 'run.stopped', params: {}, partyId: '1001', step: 'train', round: 3 } as const
  const stopped = headlineOf({ ...planned, status: 'stopped' }, [a, b], run({ phase: 'stopped', failure }))
  expect(stopped).toMatchObject({
    now: { key: 'status.stopped.by', params: { party: 'Hospital A' } },
    next: { key: 'next.recruit' },
    waitingFor: [],
  })
})

test('derives the next step after a completed task from the task’s result', () => {
  const done = { ...planned, status: 'completed' } as const
  const next = (change: Partial<typeof done>) => headlineOf({ ...done, ...change }, [a, b], run({}))?.next

  expect(next({ modelId: 'm' })).toEqual({ key: 'next.use' })
  expect(next({ modelId: null })).toBeNull()
  expect(next({ modelId: null, researchType: 'independent' })).toEqual({
    key: 'next.share',
    params: { initiator: 'Hospital A' },
  })
})
