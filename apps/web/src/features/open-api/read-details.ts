import { z } from 'zod'
import type { Call, OpenApiDocument } from './api.ts'
import type { Schema } from './describe-schema.ts'

const JsonSchema = z.custom<Schema>((value) => typeof value === 'object' && value !== null)
const Content = z.record(z.string(), z.looseObject({ schema: JsonSchema.optional() }))
const Answer = z.looseObject({ description: z.string().optional(), content: Content.optional() })

const Details = z.looseObject({
  description: z.string().optional(),
  parameters: z
    .array(z.looseObject({ name: z.string(), in: z.string(), required: z.boolean().optional(), schema: JsonSchema }))
    .optional(),
  requestBody: z.looseObject({ content: Content }).optional(),
  responses: z.record(z.string(), Answer).optional(),
})

/**
 * Returns the details of a call with all references resolved. `errors` are the error responses that many calls share.
 */
export function readDetails(document: OpenApiDocument, call: Call) {
  const { responses = {}, ...details } = Details.parse(resolve(document, call))
  const own = (call.responses ?? {}) as Record<string, object>
  const isShared = ([status]: [string, unknown]) => '$ref' in (own[status] ?? {})
  const answers = Object.entries(responses)
  return { ...details, answers: answers.filter((one) => !isShared(one)), errors: answers.filter(isShared) }
}

/**
 * Replaces each reference into the document (`#/components/…`) by its target. The document has no circular references.
 */
function resolve(document: object, part: unknown): unknown {
  if (Array.isArray(part)) return part.map((item) => resolve(document, item))
  if (typeof part !== 'object' || part === null) return part
  if ('$ref' in part && typeof part.$ref === 'string') return resolve(document, targetOf(document, part.$ref))
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolve(document, value)]))
}

const targetOf = (document: object, reference: string) =>
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], document)
