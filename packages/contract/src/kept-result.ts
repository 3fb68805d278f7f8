import { z } from 'zod'
import { Residuals, Scores } from './scores.ts'
import { Findings } from './survival.ts'

/** What a run by itself left at its party's edge: the platform has its scores only, until a member shares the rest. */
export const KeptResult = z.object({
  runId: z.string(),
  taskId: z.string(),
  taskName: z.string(),
  algorithm: z.string(),
  time: z.date(),
  /** False: what the algorithm finds out is no model. */
  hasModel: z.boolean(),
  /** Null where there is a model, and where nothing lies here any more. */
  table: Findings.nullable(),
  /** Of a model, as a card has them; absent of an edge of before. */
  scores: Scores.nullish(),
  residuals: Residuals.nullish(),
  sharedTime: z.date().nullable(),
  /** From then on nothing of it lies here. */
  deletedTime: z.date().nullable(),
  abilities: z.object({ share: z.boolean(), delete: z.boolean() }),
})
export type KeptResult = z.infer<typeof KeptResult>
