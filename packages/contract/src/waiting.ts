import { z } from 'zod'

/** Maximum number of waiting items that are listed; the others are counted. */
export const WAITING_MOST = 20
/** A run that failed or was stopped longer ago is no longer listed. */
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
  /** Id of the request: two people may ask for the same thing. */
  id: z.string(),
  /** Null if it is about the party itself. */
  taskId: z.string().nullable(),
  taskName: z.string().nullable(),
  /** Who asks, where it failed, or who stopped it, in the reader's language. */
  by: z.string().nullable(),
  /** Null if the time is unknown. */
  since: z.date().nullable(),
})
export type WaitingItem = z.infer<typeof WaitingItem>
