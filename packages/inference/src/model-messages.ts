/** Descriptors of a model's process: frames both ways, and the lifeline, whose closing ends it. */
export const CHANNEL = 3
export const LIFELINE_DESCRIPTOR = 4

/** A model's file at most, or a batch of rows. */
export const MOST_REQUEST_BYTES = 1024 * 1024 * 1024

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
