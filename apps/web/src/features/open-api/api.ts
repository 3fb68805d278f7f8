import { queryOptions } from '@tanstack/react-query'
import { endpoint } from '@tessera/contract'
import { z } from 'zod'
import { call } from '../../lib/api.ts'

/** The parts of an OpenAPI document that the list shows. All other parts are passed on unchanged. */
const OpenApiDocument = z.looseObject({
  info: z.looseObject({ title: z.string(), version: z.string(), description: z.string().optional() }),
  paths: z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ summary: z.string().optional(), tags: z.array(z.string()).optional() })),
  ),
})

export type OpenApiDocument = z.output<typeof OpenApiDocument>
type ListedOperation = OpenApiDocument['paths'][string][string]

/** The call for the OpenAPI document. It is not part of the contract, because the document describes the contract. */
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
    // Never stale, because the document changes only when the platform restarts.
    staleTime: Number.POSITIVE_INFINITY,
  })

export interface Call extends ListedOperation {
  method: string
  path: string
}

/**
 * Returns the document's calls whose path or summary contains the text, grouped by tag. Calls without a tag come last.
 */
export function findCalls({ paths }: OpenApiDocument, text: string): [group: string, calls: Call[]][] {
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
