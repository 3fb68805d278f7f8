import { z } from 'zod'
import { Residuals, Scores } from './scores.ts'
import { Findings } from './survival.ts'

/**
 * The result of a single-party run, stored at the party's edge. The platform has only its scores until a member shares
 * the model.
 */
export const LocalResult = z.object({
  runId: z.string(),
  taskId: z.string(),
  taskName: z.string(),
  algorithm: z.string(),
  time: z.date(),
  /** Whether the result is a model. Some algorithms have results that are not. */
  hasModel: z.boolean(),
  /** The findings; null if the result is a model, or if the edge no longer stores it. */
  table: Findings.nullable(),
  /** Scores of the model; null if there is none. */
  scores: Scores.nullable(),
  residuals: Residuals.nullable(),
  sharedTime: z.date().nullable(),
  /** Time at which the edge's copy of the result was deleted. */
  deletedTime: z.date().nullable(),
  abilities: z.object({ share: z.boolean(), delete: z.boolean() }),
})
export type LocalResult = z.infer<typeof LocalResult>
