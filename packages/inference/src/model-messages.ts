import type { FrameLimits } from './frames.ts'

/** Descriptors of a model's process: frames both ways, and the lifeline, whose closing ends it. */
export const CHANNEL = 3
export const LIFELINE_DESCRIPTOR = 4

const MEGABYTE = 1024 * 1024

/** A model's file at most, or a batch of rows, whose texts stand in the head and whose numbers in parts. */
export const REQUEST_LIMITS: FrameLimits = { bytes: 1024 * MEGABYTE, headBytes: 1024 * MEGABYTE, parts: 10_000 }

/** A batch of rows has no larger one: results in the head, numbers beside them in parts. */
export const ANSWER_LIMITS: FrameLimits = { bytes: 64 * MEGABYTE, headBytes: 4 * MEGABYTE, parts: 3 }

export interface NumbersOf {
  name: string
  /** Of the frame. */
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
      /** The name of the result, where the graph says one by row, and those of numbers. */
      result: string | null
      numbers: string[]
    }

export type ModelAnswer =
  | { kind: 'loaded' }
  | { kind: 'predicted'; results: string[] }
  | { kind: 'failed'; message: string }
