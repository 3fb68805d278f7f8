import { z } from 'zod'
import type { ModelDetail } from '../../model.ts'
import type { Extra } from '../codec.ts'

/** Fields of a model that only clients of the specification read. */
export const modelFields = {
  /** The code that `opStatus` has in the specification. */
  status: z.literal([1, 3, 5, 6]).optional(),
}

export const canDelete: Extra = {
  write: ({ abilities }) => ({ canDelete: (abilities as ModelDetail['abilities']).delete }),
}
