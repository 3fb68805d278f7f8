import { z } from 'zod'

/** A target that states for each row how long it was observed, and whether the observation ended with the event. */
export const EventTarget = z.object({
  kind: z.literal('event'),
  /** Name of the time column. Its values are non-negative numbers, in any unit. */
  time: z.string(),
  /** Name of the column that states how the observation ended. */
  column: z.string(),
  /** The two values of the column: first the value without the event, then the event. */
  classes: z.tuple([z.string(), z.string()]),
  /** Whether the column's values are whole numbers. */
  integral: z.boolean(),
})
export type EventTarget = z.infer<typeof EventTarget>
