import { Algorithm, AlgorithmKind, BilingualText, ContentType, LabelKind } from '@tessera/contract'
import { z } from 'zod'

/** An algorithm's manifest with its catalogue's texts, as `engine.build` joins them; what workers may answer is the edge's business and passes unread. */
export const Manifest = z.looseObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  kind: AlgorithmKind,
  nameCn: z.string(),
  nameEn: z.string(),
  introduction: BilingualText,
  description: BilingualText,
  remark: BilingualText,
  contentTypes: z.array(ContentType).min(1),
  /** None where nothing is predicted. */
  labelKinds: z.array(LabelKind),
  /** Its findings can show the rows of each party that agreed by themselves. */
  ownTables: z.literal(true).optional(),
  parameters: Algorithm.shape.parameterDescriptions,
  /** It may start from a model of its own kind, if that has the same of these parameters: its shape follows from them. */
  resumes: z.array(z.enum(['hidden_units', 'layers', 'side', 'clusters'])).optional(),
})
export type Manifest = z.infer<typeof Manifest>
