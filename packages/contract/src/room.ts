import { z } from 'zod'
import { ColumnMapping } from './dataset.ts'
import { LANGUAGES } from './errors.ts'

/**
 * What the console and a page of the edge's in its frame say to each other. What a room says holds numbers, fixed words and
 * the id of a dataset or an inference task alone: no value of a row can be said in it.
 */
export const ToRoom = z.discriminatedUnion('say', [
  z.strictObject({ say: z.literal('looks'), language: z.enum(LANGUAGES), theme: z.enum(['light', 'dark']) }),
  /** Who is looking; in answer to `who`. Null while the platform, which says it, does not answer. */
  z.strictObject({ say: z.literal('token'), token: z.string().max(4_096).nullable() }),
  /** In answer to `chosen`: which of the dataset's columns stand for the task's, where their names differ. */
  z.strictObject({ say: z.literal('offer'), mapping: z.array(ColumnMapping.omit({ values: true }).strict()) }),
  /** In answer to `which`: the label whose classes are chosen, and what the parties have named of it so far. */
  z.strictObject({
    say: z.literal('classes'),
    label: z.string(),
    isInitiator: z.boolean(),
    /** Whether names may be told, so that codes can be agreed. */
    canName: z.boolean(),
    isSigned: z.boolean(),
    named: z.strictObject({ own: z.array(z.string()), initiator: z.array(z.string()) }),
    /** Of all parties together, as far as they have confirmed it. */
    rows: z.array(z.strictObject({ name: z.string(), rows: z.int(), thin: z.enum(['few', 'one-party']).nullable() })),
  }),
  /** In answer to `which`, of a run: what it predicts, and whether its scores are of folds. */
  z.strictObject({ say: z.literal('run'), label: z.string(), isByFolds: z.boolean() }),
])
export type ToRoom = z.infer<typeof ToRoom>

/** A frame is no higher: what lies beneath it would be out of reach. */
export const HIGHEST_ROOM = 20_000
/** Heights are said in steps of so many pixels: one row more or less is not to be read off them. */
export const ROOM_STEP = 200

/** How far an upload is: nothing chosen yet, on its way, being read, waiting for its name, or come to nothing. */
export const UPLOAD_STATES = ['empty', 'sending', 'reading', 'review', 'failed', 'cancelled'] as const
export type UploadState = (typeof UPLOAD_STATES)[number]

export const FromRoom = z.discriminatedUnion('say', [
  z.strictObject({ say: z.literal('ready') }),
  /** Asks who is looking. `again`: what was said last is good for nothing any more. */
  z.strictObject({ say: z.literal('who'), again: z.boolean() }),
  /** Sent when its first content stands, and whenever it grows or shrinks. */
  z.strictObject({ say: z.literal('height'), pixels: z.int().min(0).max(HIGHEST_ROOM).multipleOf(ROOM_STEP) }),
  /** Of an upload. In every state but `empty` and `cancelled` something would be lost with the frame. */
  z.strictObject({ say: z.literal('upload'), state: z.enum(UPLOAD_STATES), percent: z.int().min(0).max(100) }),
  /** What was uploaded is a dataset now. */
  z.strictObject({ say: z.literal('saved'), datasetId: z.uuid() }),
  /** Rows were chosen for a task: how many is not said, nor which. They are set aside when the console has answered. */
  z.strictObject({ say: z.literal('chosen') }),
  /** They are set aside now, as a dataset of their own. */
  z.strictObject({ say: z.literal('set-aside'), datasetId: z.uuid() }),
  /** Asks of which label, or of what run. */
  z.strictObject({ say: z.literal('which') }),
  /** Classes were chosen: the rows of them alone, where these were set aside anew, and whether their names were told, by the edge itself. */
  z.strictObject({ say: z.literal('classes'), datasetId: z.uuid().nullable(), isNamed: z.boolean() }),
  /** What a run left was shared or deleted: the platform knows of it from the edge. */
  z.strictObject({ say: z.literal('changed') }),
  /** The words that a plan may name were read and sent, by the edge itself: which is not said. */
  z.strictObject({ say: z.literal('confirmed') }),
  /** An answer was kept under a name, or a dataset is being predicted: as this inference task. */
  z.strictObject({ say: z.literal('kept'), inferenceId: z.uuid() }),
  /** The inference task that was shown is deleted. */
  z.strictObject({ say: z.literal('deleted') }),
  /** Whoever is looking wants to do something else meanwhile. */
  z.strictObject({ say: z.literal('hide') }),
  /** What was uploaded is thrown away. */
  z.strictObject({ say: z.literal('discarded') }),
])
export type FromRoom = z.infer<typeof FromRoom>
