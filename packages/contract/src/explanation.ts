import { z } from 'zod'
import { Entity } from './kinds/tokens.ts'

/** So many characters of a text, in order, and by how much they moved an answer. */
const Piece = z.object({ text: z.string(), effect: z.number() })

/** By how much each column, piece of a text or part of a picture moved a model's answer on one row. */
export const Explanation = z.object({
  /**
   * `linear` and `additive`: exactly what the model adds up. `paths`: exactly what the ways through trees come to, by
   * Shapley. `replaced`: the column has values of the rows trained on instead, and the mean change of the answer is told.
   * `left-out`: a piece of the text is not there, and the change of the answer is told. `covered`: a part of the picture
   * has the picture's mean colour. `summed`: exactly what the model adds up for each entity that it marks.
   */
  method: z.enum(['linear', 'additive', 'paths', 'replaced', 'left-out', 'covered', 'summed']),
  /** Of the effects: logarithms of odds, of an expected count, of a hazard; else the answer's own unit. */
  unit: z.enum(['log-odds', 'log-rate', 'log-hazard', 'probability', 'number', 'hazard', 'distance']),
  /** Of two classes the positive one, of more the one that was predicted; null where it is none. */
  class: z.string().nullable(),
  /** Of log odds: the other class, of several the likeliest other. */
  against: z.string().nullable(),
  /** The strongest first. */
  columns: z.array(
    z.object({
      column: z.string(),
      effect: z.number(),
      /** What the value is compared with: a mean or a category; null: the rows trained on, as they are. */
      typical: z.union([z.number(), z.string()]).nullable(),
    }),
  ),
  /** Of a text: all of what was read of it, in order, and by how much each piece moved the answer. */
  pieces: z.array(Piece).optional(),
  /** Of a picture: by how much each of its parts moved the answer, row by row, so many in each. */
  parts: z.object({ across: z.number().int().positive(), effects: z.array(z.number()) }).optional(),
  /**
   * Of a text whose entities are marked, for each: what adds up to the log odds of its mark against none there, all other
   * marks as they are.
   */
  entities: z
    .array(
      Entity.extend({
        /** The tokens that the model reads for it, in order. */
        pieces: z.array(Piece),
        /** By how often such a mark follows what stands before it, and is followed by what stands behind it. */
        neighbours: z.number(),
        /** What is added whatever the text says. */
        always: z.number(),
      }),
    )
    .optional(),
  /** Columns of which the model does not say what values its rows have. */
  untold: z.array(z.string()),
})
export type Explanation = z.infer<typeof Explanation>
