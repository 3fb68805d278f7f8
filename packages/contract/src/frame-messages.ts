import { z } from 'zod'
import { ColumnMapping } from './dataset.ts'
import { LANGUAGES } from './language.ts'

/**
 * Messages between the console and the edge page in its frame. Messages of an edge page contain only numbers, fixed
 * words, and the id of a dataset or an inference task, so that they cannot contain a value of a row.
 */
export const ToFrame = z.discriminatedUnion('say', [
  z.strictObject({ say: z.literal('looks'), language: z.enum(LANGUAGES), theme: z.enum(['light', 'dark']) }),
  /**
   * An access token of the user, in answer to `who`. The platform issues the token; null while the platform does not
   * answer.
   */
  z.strictObject({ say: z.literal('token'), token: z.string().max(4_096).nullable() }),
  /** In answer to `chosen`: which columns of the dataset are used as the task's columns, if their names differ. */
  z.strictObject({ say: z.literal('offer'), mapping: z.array(ColumnMapping.omit({ values: true }).strict()) }),
  /**
   * In answer to `which`: the label whose classes the user chooses, and the names that the parties have confirmed for
   * it so far.
   */
  z.strictObject({
    say: z.literal('classes'),
    label: z.string(),
    isInitiator: z.boolean(),
    /** Whether the edge may report the names, so that the parties can agree on codes. */
    canName: z.boolean(),
    isSigned: z.boolean(),
    named: z.strictObject({ own: z.array(z.string()), initiator: z.array(z.string()) }),
    /** Number of rows per class for all parties together, as far as the parties have confirmed them. */
    rows: z.array(z.strictObject({ name: z.string(), rows: z.int(), thin: z.enum(['few', 'one-party']).nullable() })),
  }),
  /** In answer to `which`, for a run: the label that the run predicts, and whether all rows are scored. */
  z.strictObject({ say: z.literal('run'), label: z.string(), isOfAllRows: z.boolean() }),
])
export type ToFrame = z.infer<typeof ToFrame>

/** Maximum height of a frame. A higher frame would push the content below it out of reach. */
export const MAX_FRAME_HEIGHT = 20_000
/** Heights are rounded to a multiple of this number of pixels, so that they do not reveal a single row. */
export const FRAME_HEIGHT_STEP = 200

/** The state of an upload: no file chosen, being sent, being read, waiting for its name, failed or cancelled. */
export const UPLOAD_STATES = ['empty', 'sending', 'reading', 'review', 'failed', 'cancelled'] as const
export type UploadState = (typeof UPLOAD_STATES)[number]

export const FromFrame = z.discriminatedUnion('say', [
  z.strictObject({ say: z.literal('ready') }),
  /** Requests the user's token. `again` means that the previous token is no longer valid. */
  z.strictObject({ say: z.literal('who'), again: z.boolean() }),
  /** Message that an edge page sends when it first shows content and whenever its height changes. */
  z.strictObject({
    say: z.literal('height'),
    pixels: z.int().min(0).max(MAX_FRAME_HEIGHT).multipleOf(FRAME_HEIGHT_STEP),
  }),
  /** Progress of an upload. In every state except `empty` and `cancelled`, closing the frame would lose the upload. */
  z.strictObject({ say: z.literal('upload'), state: z.enum(UPLOAD_STATES), percent: z.int().min(0).max(100) }),
  /** The upload was saved as a dataset. */
  z.strictObject({ say: z.literal('saved'), datasetId: z.uuid() }),
  /**
   * The user has chosen rows for a task; the message does not contain their number. The edge sets the rows aside after
   * the console has answered.
   */
  z.strictObject({ say: z.literal('chosen') }),
  /** The edge has set the rows aside as a new dataset. */
  z.strictObject({ say: z.literal('set-aside'), datasetId: z.uuid() }),
  /** Requests the label or run that the page is about. */
  z.strictObject({ say: z.literal('which') }),
  /**
   * The user has chosen classes. Contains the id of the new dataset with only the rows of these classes, if one was
   * created, and whether the edge reported the names.
   */
  z.strictObject({ say: z.literal('classes'), datasetId: z.uuid().nullable(), isNamed: z.boolean() }),
  /** The result of a run was shared or deleted. This message has no details: the edge reports them to the platform. */
  z.strictObject({ say: z.literal('changed') }),
  /**
   * The user has confirmed the words that a plan may name, and the edge has sent them to the platform itself. This
   * message does not contain them.
   */
  z.strictObject({ say: z.literal('confirmed') }),
  /** The user has saved an answer under a name, or started to predict a dataset, as this inference task. */
  z.strictObject({ say: z.literal('kept'), inferenceId: z.uuid() }),
  /** The inference task on the page was deleted. */
  z.strictObject({ say: z.literal('deleted') }),
  /** The user wants to do something else while the page continues its work. */
  z.strictObject({ say: z.literal('hide') }),
  /** The upload was discarded. */
  z.strictObject({ say: z.literal('discarded') }),
])
export type FromFrame = z.infer<typeof FromFrame>
