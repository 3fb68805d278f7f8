import { z } from 'zod'

/** Of what waits for somebody, so many are named; of the rest it is said how many they are. */
export const WAITING_MOST = 20
/** A run that failed or was stopped longer ago waits for nobody any more. */
export const WAITING_FAILED_DAYS = 30

/** What waits for somebody, the most pressing first. */
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

/** One thing that the reader may do and that somebody waits for. */
export const WaitingItem = z.object({
  kind: WaitingKind,
  /** Of what is asked for: two people may ask for the same thing. */
  id: z.string(),
  /** Null where it is about the party itself. */
  taskId: z.string().nullable(),
  taskName: z.string().nullable(),
  /** Who asks, at whom it failed, or who stopped it, in the reader's language. */
  by: z.string().nullable(),
  /** Null where nobody knows since when. */
  since: z.date().nullable(),
})
export type WaitingItem = z.infer<typeof WaitingItem>
