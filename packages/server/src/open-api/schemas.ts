import * as contract from '@tessera/contract'
import * as wire from '@tessera/contract/wire'
import { z } from 'zod'

export type Json = Record<string, unknown>

/** The schema of a form or a query string. */
export type ObjectSchema = Json & { properties?: Record<string, Json>; required?: string[] }

export type SchemaOf = (schema: z.ZodType) => ObjectSchema

/** The names of the contract's schemas. Schemas of the wire lose their prefix: `WireTask` becomes `Task`. */
const names = new Map(
  [contract, wire].flatMap((exports) =>
    Object.entries(exports).flatMap(([name, value]) =>
      value instanceof z.ZodType ? [[value, name.replace(/^Wire/, '')] as const] : [],
    ),
  ),
)

/**
 * Returns a function that describes a schema, and the named schemas to which its descriptions refer. A document
 * contains each named schema once. A schema comes after those to which it refers, because some generators require this
 * order.
 */
export function describeSchemas(): { schemaOf: SchemaOf; named: () => Json } {
  const components: wire.Components = { nameOf: (schema) => names.get(schema), found: new Map() }
  return {
    schemaOf: (schema) => wire.wireJsonSchema(schema, components),
    named: () => Object.fromEntries([...components.found].map(([name, { json }]) => [name, json])),
  }
}

export const binary = (contentMediaType: string) => ({ type: 'string', format: 'binary', contentMediaType })
