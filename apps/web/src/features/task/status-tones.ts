import type { TaskStatus } from '@tessera/contract'
import type { Tone } from '../../ui/index.ts'

/** How each state of a task is coloured; its word is `status.<state>`. */
export const statusTones: Record<TaskStatus, Tone> = {
  recruiting: 'waiting',
  training: 'progress',
  completed: 'success',
  failed: 'error',
  disbanded: 'neutral',
}
