import type { Registration } from '@tessera/contract'
import { expect, test } from 'vitest'
import { isPreparing } from '../status-tones.ts'
import { registration } from '../test-world.ts'
import { lacksOf, panelOf, stepsOf } from './panel.ts'

const participant = (change: Partial<Registration> = {}) => registration({ role: 'participant', ...change })
const initiator = (change: Partial<Registration> = {}) => registration({ role: 'initiator', ...change })
const signed = { datasetId: 'd', grant: 'signed', readiness: { data: true, environment: true } } as const
const open = { status: 'recruiting', isComplete: false } as const
const planned = { status: 'recruiting', isComplete: true } as const

test.each([
  ['a stranger', open, null, 'not-joined'],
  ['one who applied', open, participant({ status: 'applying' }), 'applying'],
  ['one who was refused', open, participant({ status: 'rejected' }), 'not-joined'],
  ['one who left', open, participant({ status: 'left' }), 'not-joined'],
  ['an initiator who has just created it', open, initiator(), 'prepare'],
  ['an initiator with a ticket but no plan', open, initiator(signed), 'prepare'],
  ['an initiator with plan and ticket', planned, initiator(signed), 'ready'],
  ['an initiator whose ticket went stale', planned, initiator({ ...signed, grant: 'stale' }), 'prepare'],
  ['a participant without data', planned, participant(), 'prepare'],
  ['a participant with data, ticket missing', planned, participant({ datasetId: 'd', grant: 'missing' }), 'prepare'],
  ['a participant who is ready', planned, participant(signed), 'waiting'],
  [
    'a participant whose edge is away',
    planned,
    participant({ readiness: { data: false, environment: false } }),
    'environment',
  ],
  [
    'a participant whose edge is older',
    planned,
    participant({ readiness: { data: false, environment: false }, isOnline: true, edgeCode: 'edge-older' }),
    'prepare',
  ],
  [
    'a participant whose edge is older, and away',
    planned,
    participant({ readiness: { data: false, environment: false }, isOnline: false, edgeCode: 'edge-older' }),
    'environment',
  ],
  ['anyone while training', { ...planned, status: 'training' }, null, 'training'],
  ['anyone after failure', { ...planned, status: 'failed' }, participant(signed), 'failed'],
  ['anyone after it was stopped', { ...planned, status: 'stopped' }, participant(signed), 'failed'],
  ['anyone after the end', { ...planned, status: 'completed' }, initiator(signed), 'finished'],
  ['anyone once disbanded', { ...planned, status: 'disbanded' }, participant(signed), 'disbanded'],
] as const)('%s', (_who, task, mine, expected) => {
  expect(panelOf(task, mine)).toBe(expected)
})

test('an approved dataset without a ticket lacks the ticket only', () => {
  expect(lacksOf(participant({ datasetId: 'd', grant: 'withdrawn' }))).toEqual(['ticket'])
  expect(lacksOf(participant({ datasetId: 'd', grant: 'none', names: 'missing' }))).toEqual(['names', 'ticket'])
  expect(lacksOf(participant({ readiness: { data: false, environment: false } }))).toEqual([
    'data',
    'ticket',
    'environment',
  ])
})

test.each(['edge-older', 'platform-older', 'other'] as const)(
  'other code at an edge is what it lacks: %s',
  (edgeCode) => {
    const lacking = participant({ ...signed, readiness: { data: true, environment: false }, edgeCode })
    expect(lacksOf(lacking)).toEqual([edgeCode])
    expect(lacksOf({ ...lacking, readiness: signed.readiness, edgeCode: 'known' })).toEqual([])
  },
)

const recruits = { status: 'recruiting', joining: 'open', researchType: 'federated' } as const

test.each([
  ['others may come', recruits, 'recruit'],
  ['joining is closed', { ...recruits, joining: 'closed' }, 'prepare'],
  ['a party by itself', { ...recruits, researchType: 'independent' }, 'prepare'],
] as const)('the stepper says what the tag says: %s', (_when, task, step) => {
  expect(stepsOf(task, true).find(({ status }) => status === 'process')?.key).toBe(step)
  expect(isPreparing(task)).toBe(step === 'prepare')
})

test('outsiders see three steps, parties four; a failed task ends in error', () => {
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
