import type { TaskAbilities } from '@tessera/contract'
import { describe, expect, test } from 'vitest'
import { type Asker, canSeeTask, type TaskState, taskAbilities } from './policy.ts'

const registration = (
  partyId: string,
  role: 'initiator' | 'participant',
  status: TaskState['registrations'][number]['status'] = 'joined',
) => ({ partyId, role, status, createdByUserId: `user-${partyId}` })

const buildTask = (more: Partial<TaskState> = {}): TaskState => ({
  initiatorPartyId: 'a',
  createdByUserId: 'user-a',
  status: 'recruiting',
  visibility: 'public',
  researchType: 'federated',
  joining: 'open',
  registrations: [registration('a', 'initiator'), registration('b', 'participant')],
  ...more,
})

const initiator: Asker = { userId: 'user-a', partyId: 'a', role: 'member' }
const initiatorAdmin: Asker = { userId: 'boss', partyId: 'a', role: 'admin' }
const initiatorColleague: Asker = { userId: 'other', partyId: 'a', role: 'member' }
const participant: Asker = { userId: 'user-b', partyId: 'b', role: 'member' }
const participantColleague: Asker = { userId: 'other', partyId: 'b', role: 'member' }
const outsider: Asker = { userId: 'user-c', partyId: 'c', role: 'admin' }
const tourist: Asker = { userId: 'user-d', partyId: null, role: 'tourist' }

/** Returns the names of all allowed actions on one line. */
const allowed = (abilities: TaskAbilities) =>
  Object.entries(abilities)
    .filter(([, may]) => may)
    .map(([name]) => name)
    .join(' ')

const leading = 'disband invite edit offerData start closeJoining remind review watch'

describe('what each actor may do', () => {
  test.each<[string, Asker, TaskState, string]>([
    ['initiator, recruiting', initiator, buildTask(), leading],
    ['admin of the initiator, recruiting', initiatorAdmin, buildTask(), leading],
    ['colleague of the initiator, recruiting', initiatorColleague, buildTask(), 'remind watch'],
    ['participant, recruiting', participant, buildTask(), 'quit offerData remind watch'],
    ['colleague of the participant, recruiting', participantColleague, buildTask(), 'offerData remind watch'],
    ['outsider, public', outsider, buildTask(), 'join'],
    [
      'initiator, joining closed',
      initiator,
      buildTask({ joining: 'closed' }),
      'disband edit offerData start reopenJoining remind review watch',
    ],
    ['participant, joining closed', participant, buildTask({ joining: 'closed' }), 'quit offerData remind watch'],
    ['outsider, joining closed', outsider, buildTask({ joining: 'closed' }), ''],
    ['outsider, by invitation', outsider, buildTask({ visibility: 'invite-only' }), 'apply'],
    ['outsider, private', outsider, buildTask({ visibility: 'private' }), ''],
    ['outsider, independent research', outsider, buildTask({ researchType: 'independent' }), ''],
    ['tourist', tourist, buildTask(), ''],
    ['applicant', outsider, buildTask({ registrations: [registration('c', 'participant', 'applying')] }), 'quit'],
    [
      'invited',
      outsider,
      buildTask({ registrations: [registration('c', 'participant', 'invited')] }),
      'join answerInvitation',
    ],
    [
      'invited, joining closed',
      outsider,
      buildTask({ joining: 'closed', registrations: [registration('c', 'participant', 'invited')] }),
      '',
    ],
    ['declined', outsider, buildTask({ registrations: [registration('c', 'participant', 'declined')] }), 'join'],
    ['rejected', outsider, buildTask({ registrations: [registration('c', 'participant', 'rejected')] }), 'join'],
    [
      'initiator, independent research',
      initiator,
      buildTask({ researchType: 'independent' }),
      'disband edit offerData start review watch',
    ],
    ['initiator, training', initiator, buildTask({ status: 'training' }), 'stop watch'],
    ['participant, training', participant, buildTask({ status: 'training' }), 'watch'],
    ['outsider, training', outsider, buildTask({ status: 'training' }), ''],
    ['initiator, completed', initiator, buildTask({ status: 'completed' }), 'delete watch'],
    ['initiator, failed', initiator, buildTask({ status: 'failed' }), 'delete resubmit watch'],
    ['colleague of the initiator, failed', initiatorColleague, buildTask({ status: 'failed' }), 'watch'],
    ['initiator, stopped', initiator, buildTask({ status: 'stopped' }), 'delete resubmit watch'],
    ['participant, failed', participant, buildTask({ status: 'failed' }), 'watch'],
    ['initiator, disbanded', initiator, buildTask({ status: 'disbanded' }), 'watch'],
    ['tourist, completed', tourist, buildTask({ status: 'completed' }), ''],
  ])(
    'decides what an actor may do with a task: %s',
    { meta: { spec: ['states.task-recruiting', 'roles.initiator-start', 'roles.tourist-join-task'] } },
    (_who, asker, task, expected) => {
      expect(allowed(taskAbilities(asker, task))).toBe(expected)
    },
  )
})

describe('visibility of a task', () => {
  test.each<[string, Asker, TaskState['visibility'], boolean]>([
    ['an outsider, public', outsider, 'public', true],
    ['a tourist, by invitation', tourist, 'invite-only', true],
    ['an outsider, private', outsider, 'private', false],
    ['a tourist, private', tourist, 'private', false],
    ['a participant, private', participant, 'private', true],
  ])('decides whether an actor sees a task: %s', (_who, asker, visibility, expected) => {
    expect(canSeeTask(asker, buildTask({ visibility }))).toBe(expected)
  })

  test.each([
    ['applying', true],
    ['rejected', false],
    ['left', false],
  ] as const)('decides whether a party sees a private task after %s: %s', (status, expected) => {
    const registrations = [registration('a', 'initiator'), registration('c', 'participant', status)]
    expect(canSeeTask(outsider, buildTask({ visibility: 'private', registrations }))).toBe(expected)
  })
})
