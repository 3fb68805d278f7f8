import { z } from 'zod'
import { ModelInput, ModelOutput } from './model.ts'

/** Of a model that was trained elsewhere. */
export const IMPORT_LIMITS = {
  /** Every try with it costs so many numbers. */
  columns: 1_000,
  classes: 1_000,
  /** Of a column, a class and the label. */
  name: 200,
  draftHours: 24,
} as const

/** A tensor that such a file takes or gives, a row each. */
export const FileTensor = z.object({
  name: z.string(),
  kind: z.enum(['number', 'text']),
  /** Values of a row; null where the file does not say how many. */
  width: z.number().int().positive().nullable(),
})
export type FileTensor = z.infer<typeof FileTensor>

/** What the numbers of its answer are: the answer itself, chances of the classes, or scores that chances are made of. */
export const AnswerReading = z.enum(['number', 'chances', 'scores'])
export type AnswerReading = z.infer<typeof AnswerReading>

/** What a member says of a file that does not say it itself. */
export const ImportedDescription = z.object({
  /** Of each of the file's inputs, in its order: the columns it is made of, in theirs. */
  columns: z.array(z.array(z.string())),
  /** What is predicted. */
  label: z.string(),
  /** The tensor that has the answer. */
  output: z.string(),
  reading: AnswerReading,
  /** In the order of the answer's numbers; none of a number. A single number speaks for the second of two. */
  classes: z.array(z.string()),
})
export type ImportedDescription = z.infer<typeof ImportedDescription>

/** What a file says of itself; what it does not say, whoever brings it has to. */
export const FileReading = z.object({
  /** A file with a description of ours, as every model trained here has one. */
  signature: z.object({ input: ModelInput, output: ModelOutput }).nullable(),
  /** Both empty of such a file. */
  inputs: z.array(FileTensor),
  outputs: z.array(FileTensor),
  classes: z.array(z.string()).nullable(),
})
export type FileReading = z.infer<typeof FileReading>

/** A file that has arrived and was checked, and waits for its card. */
export const ModelDraft = FileReading.extend({ draftId: z.string(), fileName: z.string() })
export type ModelDraft = z.infer<typeof ModelDraft>
