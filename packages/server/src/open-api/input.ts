import type { Access, Carrier, Endpoint } from '@tessera/contract'
import { HEADERS } from '@tessera/contract/wire'
import { type Call, namesIn } from './calls.ts'
import { binary, type Json, type ObjectSchema, type SchemaOf } from './schemas.ts'

const MEDIA_TYPES: Record<Exclude<Carrier, 'query'>, string> = {
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  json: 'application/json',
}

/** Returns the parameters and body of a call. `party` is given for calls that read for which party the caller acts. */
export function inputOf({ path, endpoint, other }: Call, party: Access | undefined, schemaOf: SchemaOf) {
  const inPath = namesIn(path)
  const input = inline(endpoint?.input ?? other?.query, schemaOf)
  const { properties: pathSchemas = {} } = inline(endpoint?.input ?? other?.params, schemaOf)
  const isQuery = !endpoint || endpoint.carrier === 'query'
  const parameters = [
    ...inPath.map((name) => ({ name, in: 'path', required: true, schema: pathSchemas[name] ?? { type: 'string' } })),
    ...(isQuery ? queryOf(without(inPath, input)) : []),
    ...(party === 'party' ? [{ $ref: '#/components/parameters/Party' }] : []),
    ...(party === 'user' ? [{ $ref: '#/components/parameters/PartyOrNone' }] : []),
    { $ref: '#/components/parameters/Language' },
  ]
  const content = other?.body
    ? { 'application/json': { schema: schemaOf(other.body) } }
    : !isQuery && bodyOf(endpoint, without(inPath, input))
  return { parameters, ...(content ? { requestBody: { required: true, content } } : {}) }
}

/** Returns the schema of an input without a name, because its fields are split into parameters. */
const inline = (schema: Endpoint['input'] | undefined, schemaOf: SchemaOf): ObjectSchema =>
  schema ? schemaOf(schema.clone()) : {}

const queryOf = ({ properties = {}, required = [] }: ObjectSchema) =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))

function bodyOf(endpoint: Endpoint, fields: ObjectSchema) {
  const schema = withFiles(fields, endpoint)
  const isEmpty = schema.type === 'object' && Object.keys(schema.properties ?? {}).length === 0
  return isEmpty ? undefined : { [MEDIA_TYPES[endpoint.carrier as Exclude<Carrier, 'query'>]]: { schema } }
}

function without(names: string[], { properties, required, ...schema }: ObjectSchema): ObjectSchema {
  if (!properties) return schema
  const left = required?.filter((name) => !names.includes(name)) ?? []
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name))),
    ...(left.length > 0 ? { required: left } : {}),
  }
}

/**
 * Adds the files of a form to its schema: one file as `file`, several as `files`. The servers accept any name for these
 * parts.
 */
function withFiles(schema: ObjectSchema, { carrier, files, fileType = 'application/octet-stream' }: Endpoint) {
  if (carrier !== 'multipart') return schema
  const part = binary(fileType)
  const parts: Record<string, Json> = files
    ? { files: { type: 'array', minItems: 1, maxItems: files.most, items: part } }
    : { file: part }
  return {
    ...schema,
    properties: { ...schema.properties, ...parts },
    required: [...(schema.required ?? []), ...Object.keys(parts)],
  }
}

export const PARAMETERS = {
  Language: {
    name: HEADERS.language,
    in: 'header',
    description: 'The language of `message`: `en…` is English, everything else Chinese.',
    schema: { type: 'string', examples: ['en'] },
  },
  Party: {
    name: HEADERS.party,
    in: 'header',
    required: true,
    description: 'The id of the party for which the caller acts.',
    schema: { type: 'string' },
  },
  PartyOrNone: {
    name: HEADERS.party,
    in: 'header',
    description: 'The id of the party for which the caller acts, if any.',
    schema: { type: 'string' },
  },
}
