import type { EdgeCode, Registration, TaskDetail } from '@tessera/contract'
import { isPreparing } from '../status-tones.ts'

/** Which panel stands at the left of a task: one for every state a reader can find it in. */
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
  // Rows are read and tickets signed at the party's edge: without one there is nothing to prepare with.
  return mine.readiness.environment || (mine.isOnline && hasOtherCode(mine)) ? 'prepare' : 'environment'
}

/** Data chosen, and a ticket that covers the plan as it stands. */
export function isReady(registration: Registration): boolean {
  return registration.status === 'joined' && registration.datasetId !== null && registration.grant === 'signed'
}

/** What is wrong with a ticket: one that a run has used says so, as nothing of the plan needs to have changed. */
export const ticketStatus = ({ grant, staleBecause }: Pick<Registration, 'grant' | 'staleBecause'>) =>
  grant === 'stale' && staleBecause?.every((reason) => reason === 'stages') && staleBecause.length > 0 ? 'used' : grant

/** Its edge has not the task's code: whoever is older has to be updated, which the ticket says too. */
const hasOtherCode = ({ edgeCode }: Registration) => Boolean(edgeCode) && edgeCode !== 'known'

export type Lack = 'data' | 'names' | 'ticket' | 'environment' | Exclude<EdgeCode, 'known'>

/** What a party still lacks before training can start. */
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

/** Four steps for those who take part; outsiders see recruiting, training and the end. */
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
