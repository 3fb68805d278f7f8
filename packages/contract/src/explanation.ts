import { z } from 'zod'
import { Entity } from './kinds/tokens.ts'

/** A piece of a text, in order, and how much it changed the model's answer. */
const Piece = z.object({ text: z.string(), effect: z.number() })

/** How much each column, piece of a text or part of a picture changed a model's answer for one row. */
export const Explanation = z.object({
  /**
   * How the effects were computed. `linear` and `additive`: exactly the terms that the model adds up. `paths`: exact
   * Shapley values over the paths of trees. `replaced`: the mean change of the answer if values of training rows
   * replace the column's value. `left-out`: the change if the piece of the text is removed. `covered`: the change if
   * the picture's mean colour covers the part of the picture. `summed`: exactly the terms that the model adds up for
   * each entity that it marks.
   */
  method: z.enum(['linear', 'additive', 'paths', 'replaced', 'left-out', 'covered', 'summed']),
  /**
   * The unit of the effects: the logarithm of odds, of an expected count or of a hazard; otherwise the unit of the
   * answer itself.
   */
  unit: z.enum(['log-odds', 'log-rate', 'log-hazard', 'probability', 'number', 'hazard', 'distance']),
  /**
   * The class that the effects support: the positive one of two classes, or the predicted one of more; null if no
   * classes are predicted.
   */
  class: z.string().nullable(),
  /**
   * For log odds: the class with which `class` is compared. With more than two classes, this is the most likely other
   * class.
   */
  against: z.string().nullable(),
  /** Effects of the columns, the strongest first. */
  columns: z.array(
    z.object({
      column: z.string(),
      effect: z.number(),
      /**
       * The value with which the row's value is compared: a mean or a category. Null if it is compared with the values
       * of the training rows.
       */
      typical: z.union([z.number(), z.string()]).nullable(),
    }),
  ),
  /** For a text: all pieces that the model read, in order, with how much each changed the answer. */
  pieces: z.array(Piece).optional(),
  /** For a picture: how much each part changed the answer, row by row, with `across` parts in each row. */
  parts: z.object({ across: z.number().int().positive(), effects: z.array(z.number()) }).optional(),
  /**
   * For a text with marked entities: for each entity, the terms that add up to the log odds of its mark against no mark
   * at this place, with all other marks unchanged.
   */
  entities: z
    .array(
      Entity.extend({
        /** The tokens that the model reads for this entity, in order. */
        pieces: z.array(Piece),
        /** The effect of how often, in texts, the entity's mark follows the previous mark and precedes the next one. */
        neighbours: z.number(),
        /** The constant term, which does not depend on the text. */
        always: z.number(),
      }),
    )
    .optional(),
  /** Columns for which the model does not describe the values of its training rows. */
  untold: z.array(z.string()),
})
export type Explanation = z.infer<typeof Explanation>
