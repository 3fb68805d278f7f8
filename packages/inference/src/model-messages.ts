import type { FrameLimits } from './frames.ts'

/** Descriptors of a model's process: frames both ways, and the lifeline, whose closing ends it. */
export const CHANNEL = 3
export const LIFELINE_DESCRIPTOR = 4

const MEGABYTE = 1024 * 1024

/** A model's file at most, or a batch of rows, whose texts stand in the head and whose numbers in parts. */
export const REQUEST_LIMITS: FrameLimits = { bytes: 1024 * MEGABYTE, headBytes: 1024 * MEGABYTE, parts: 10_000 }

/** A batch of rows has no larger one: results in the head, probabilities in a part. */
export const ANSWER_LIMITS: FrameLimits = { bytes: 64 * MEGABYTE, headBytes: 4 * MEGABYTE, parts: 1 }

export type ModelRequest =
  | { kind: 'load'; threads: number }
  | {
      kind: 'run'
      rows: number
      /** A number's values lie in a part of the frame. */
      inputs: ({ name: string; texts: string[] } | { name: string; part: number })[]
      /** The result's name, and that of the probabilities where there are any. */
      outputs: string[]
    }

export type ModelAnswer =
  | { kind: 'loaded' }
  | { kind: 'predicted'; results: string[] }
  | { kind: 'failed'; message: string }
