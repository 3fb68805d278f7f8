import { z } from 'zod'

/** Maximum number of waiting items in the list. Beyond it, items are only counted. */
export const WAITING_MOST = 20
/** Number of days after which a failed or stopped run is no longer listed. */
export const WAITING_FAILED_DAYS = 30

/** Kinds of items that wait for a user, the most urgent first. */
export const WaitingKind = z.enum([
  'invitation',
  'failed',
  'stopped',
  'application',
  'join-request',
  'choose-data',
  'set-plan',
  'confirm-names',
  'sign',
  'close-joining',
  'start',
])
export type WaitingKind = z.infer<typeof WaitingKind>

/** An item that waits for an action of the reader. */
export const WaitingItem = z.object({
  kind: WaitingKind,
  /** Id of the request, which distinguishes the requests of two users for the same thing. */
  id: z.string(),
  /** Id of the task; null if the item is about the party itself. */
  taskId: z.string().nullable(),
  taskName: z.string().nullable(),
  /** The party or user who made the request, at which the run failed, or who stopped it, in the reader's language. */
  by: z.string().nullable(),
  /** Time since when the item waits; null if unknown. */
  since: z.date().nullable(),
})
export type WaitingItem = z.infer<typeof WaitingItem>
