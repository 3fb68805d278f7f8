import type { EdgeCode, Registration, TaskDetail } from '@tessera/contract'
import { isPreparing } from '../status-tones.ts'

/** The panel on the left of a task's page, for each combination of the task's state and the user's role. */
export type TaskPanel =
  | 'disbanded'
  | 'finished'
  | 'failed'
  | 'training'
  | 'not-joined'
  | 'applying'
  | 'environment'
  | 'prepare'
  | 'waiting'
  | 'ready'

export function panelOf(task: Pick<TaskDetail, 'status' | 'isComplete'>, mine: Registration | null): TaskPanel {
  if (task.status === 'disbanded') return 'disbanded'
  if (task.status === 'completed') return 'finished'
  if (task.status === 'failed' || task.status === 'stopped') return 'failed'
  if (task.status === 'training') return 'training'
  if (mine?.status === 'applying') return 'applying'
  if (mine?.status !== 'joined') return 'not-joined'
  if (isReady(mine) && (mine.role === 'participant' || task.isComplete)) {
    return mine.role === 'initiator' ? 'ready' : 'waiting'
  }
  // A party without an edge cannot prepare, because the edge reads rows and signs tickets.
  return mine.readiness.environment || (mine.isOnline && hasOtherCode(mine)) ? 'prepare' : 'environment'
}

/** Returns whether a party has chosen data and has signed a ticket for the current plan. */
export function isReady(registration: Registration): boolean {
  return registration.status === 'joined' && registration.datasetId !== null && registration.grant === 'signed'
}

/**
 * Returns the status of a party's ticket. A ticket that a run has consumed is `used`, even if its plan has not changed.
 */
export const ticketStatus = ({ grant, staleBecause }: Pick<Registration, 'grant' | 'staleBecause'>) =>
  grant === 'stale' && staleBecause?.every((reason) => reason === 'stages') && staleBecause.length > 0 ? 'used' : grant

/**
 * Returns whether the party's edge lacks this version of the algorithm's code. Then the older side must be updated, as
 * the ticket also states.
 */
const hasOtherCode = ({ edgeCode }: Registration) => Boolean(edgeCode) && edgeCode !== 'known'

export type Lack = 'data' | 'names' | 'ticket' | 'environment' | Exclude<EdgeCode, 'known'>

/** Returns what a party still lacks before training can start. */
export function lacksOf(registration: Registration): Lack[] {
  const lacks: Lack[] = []
  if (registration.datasetId === null) lacks.push('data')
  if (registration.names === 'missing') lacks.push('names')
  if (registration.grant !== 'signed') lacks.push('ticket')
  const { edgeCode } = registration
  if (edgeCode && edgeCode !== 'known') lacks.push(edgeCode)
  else if (!registration.readiness.environment) lacks.push('environment')
  return lacks
}

export type StepKey = 'recruit' | 'prepare' | 'train' | 'end'
export interface TaskStep {
  key: StepKey
  status: 'finish' | 'process' | 'wait' | 'error'
}

/** Returns the steps of a task: four for participants, and for other users recruiting, training and the end. */
export function stepsOf(task: Pick<TaskDetail, 'status' | 'joining' | 'researchType'>, isParty: boolean): TaskStep[] {
  const reached = reachedStep(task)
  const keys: StepKey[] = isParty ? ['recruit', 'prepare', 'train', 'end'] : ['recruit', 'train', 'end']
  const order: StepKey[] = ['recruit', 'prepare', 'train', 'end']
  return keys.map((key) => ({ key, status: stepStatus(order.indexOf(key), order.indexOf(reached), task.status) }))
}

function reachedStep(task: Pick<TaskDetail, 'status' | 'joining' | 'researchType'>): StepKey {
  if (['completed', 'failed', 'stopped', 'disbanded'].includes(task.status)) return 'end'
  if (task.status === 'training') return 'train'
  return isPreparing(task) ? 'prepare' : 'recruit'
}

function stepStatus(step: number, reached: number, status: TaskDetail['status']): TaskStep['status'] {
  if (step > reached) return 'wait'
  if (step < reached) return 'finish'
  if (status === 'failed' || status === 'stopped' || status === 'disbanded') return 'error'
  return status === 'completed' ? 'finish' : 'process'
}
