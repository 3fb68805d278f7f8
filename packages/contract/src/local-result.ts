import { z } from 'zod'
import { Residuals, Scores } from './scores.ts'
import { Findings } from './survival.ts'

/**
 * The result of a single-party run at its party's edge. The platform has its scores only, until a member shares the
 * rest.
 */
export const LocalResult = z.object({
  runId: z.string(),
  taskId: z.string(),
  taskName: z.string(),
  algorithm: z.string(),
  time: z.date(),
  /** False if the algorithm's result is not a model. */
  hasModel: z.boolean(),
  /** Null if there is a model, and if nothing is stored here any longer. */
  table: Findings.nullable(),
  /** Scores of the model; null if there is none. */
  scores: Scores.nullable(),
  residuals: Residuals.nullable(),
  sharedTime: z.date().nullable(),
  /** When all of it was deleted here. */
  deletedTime: z.date().nullable(),
  abilities: z.object({ share: z.boolean(), delete: z.boolean() }),
})
export type LocalResult = z.infer<typeof LocalResult>
