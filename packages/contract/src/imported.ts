import { z } from 'zod'
import { ModelInput, ModelOutput } from './model.ts'

/** Limits of a model that was trained elsewhere. */
export const IMPORT_LIMITS = {
  /** Maximum number of columns. Testing the model computes a row with this many numbers. */
  columns: 1_000,
  classes: 1_000,
  /** Maximum length of the name of a column, a class or the label. */
  name: 200,
  draftHours: 24,
} as const

/** An input or output tensor of a model file, with one row per sample. */
export const FileTensor = z.object({
  name: z.string(),
  kind: z.enum(['number', 'text']),
  /** Number of values per row; null if the file does not state it. */
  width: z.number().int().positive().nullable(),
})
export type FileTensor = z.infer<typeof FileTensor>

/**
 * The meaning of the numbers that the model returns: the prediction itself, probabilities of the classes, or scores
 * from which probabilities are computed.
 */
export const AnswerReading = z.enum(['number', 'chances', 'scores'])
export type AnswerReading = z.infer<typeof AnswerReading>

/** A member's description of a model file that does not describe itself. */
export const ImportedDescription = z.object({
  /** The columns of each input of the file. Inputs and columns are in the order of the file. */
  columns: z.array(z.array(z.string())),
  /** Name of the label that the model predicts. */
  label: z.string(),
  /** The name of the output tensor that contains the answer. */
  output: z.string(),
  reading: AnswerReading,
  /**
   * Names of the classes, in the order of the output numbers; empty for a number. If the output is a single number, it
   * is the probability of the second of two classes.
   */
  classes: z.array(z.string()),
})
export type ImportedDescription = z.infer<typeof ImportedDescription>

/** What a model file states about itself. The member who uploads the file has to add what is missing. */
export const FileReading = z.object({
  /**
   * Input and output of a file that contains Tessera's description, as every model trained here does; null for any
   * other file.
   */
  signature: z.object({ input: ModelInput, output: ModelOutput }).nullable(),
  /** Tensors of the file. Both lists are empty for a file with Tessera's description. */
  inputs: z.array(FileTensor),
  outputs: z.array(FileTensor),
  classes: z.array(z.string()).nullable(),
})
export type FileReading = z.infer<typeof FileReading>

/** A model file that was uploaded and checked, and from which no model has been created yet. */
export const ModelDraft = FileReading.extend({ draftId: z.string(), fileName: z.string() })
export type ModelDraft = z.infer<typeof ModelDraft>
