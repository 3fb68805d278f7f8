import { Algorithm, AlgorithmKind, BilingualText, ContentType, LabelKind } from '@tessera/contract'
import { z } from 'zod'

/**
 * An algorithm's manifest with its catalogue texts, as `engine.build` joins them. The edge alone reads what workers may
 * answer.
 */
const ManifestFile = z.looseObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  kind: AlgorithmKind,
  nameCn: z.string(),
  nameEn: z.string(),
  introduction: BilingualText,
  description: BilingualText,
  remark: BilingualText,
  contentTypes: z.array(ContentType).min(1),
  /** Kinds of labels that the algorithm predicts. Empty if the algorithm predicts nothing. */
  labelKinds: z.array(LabelKind),
  /** The findings can show the rows of each party that agreed, separately per party. */
  ownTables: z.literal(true).optional(),
  parameters: Algorithm.shape.parameterDescriptions,
  /** Values of former parameters that a plan must not contain. */
  withdrawn: z.record(z.string(), z.boolean()).optional(),
  /**
   * Parameters that determine the shape of a model. A run may start from a model of this algorithm if these values are
   * equal.
   */
  resumes: z.array(z.enum(['hidden_units', 'layers', 'side', 'clusters'])).optional(),
})
/** The engine's manifest has the name in two fields, one per language. */
export const Manifest = ManifestFile.transform(({ nameCn, nameEn, ...rest }) => ({
  ...rest,
  name: { cn: nameCn, en: nameEn },
}))
export type Manifest = z.infer<typeof Manifest>
