import type { RunPhase, TaskDetail, TaskStatus } from '@tessera/contract'
import type { Tone } from '../../ui/index.ts'

/** How each state of a task is coloured; its word is `status.<state>`. */
export const statusTones: Record<TaskStatus, Tone> = {
  recruiting: 'waiting',
  training: 'progress',
  completed: 'success',
  failed: 'error',
  stopped: 'neutral',
  disbanded: 'neutral',
}

/** Recruiting, as far as other parties can still come: afterwards, and alone, it is being prepared. */
export const isPreparing = ({
  status,
  joining,
  researchType,
}: Pick<TaskDetail, 'status' | 'joining' | 'researchType'>) =>
  status === 'recruiting' && (joining === 'closed' || researchType === 'independent')

/** The key of its word: while it trains, how far its run is; of a stopped one with `party`, as only its initiator can. */
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
