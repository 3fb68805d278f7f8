import type { InferenceStatus } from '@tessera/contract'
import type { Tone } from '../../ui/index.ts'

export const toneOf: Record<InferenceStatus, Tone> = {
  creating: 'progress',
  created: 'neutral',
  running: 'progress',
  completed: 'success',
  failed: 'error',
}

/** Which of the three steps (input, inference, result) is under way; 3 is past the last. */
export const stepOf: Record<InferenceStatus, number> = { creating: 0, created: 0, running: 1, completed: 3, failed: 1 }
