import { z } from 'zod'
import { ContentType } from './dataset.ts'
import { BilingualText } from './language.ts'

/** Kinds of labels that an algorithm can be trained to predict. */
export const LabelKind = z.enum(['binary', 'multi', 'regression', 'count', 'event', 'entities', 'boxes', 'labels'])
export type LabelKind = z.infer<typeof LabelKind>

export const AlgorithmKind = z.enum(['horizontal', 'vertical', 'local', 'service'])
export type AlgorithmKind = z.infer<typeof AlgorithmKind>

export const ParameterValue = z.union([z.number(), z.string(), z.boolean(), z.array(z.number())])
export const Parameters = z.record(z.string(), ParameterValue)
export type Parameters = z.infer<typeof Parameters>

/** Names of a parameter and of its choices. */
export const ParameterTexts = z.object({
  name: z.string(),
  label: BilingualText,
  /** Names of the parameter's choices, by their values in a plan. Manifests of older algorithms have none. */
  choiceLabels: z.record(z.string(), BilingualText).optional(),
})
export type ParameterTexts = z.infer<typeof ParameterTexts>

export const Algorithm = z.object({
  id: z.string(),
  kind: AlgorithmKind,
  name: BilingualText,
  introduction: BilingualText,
  description: BilingualText,
  remark: BilingualText,
  labelKinds: z.array(LabelKind),
  contentTypes: z.array(ContentType),
  /** Default values of the parameters, by parameter name. */
  parameters: Parameters,
  /** Bounds, steps and help text of each parameter, from the algorithm's manifest. */
  parameterDescriptions: z.array(
    z.object({
      ...ParameterTexts.shape,
      type: z.enum(['number', 'integer', 'integers', 'choice', 'boolean']),
      minimum: z.number().optional(),
      maximum: z.number().optional(),
      step: z.number().optional(),
      marks: z.array(z.number()).optional(),
      choices: z.array(z.string()).optional(),
      default: ParameterValue,
      help: BilingualText,
    }),
  ),
  codeHash: z.string(),
  useCount: z.number().int(),
  createTime: z.date(),
})
export type Algorithm = z.infer<typeof Algorithm>
export type ParameterDescription = Algorithm['parameterDescriptions'][number]

/** The parameter that every federated algorithm has: the maximum number of rounds. */
export const ROUNDS_PARAMETER = 'max_iter'

/**
 * The parameter for also training on each party's own rows only, for comparison. Algorithms without a comparison do not
 * have this parameter.
 */
export const COMPARE_PARAMETER = 'compare_alone'
