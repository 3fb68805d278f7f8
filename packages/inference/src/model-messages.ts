import type { FrameLimits } from './frames.ts'

/**
 * File descriptors of a model's process: one for frames in both directions, and the lifeline. When the lifeline closes,
 * the process ends.
 */
export const CHANNEL = 3
export const LIFELINE_DESCRIPTOR = 4

const MEGABYTE = 1024 * 1024

/** Limits for a model file or a batch of rows. Texts of rows are in the head, numbers in the parts. */
export const REQUEST_LIMITS: FrameLimits = { bytes: 1024 * MEGABYTE, headBytes: 1024 * MEGABYTE, parts: 10_000 }

/**
 * Limits for the predictions of a batch of rows. Results are in the head of the message, numbers in its binary parts.
 */
export const ANSWER_LIMITS: FrameLimits = { bytes: 64 * MEGABYTE, headBytes: 4 * MEGABYTE, parts: 3 }

export interface NumbersOf {
  name: string
  /** Index of the binary part within the frame. */
  part: number
  type: 'float64' | 'int64' | 'uint8'
  shape: number[]
}

export type ModelRequest =
  | { kind: 'load'; threads: number }
  | {
      kind: 'run'
      rows: number
      inputs: ({ name: string; texts: string[] } | NumbersOf)[]
      /**
       * The name of the output with results, if the graph returns one result per row, and the names of outputs with
       * numbers.
       */
      result: string | null
      numbers: string[]
    }

export type ModelAnswer =
  | { kind: 'loaded' }
  | { kind: 'predicted'; results: string[] }
  | { kind: 'failed'; message: string }
