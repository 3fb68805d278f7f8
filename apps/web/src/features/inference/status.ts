import type { InferenceStatus } from '@tessera/contract'
import type { Tone } from '../../ui/index.ts'

export const toneOf: Record<InferenceStatus, Tone> = {
  creating: 'progress',
  created: 'neutral',
  running: 'progress',
  completed: 'success',
  failed: 'error',
}

/**
 * The number of the step that an inference task is at: 0 input, 1 inference, 2 result. 3 means that all steps are
 * complete.
 */
export const stepOf: Record<InferenceStatus, number> = { creating: 0, created: 0, running: 1, completed: 3, failed: 1 }
