import { queryOptions } from '@tanstack/react-query'
import { endpoint, type Output } from '@tessera/contract'
import { z } from 'zod'
import { call } from '../../lib/api.ts'
import type { Schema } from './describe-schema.ts'

const JsonSchema = z.custom<Schema>((value) => typeof value === 'object' && value !== null)
const Content = z.record(z.string(), z.looseObject({ schema: JsonSchema.optional() }))

const Operation = z.looseObject({
  summary: z.string().optional(),
  tags: z.array(z.string()).optional(),
  parameters: z
    .array(z.looseObject({ name: z.string(), in: z.string(), required: z.boolean().optional(), schema: JsonSchema }))
    .optional(),
  requestBody: z.looseObject({ content: Content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: Content.optional() })).optional(),
})

/** The parts of an OpenAPI document that the page shows. Other parts pass unchanged. */
const OpenApiDocument = z.looseObject({
  info: z.looseObject({ title: z.string(), version: z.string(), description: z.string().optional() }),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
})

export type Operation = z.output<typeof Operation>

/** Not part of the contract, because it describes the contract. */
export const GetOpenApi = endpoint({
  method: 'GET',
  path: '/docs/json',
  access: 'user',
  isBare: true,
  output: OpenApiDocument,
  summary: '',
})

export const openApiQuery = () =>
  queryOptions({
    queryKey: ['open-api'],
    queryFn: ({ signal }) => call(GetOpenApi, {}, { signal, isOutsidePrefix: true }),
    // The document changes only when the platform restarts.
    staleTime: Number.POSITIVE_INFINITY,
  })

export interface Call extends Operation {
  method: string
  path: string
}

/**
 * Returns the document's calls whose path or summary contains the text, grouped by tag. Calls without a tag come last.
 */
export function findCalls({ paths }: Output<typeof GetOpenApi>, text: string): [group: string, calls: Call[]][] {
  const wanted = text.toLowerCase()
  const groups = new Map<string, Call[]>()
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const found = { ...operation, method: method.toUpperCase(), path }
      if (!`${found.method} ${path} ${operation.summary ?? ''}`.toLowerCase().includes(wanted)) continue
      const group = operation.tags?.[0] ?? ''
      groups.set(group, [...(groups.get(group) ?? []), found])
    }
  }
  return [...groups].toSorted(([a], [b]) => Number(a === '') - Number(b === '') || a.localeCompare(b))
}
