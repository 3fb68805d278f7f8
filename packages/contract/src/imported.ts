import { z } from 'zod'
import { ModelInput, ModelOutput } from './model.ts'

/** Limits of a model that was trained elsewhere. */
export const IMPORT_LIMITS = {
  /** A test prediction with the model computes this many numbers. */
  columns: 1_000,
  classes: 1_000,
  /** Maximum length of the name of a column, a class or the label. */
  name: 200,
  draftHours: 24,
} as const

/** An input or output tensor of such a file, with one row per sample. */
export const FileTensor = z.object({
  name: z.string(),
  kind: z.enum(['number', 'text']),
  /** Values per row; null if the file does not state it. */
  width: z.number().int().positive().nullable(),
})
export type FileTensor = z.infer<typeof FileTensor>

/**
 * The meaning of the output numbers: the prediction itself, probabilities of the classes, or scores from which
 * probabilities are computed.
 */
export const AnswerReading = z.enum(['number', 'chances', 'scores'])
export type AnswerReading = z.infer<typeof AnswerReading>

/** A member's description of a file that does not describe itself. */
export const ImportedDescription = z.object({
  /** For each input of the file, in order: its columns, in order. */
  columns: z.array(z.array(z.string())),
  /** What is predicted. */
  label: z.string(),
  /** The name of the output tensor with the answer. */
  output: z.string(),
  reading: AnswerReading,
  /**
   * In the order of the output numbers; empty for a number. A single number is the probability of the second of two
   * classes.
   */
  classes: z.array(z.string()),
})
export type ImportedDescription = z.infer<typeof ImportedDescription>

/** What a file states about itself. The member who uploads it has to add what is missing. */
export const FileReading = z.object({
  /** For a file with our description, as every model trained here has one. */
  signature: z.object({ input: ModelInput, output: ModelOutput }).nullable(),
  /** Both are empty for such a file. */
  inputs: z.array(FileTensor),
  outputs: z.array(FileTensor),
  classes: z.array(z.string()).nullable(),
})
export type FileReading = z.infer<typeof FileReading>

/** A file that was uploaded and checked, and whose model has not been created yet. */
export const ModelDraft = FileReading.extend({ draftId: z.string(), fileName: z.string() })
export type ModelDraft = z.infer<typeof ModelDraft>
