import type { RunPhase, TaskDetail, TaskStatus } from '@tessera/contract'
import type { Tone } from '../../ui/index.ts'

/** The tone of each task state. The text of a state is `status.<state>`. */
export const statusTones: Record<TaskStatus, Tone> = {
  recruiting: 'waiting',
  training: 'progress',
  completed: 'success',
  failed: 'error',
  stopped: 'neutral',
  disbanded: 'neutral',
}

/** Returns whether a recruiting task is in preparation: joining is closed, or the task has only one party. */
export const isPreparing = ({
  status,
  joining,
  researchType,
}: Pick<TaskDetail, 'status' | 'joining' | 'researchType'>) =>
  status === 'recruiting' && (joining === 'closed' || researchType === 'independent')

/**
 * Returns the key of a task's status text. During training it shows the state of the run. The text of a stopped task
 * has the parameter `party`, because only the initiator can stop a task.
 */
export function statusWord({ status, phase }: { status: TaskStatus; phase?: RunPhase | undefined }) {
  if (status === 'stopped') return 'status.stopped.by'
  if (status !== 'training') return `status.${status}` as const
  switch (phase) {
    case 'submitted':
    case 'queued':
    case 'waiting':
      return `phase.${phase}` as const
    default:
      return 'status.training'
  }
}
