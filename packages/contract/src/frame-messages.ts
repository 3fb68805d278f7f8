import { z } from 'zod'
import { ColumnMapping } from './dataset.ts'
import { LANGUAGES } from './language.ts'

/**
 * Messages between the console and a page of the edge in its frame. Messages of the edge page contain only numbers,
 * fixed words, and the id of a dataset or an inference task, so that they cannot contain a value of a row.
 */
export const ToFrame = z.discriminatedUnion('say', [
  z.strictObject({ say: z.literal('looks'), language: z.enum(LANGUAGES), theme: z.enum(['light', 'dark']) }),
  /** An access token of the user, in answer to `who`. Null while the platform, which issues it, does not answer. */
  z.strictObject({ say: z.literal('token'), token: z.string().max(4_096).nullable() }),
  /** In answer to `chosen`: which of the dataset's columns are used for the task's, if their names differ. */
  z.strictObject({ say: z.literal('offer'), mapping: z.array(ColumnMapping.omit({ values: true }).strict()) }),
  /** In answer to `which`: the label whose classes are chosen, and what the parties have named of it so far. */
  z.strictObject({
    say: z.literal('classes'),
    label: z.string(),
    isInitiator: z.boolean(),
    /** Whether names can be reported, so that codes can be agreed. */
    canName: z.boolean(),
    isSigned: z.boolean(),
    named: z.strictObject({ own: z.array(z.string()), initiator: z.array(z.string()) }),
    /** For all parties together, as far as they have confirmed it. */
    rows: z.array(z.strictObject({ name: z.string(), rows: z.int(), thin: z.enum(['few', 'one-party']).nullable() })),
  }),
  /** In answer to `which`, for a run: what it predicts, and whether all its rows are scored. */
  z.strictObject({ say: z.literal('run'), label: z.string(), isOfAllRows: z.boolean() }),
])
export type ToFrame = z.infer<typeof ToFrame>

/** Maximum height of a frame. A higher one would push the content below it out of reach. */
export const MAX_FRAME_HEIGHT = 20_000
/** Heights are rounded to this many pixels, so that they do not reveal a single row. */
export const FRAME_HEIGHT_STEP = 200

/** The state of an upload: nothing chosen yet, being sent, being read, waiting for its name, failed or cancelled. */
export const UPLOAD_STATES = ['empty', 'sending', 'reading', 'review', 'failed', 'cancelled'] as const
export type UploadState = (typeof UPLOAD_STATES)[number]

export const FromFrame = z.discriminatedUnion('say', [
  z.strictObject({ say: z.literal('ready') }),
  /** Asks for the user. `again`: the last token is no longer valid. */
  z.strictObject({ say: z.literal('who'), again: z.boolean() }),
  /** Sent when its first content is shown, and whenever its height changes. */
  z.strictObject({
    say: z.literal('height'),
    pixels: z.int().min(0).max(MAX_FRAME_HEIGHT).multipleOf(FRAME_HEIGHT_STEP),
  }),
  /** Progress of an upload. In every state except `empty` and `cancelled`, closing the frame would lose something. */
  z.strictObject({ say: z.literal('upload'), state: z.enum(UPLOAD_STATES), percent: z.int().min(0).max(100) }),
  /** The upload was saved as a dataset. */
  z.strictObject({ say: z.literal('saved'), datasetId: z.uuid() }),
  /** Rows were chosen for a task, without their number. They are set aside after the console has answered. */
  z.strictObject({ say: z.literal('chosen') }),
  /** The rows are set aside as a new dataset. */
  z.strictObject({ say: z.literal('set-aside'), datasetId: z.uuid() }),
  /** Asks for the label or the run. */
  z.strictObject({ say: z.literal('which') }),
  /**
   * Classes were chosen: the id of the new dataset with only their rows, if one was made, and whether the edge reported
   * their names.
   */
  z.strictObject({ say: z.literal('classes'), datasetId: z.uuid().nullable(), isNamed: z.boolean() }),
  /** The result of a run was shared or deleted; the platform learns of it from the edge. */
  z.strictObject({ say: z.literal('changed') }),
  /** The words that a plan may name were read and sent by the edge itself; the message does not say which. */
  z.strictObject({ say: z.literal('confirmed') }),
  /** An answer was saved under a name, or a dataset is being predicted, as this inference task. */
  z.strictObject({ say: z.literal('kept'), inferenceId: z.uuid() }),
  /** The inference task that was shown is deleted. */
  z.strictObject({ say: z.literal('deleted') }),
  /** The user wants to do something else meanwhile. */
  z.strictObject({ say: z.literal('hide') }),
  /** The upload was discarded. */
  z.strictObject({ say: z.literal('discarded') }),
])
export type FromFrame = z.infer<typeof FromFrame>
