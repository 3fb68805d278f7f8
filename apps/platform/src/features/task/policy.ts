import type {
  Joining,
  RegistrationStatus,
  ResearchType,
  TaskAbilities,
  TaskRole,
  TaskStatus,
  Visibility,
} from '@tessera/contract'
import { type Asking, allows, holding, type RightAbout, rankOf } from '@tessera/contract/rights'
import type { Actor } from '../../lib/auth.ts'

/** The reader and the party for which they act. A tourist acts for no party. */
export type Asker = Pick<Actor, 'userId' | 'partyId' | 'role'>

export interface TaskState {
  initiatorPartyId: string
  createdByUserId: string
  status: TaskStatus
  visibility: Visibility
  researchType: ResearchType
  joining: Joining
  registrations: { partyId: string; role: TaskRole; status: RegistrationStatus; createdByUserId: string }[]
}

/**
 * Returns what the actor may currently do with this task and with their party's registration. The console shows exactly
 * these actions.
 */
export function taskAbilities(asker: Asker, task: TaskState): TaskAbilities {
  const asking = askingAbout(asker, task)
  const may = (right: RightAbout<'task'>) => allows(right, asking)
  return {
    join: may('task.join'),
    apply: may('task.apply'),
    quit: may('task.quit'),
    disband: may('task.disband'),
    delete: may('task.delete'),
    invite: may('task.invite'),
    answerInvitation: may('task.answer-invitation'),
    edit: may('task.edit'),
    offerData: may('task.offer-data'),
    start: may('task.start'),
    closeJoining: may('task.close-joining'),
    reopenJoining: may('task.reopen-joining'),
    stop: may('task.stop'),
    resubmit: may('task.resubmit'),
    remind: may('task.remind-initiator') || may('task.remind-participant'),
    review: may('task.review'),
    watch: may('task.watch'),
  }
}

/**
 * Returns whether the actor may see the task. A private task is visible only to its own parties, while they take part.
 */
export const canSeeTask = (asker: Asker, task: TaskState) => allows('task.see', askingAbout(asker, task))

/** Returns whether the actor may see the names of classes. Only parties that offer data may see them. */
export const canSeeClasses = (asker: Asker, task: TaskState) => allows('task.see-classes', askingAbout(asker, task))

/** Returns whether the actor may join with a code. With a code, parties can join a private task without applying. */
export const canJoinByCode = (asker: Asker, task: TaskState) => allows('task.join-by-code', askingAbout(asker, task))

export function isInitiator(asker: Pick<Asker, 'partyId'>, task: Pick<TaskState, 'initiatorPartyId'>): boolean {
  return asker.partyId !== null && asker.partyId === task.initiatorPartyId
}

function askingAbout(asker: Asker, task: TaskState): Asking<'task'> {
  const mine = task.registrations.find(({ partyId }) => partyId === asker.partyId)
  const isOutside = mine === undefined || (mine.status !== 'joined' && mine.status !== 'applying')
  const relations = {
    initiator: isInitiator(asker, task),
    author: asker.userId === task.createdByUserId,
    participant: mine?.role === 'participant',
    registrant: asker.userId === mine?.createdByUserId,
    joined: mine?.status === 'joined',
    applying: mine?.status === 'applying',
    invited: mine?.status === 'invited',
    outside: asker.partyId !== null && isOutside,
    'own-registration': mine !== undefined,
  }
  const { status, visibility, researchType, joining } = task
  return { who: rankOf(asker), is: holding(relations), state: { status, visibility, researchType, joining } }
}
