import { Algorithm, AlgorithmKind, BilingualText, ContentType, LabelKind } from '@tessera/contract'
import { z } from 'zod'

/**
 * An algorithm's manifest with its catalogue texts, as `engine.build` joins them. What workers may answer is for the
 * edge only.
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
  /** Empty if the algorithm predicts nothing. */
  labelKinds: z.array(LabelKind),
  /** Its findings can show the rows of each party that agreed, separately. */
  ownTables: z.literal(true).optional(),
  parameters: Algorithm.shape.parameterDescriptions,
  /** Values of former parameters that no plan may contain. */
  withdrawn: z.record(z.string(), z.boolean()).optional(),
  /** Parameters that determine a model's shape. A run may start from a model of this algorithm with the same values. */
  resumes: z.array(z.enum(['hidden_units', 'layers', 'side', 'clusters'])).optional(),
})
/** Engines write the name in two fields. */
export const Manifest = ManifestFile.transform(({ nameCn, nameEn, ...rest }) => ({
  ...rest,
  name: { cn: nameCn, en: nameEn },
}))
export type Manifest = z.infer<typeof Manifest>
