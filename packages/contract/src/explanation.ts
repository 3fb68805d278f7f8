import { z } from 'zod'
import { Entity } from './kinds/tokens.ts'

/** A piece of a text, in order, and how much it moved the answer. */
const Piece = z.object({ text: z.string(), effect: z.number() })

/** How much each column, piece of a text or part of a picture moved a model's answer for one row. */
export const Explanation = z.object({
  /**
   * `linear` and `additive`: exactly the terms that the model adds up. `paths`: exact Shapley values over the paths of
   * trees. `replaced`: the mean change of the answer if the column has values of the rows trained on instead.
   * `left-out`: the change of the answer if the piece of the text is removed. `covered`: the change if the part of the
   * picture has the picture's mean colour. `summed`: exactly the terms that the model adds up for each entity that it
   * marks.
   */
  method: z.enum(['linear', 'additive', 'paths', 'replaced', 'left-out', 'covered', 'summed']),
  /**
   * The unit of the effects: logarithms of odds, of an expected count or of a hazard; otherwise the answer's own unit.
   */
  unit: z.enum(['log-odds', 'log-rate', 'log-hazard', 'probability', 'number', 'hazard', 'distance']),
  /** The positive one of two classes, or the predicted one of more; null if no classes are predicted. */
  class: z.string().nullable(),
  /** For log odds: the other class, or the most likely other one of several. */
  against: z.string().nullable(),
  /** The strongest first. */
  columns: z.array(
    z.object({
      column: z.string(),
      effect: z.number(),
      /** What the value is compared with: a mean or a category. Null: the rows trained on, as they are. */
      typical: z.union([z.number(), z.string()]).nullable(),
    }),
  ),
  /** For a text: all pieces that were read, in order, and how much each moved the answer. */
  pieces: z.array(Piece).optional(),
  /** For a picture: how much each part moved the answer, row by row, with `across` parts in each row. */
  parts: z.object({ across: z.number().int().positive(), effects: z.array(z.number()) }).optional(),
  /**
   * For a text with marked entities: for each entity, the terms that add up to the log odds of its mark against no mark
   * there, with all other marks unchanged.
   */
  entities: z
    .array(
      Entity.extend({
        /** The tokens that the model reads for it, in order. */
        pieces: z.array(Piece),
        /** The effect of how often such a mark follows the one before it and precedes the one after it. */
        neighbours: z.number(),
        /** The constant term, which does not depend on the text. */
        always: z.number(),
      }),
    )
    .optional(),
  /** Columns for which the model does not describe the values of its rows. */
  untold: z.array(z.string()),
})
export type Explanation = z.infer<typeof Explanation>
