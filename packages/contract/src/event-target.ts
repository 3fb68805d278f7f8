import { z } from 'zod'

/** A label that states how long a row was followed, and whether that ended in the event. */
export const EventTarget = z.object({
  kind: z.literal('event'),
  /** The column of times: numbers that are not negative, in any unit. */
  time: z.string(),
  /** The column that states how it ended. */
  column: z.string(),
  /** Its two values: last seen without the event, and the event. */
  classes: z.tuple([z.string(), z.string()]),
  /** Whether the column holds whole numbers. */
  integral: z.boolean(),
})
export type EventTarget = z.infer<typeof EventTarget>
