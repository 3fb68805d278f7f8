import type { Registration } from '@tessera/contract'
import { expect, test } from 'vitest'
import { registration } from '../../../testing/task.ts'
import { isPreparing } from '../status-tones.ts'
import { lacksOf, panelOf, stepsOf } from './panel.ts'

const participant = (change: Partial<Registration> = {}) => registration({ role: 'participant', ...change })
const initiator = (change: Partial<Registration> = {}) => registration({ role: 'initiator', ...change })
const signed = { datasetId: 'd', grant: 'signed', readiness: { data: true, environment: true } } as const
const open = { status: 'recruiting', isComplete: false } as const
const planned = { status: 'recruiting', isComplete: true } as const

test.each([
  ['an outsider', open, null, 'not-joined'],
  ['an applicant', open, participant({ status: 'applying' }), 'applying'],
  ['a rejected applicant', open, participant({ status: 'rejected' }), 'not-joined'],
  ['a party that left', open, participant({ status: 'left' }), 'not-joined'],
  ['an initiator of a new task', open, initiator(), 'prepare'],
  ['an initiator with a ticket but no plan', open, initiator(signed), 'prepare'],
  ['an initiator with plan and ticket', planned, initiator(signed), 'ready'],
  ['an initiator with an outdated ticket', planned, initiator({ ...signed, grant: 'stale' }), 'prepare'],
  ['a participant without data', planned, participant(), 'prepare'],
  ['a participant with data, ticket missing', planned, participant({ datasetId: 'd', grant: 'missing' }), 'prepare'],
  ['a ready participant', planned, participant(signed), 'waiting'],
  [
    'a participant with an offline edge',
    planned,
    participant({ readiness: { data: false, environment: false } }),
    'environment',
  ],
  [
    'a participant with an older edge',
    planned,
    participant({ readiness: { data: false, environment: false }, isOnline: true, edgeCode: 'edge-older' }),
    'prepare',
  ],
  [
    'a participant with an older edge that is offline',
    planned,
    participant({ readiness: { data: false, environment: false }, isOnline: false, edgeCode: 'edge-older' }),
    'environment',
  ],
  ['any reader during training', { ...planned, status: 'training' }, null, 'training'],
  ['any reader after a failure', { ...planned, status: 'failed' }, participant(signed), 'failed'],
  ['any reader after a stop', { ...planned, status: 'stopped' }, participant(signed), 'failed'],
  ['any reader after completion', { ...planned, status: 'completed' }, initiator(signed), 'finished'],
  ['any reader of a disbanded task', { ...planned, status: 'disbanded' }, participant(signed), 'disbanded'],
] as const)(
  'chooses the panel for %s',
  { meta: { spec: ['screens.task-panel-environment', 'states.participant-environment-status'] } },
  (_who, task, mine, expected) => {
    expect(panelOf(task, mine)).toBe(expected)
  },
)

test('returns what a party lacks before training: only the ticket if its data are offered', () => {
  expect(lacksOf(participant({ datasetId: 'd', grant: 'withdrawn' }))).toEqual(['ticket'])
  expect(lacksOf(participant({ datasetId: 'd', grant: 'none', names: 'missing' }))).toEqual(['names', 'ticket'])
  expect(lacksOf(participant({ readiness: { data: false, environment: false } }))).toEqual([
    'data',
    'ticket',
    'environment',
  ])
})

test.each(['edge-older', 'platform-older', 'other'] as const)(
  'lists other code at an edge as what the party lacks: %s',
  (edgeCode) => {
    const lacking = participant({ ...signed, readiness: { data: true, environment: false }, edgeCode })
    expect(lacksOf(lacking)).toEqual([edgeCode])
    expect(lacksOf({ ...lacking, readiness: signed.readiness, edgeCode: 'known' })).toEqual([])
  },
)

const recruits = { status: 'recruiting', joining: 'open', researchType: 'federated' } as const

test.each([
  ['joining is open', recruits, 'recruit'],
  ['joining is closed', { ...recruits, joining: 'closed' }, 'prepare'],
  ['independent research', { ...recruits, researchType: 'independent' }, 'prepare'],
] as const)(
  'shows the same state in the stepper as in the tag: %s',
  { meta: { spec: 'screens.progress-steps' } },
  (_when, task, step) => {
    expect(stepsOf(task, true).find(({ status }) => status === 'process')?.key).toBe(step)
    expect(isPreparing(task)).toBe(step === 'prepare')
  },
)

test('shows three steps to users outside the task and four to participants', {
  meta: { spec: 'screens.progress-steps' },
}, () => {
  expect(stepsOf(recruits, false).map(({ key }) => key)).toEqual(['recruit', 'train', 'end'])
  expect(stepsOf({ ...recruits, status: 'training' }, true).map(({ status }) => status)).toEqual([
    'finish',
    'finish',
    'process',
    'wait',
  ])
  expect(stepsOf({ ...recruits, status: 'failed' }, true).at(-1)?.status).toBe('error')
  expect(stepsOf({ ...recruits, status: 'stopped' }, true).at(-1)?.status).toBe('error')
  expect(stepsOf({ ...recruits, status: 'completed' }, true).at(-1)?.status).toBe('finish')
})
