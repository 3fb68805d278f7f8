import { z } from 'zod'
import type { ErrorCode, ErrorParams } from '../errors.ts'
import { LANGUAGES, type Language } from '../language.ts'
import { findUnfit } from '../unfit.ts'

/** A name of a field in the API. If a field has several names, all of them are read and the first is written. */
type OneName = string | readonly [string, ...string[]]
/** API names for a text that has one field per language. */
type NameByLanguage = Record<Language, string>
type WireNames = OneName | NameByLanguage

interface Renaming {
  shape: z.ZodRawShape
  names: Record<string, WireNames>
}

type Body = Record<string, unknown>

/** Additional fields for clients of the specification (see `older/`). Both functions use the names of the API. */
export interface Extra {
  /** Adds or replaces fields when an object is written. */
  write?: (body: Body) => Body
  /** Reverts `write` when an object is read. */
  read?: (body: Body) => Body
}

const renamings = new WeakMap<z.ZodType, Renaming>()

type JsonSchema = Record<string, unknown>

/** Collects the schemas that an OpenAPI document shows once, each under a name. */
export interface Components {
  nameOf: (schema: z.ZodType) => string | undefined
  found: Map<string, { schema: z.ZodType; json: JsonSchema }>
}

type WireCode = string | number
/** The codes of the API by our words. Of several codes of a word, all are read and the first is written. */
type Codes = Record<string, WireCode | readonly WireCode[]>

/**
 * The description of a value for which the API's validator accepts more than clients should send: a table of codes, a
 * JSON Schema, the schema of a value that clients should send instead, or the schema of a value that they send as JSON
 * in a text. It is data, and not a function that builds a JSON Schema, so that bundles of the console do not contain the
 * builder.
 */
type Description = { codes: Codes } | { json: JsonSchema } | { sameAs: z.ZodType } | { textOf: z.ZodType }

const described = new WeakMap<z.ZodType, Description>()

/**
 * Sets the description of the API form of a value, for which the validator accepts more than clients should send.
 */
export function describedAs<T extends z.ZodType>(wire: T, description: Description): T {
  described.set(wire, description)
  return wire
}

const isByLanguage = (names: WireNames): names is NameByLanguage => typeof names === 'object' && 'en' in names
const canonical = (names: OneName) => (typeof names === 'string' ? names : names[0])
const accepted = (names: OneName) => (typeof names === 'string' ? [names] : names)

/** Returns a text whose languages the API sends as separate fields; undefined if none of these fields is present. */
function textIn(body: Body, names: NameByLanguage): Body | undefined {
  const sent = LANGUAGES.filter((language) => body[names[language]] !== undefined)
  return sent.length > 0 ? Object.fromEntries(sent.map((language) => [language, body[names[language]]])) : undefined
}

/** Returns the API fields of a text, one for each language that the text has. */
const fieldsOf = (text: Body, names: NameByLanguage): Body =>
  Object.fromEntries(LANGUAGES.flatMap((one) => (text[one] === undefined ? [] : [[names[one], text[one]]])))

/**
 * Returns a codec for an object whose fields have other names in the API. `shape` uses the internal names, and its
 * fields can be codecs themselves. Fields that `names` does not list keep their name. Fields outside `shape` are
 * dropped, so they cannot leak.
 */
export function renamed<const S extends z.ZodRawShape>(
  shape: S,
  names: { [K in keyof S]?: WireNames } = {},
  { write = () => ({}), read = (body) => body }: Extra = {},
) {
  const renames = names as Record<string, WireNames>
  const wire = z.record(z.string(), z.unknown())
  renamings.set(wire, { shape, names: renames })

  return z.codec(wire, z.object(shape), {
    decode: (sent) => {
      const body = read(sent)
      const ours: Record<string, unknown> = {}
      for (const key of Object.keys(shape)) {
        const names = renames[key] ?? key
        const value = isByLanguage(names) ? textIn(body, names) : readField(body, names)
        if (value !== undefined) ours[key] = value
      }
      return ours as z.input<z.ZodObject<S>>
    },
    encode: (ours) => {
      const body: Record<string, unknown> = {}
      for (const [key, value] of Object.entries(ours)) {
        const names = renames[key] ?? key
        if (value === undefined) continue
        if (isByLanguage(names)) Object.assign(body, fieldsOf(value as Body, names))
        else body[canonical(names)] = value
      }
      return { ...body, ...write(body) }
    },
  })
}

const readField = (body: Body, names: OneName) =>
  accepted(names)
    .map((name) => body[name])
    .find((value) => value !== undefined)

/** Converts the path of a validation issue from the internal names to the names of the API. */
export function wirePath(schema: z.ZodType | undefined, path: readonly PropertyKey[]): PropertyKey[] {
  const [key, ...rest] = path
  if (key === undefined || schema === undefined) return [...path]
  const { innerType, in: sent, element, shape, out } = schema.def as SchemaParts
  const renaming = sent && renamings.get(sent)
  if (renaming) {
    const names = renaming.names[String(key)] ?? String(key)
    if (isByLanguage(names)) return [names[rest[0] as Language] ?? names.en]
    return [canonical(names), ...wirePath(fieldOf(renaming.shape, key), rest)]
  }
  if (element) return [key, ...wirePath(element, rest)]
  if (shape) return [key, ...wirePath(fieldOf(shape, key), rest)]
  return wirePath(innerType ?? out, path)
}

/** The parts of a schema that this module reads. */
interface SchemaParts {
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  element?: z.ZodType
  shape?: z.ZodRawShape
}

const fieldOf = (shape: z.ZodRawShape, key: PropertyKey) => shape[String(key)] as z.ZodType | undefined

/** Returns the JSON Schema of the API form, with the API's names, for OpenAPI. Named schemas become references. */
export function wireJsonSchema(schema: z.ZodType, components?: Components): JsonSchema {
  const name = components?.nameOf(schema)
  return name ? referTo(name, schema, components as Components) : inlineSchema(schema, components)
}

function inlineSchema(schema: z.ZodType, components?: Components): JsonSchema {
  const { $schema: _draft, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
    cycles: 'ref',
    override: ({ zodSchema, jsonSchema }) => {
      const part = zodSchema as unknown as z.ZodType
      const name = part === schema ? undefined : components?.nameOf(part)
      const wire = describe(part, components)
      if (name) replace(jsonSchema, referTo(name, part, components as Components))
      else if (wire) replace(jsonSchema, wire)
      else simplify(jsonSchema)
    },
  })
  return json
}

function describe(part: z.ZodType, components?: Components): JsonSchema | undefined {
  const renaming = renamings.get(part)
  if (renaming) return renamedSchema(renaming, components)
  const description = described.get(part)
  if (description === undefined) return undefined
  if ('json' in description) return description.json
  if ('codes' in description) return codesSchema(description.codes)
  if ('sameAs' in description) return wireJsonSchema(description.sameAs, components)
  return {
    type: 'string',
    contentMediaType: 'application/json',
    contentSchema: wireJsonSchema(description.textOf, components),
  }
}

/**
 * Returns a schema that lists all codes, with the word of each in `x-enum-varnames`, from which generators name
 * constants.
 */
function codesSchema(table: Codes): JsonSchema {
  const codes = Object.entries(table).flatMap(([word, codes]) =>
    [codes].flat().map((code, place) => ({ word, code, name: place === 0 ? word : `${word}-${code}` })),
  )
  return {
    type: typeof codes[0]?.code === 'number' ? 'integer' : 'string',
    enum: codes.map(({ code }) => code),
    description: codes.map(({ word, code }) => `${code}: ${word}`).join(', '),
    'x-enum-varnames': codes.map(({ name }) => name),
  }
}

function replace(target: JsonSchema, source: JsonSchema) {
  for (const key of Object.keys(target)) delete target[key]
  Object.assign(target, source)
}

/** Removes limits of integers that Zod adds, because they say nothing about the value, and `items: false` of tuples. */
function simplify(json: JsonSchema) {
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
  if (json.items !== false) return
  const { length } = json.prefixItems as unknown[]
  replace(json, { type: 'array', prefixItems: json.prefixItems, minItems: length, maxItems: length })
}

/**
 * Returns a reference to a named object or enumeration, and any other schema inline, because openapi-python-client
 * cannot read named unions.
 */
function referTo(name: string, schema: z.ZodType, { nameOf, found }: Components): JsonSchema {
  const known = found.get(name)
  if (known && known.schema !== schema) throw new Error(`Two schemas are called ${name}`)
  const json = known?.json ?? inlineSchema(schema, { nameOf, found })
  if (!['properties', 'enum'].some((part) => part in json)) return json
  found.set(name, { schema, json })
  return { $ref: `#/components/schemas/${name}` }
}

function renamedSchema({ shape, names }: Renaming, components?: Components): JsonSchema {
  const { properties = {}, required = [] } = wireJsonSchema(z.object(shape), components) as SchemaOfObject
  const fields = Object.entries(properties).flatMap(([key, schema]) => {
    const name = names[key] ?? key
    if (!isByLanguage(name)) return [{ name: canonical(name), schema, isRequired: required.includes(key) }]
    const text = wireJsonSchema(shape[key] as z.ZodType) as SchemaOfObject
    return LANGUAGES.map((language) => ({
      name: name[language],
      schema: text.properties?.[language] ?? {},
      isRequired: required.includes(key) && text.required?.includes(language) === true,
    }))
  })
  const needed = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    ...(needed.length > 0 ? { required: needed } : {}),
  }
}

interface SchemaOfObject {
  properties?: Record<string, JsonSchema>
  required?: string[]
}

/**
 * Returns a codec between codes of the API and internal words. If a word has several codes, all of them are read and
 * the first is written.
 */
export function coded<const T extends Record<string, WireCode | readonly [WireCode, ...WireCode[]]>>(table: T) {
  type Ours = Extract<keyof T, string>
  const writes = new Map<string, WireCode>()
  const reads = new Map<string, Ours>()
  for (const [word, codes] of Object.entries(table)) {
    const list = (Array.isArray(codes) ? codes : [codes]) as WireCode[]
    writes.set(word, list[0] as WireCode)
    for (const code of list) reads.set(String(code), word as Ours)
  }
  return z.codec(
    describedAs(z.union([z.string(), z.number()]), { codes: table }),
    z.enum(Object.keys(table) as [Ours, ...Ours[]]),
    {
      decode: (code, ctx) => {
        const word = reads.get(String(code))
        if (word === undefined) {
          ctx.issues.push({ code: 'invalid_value', values: [...reads.keys()], input: code })
          return z.NEVER
        }
        return word as never
      },
      encode: (word) => writes.get(word) as WireCode,
    },
  )
}

const TIME = { type: 'string', description: '`yyyy-MM-dd HH:mm:ss`, in UTC', examples: ['2026-01-31 08:30:00'] }

/** Codec of a time: `yyyy-MM-dd HH:mm:ss` in UTC in the API, a Date internally. */
export const WireTime = z.codec(describedAs(z.string(), { json: TIME }), z.date(), {
  decode: (text) => new Date(text.includes('T') ? text : `${text.replace(' ', 'T')}Z`),
  encode: (date) => date.toISOString().slice(0, 19).replace('T', ' '),
})

/** Returns a validation issue whose error has a separate text. The path of the issue becomes the text's `field`. */
export function refusal(input: unknown, error: ErrorCode, params: ErrorParams = {}) {
  return { code: 'custom', input, message: error, params: { error, ...params } } as const
}

/** Returns a filter in which an absent or empty value means all. */
export function orAll<T extends z.ZodType>(inner: T) {
  return z.optional(
    z.codec(describedAs(z.unknown(), { sameAs: inner }), inner.optional(), {
      decode: (value) => (value === '' || value === null ? undefined : value) as z.input<T> | undefined,
      encode: (value) => value,
    }),
  )
}

/** Returns a codec for a JSON document that the API sends as a string inside JSON. It also reads a plain document. */
export function jsonString<T extends z.ZodType>(inner: T) {
  return z.codec(describedAs(z.unknown(), { textOf: inner }), inner, {
    decode: (value, ctx) => {
      if (typeof value !== 'string') return value as z.input<T>
      try {
        const document: unknown = JSON.parse(value)
        const unfit = findUnfit(document)
        if (!unfit) return document as z.input<T>
        ctx.issues.push(refusal(value, unfit.code, unfit.params))
      } catch {
        ctx.issues.push({ code: 'custom', message: 'not JSON', input: value })
      }
      return z.NEVER
    },
    encode: (value) => JSON.stringify(value),
  })
}

/** Codec of a list that is comma-separated in the API. It is used only for values that cannot contain a comma. */
export const CommaList = z.codec(z.string(), z.array(z.string()), {
  decode: (text) => (text === '' ? [] : text.split(',')),
  encode: (items) => items.join(','),
})

/** Returns the API form of a number, which query strings and forms send as text. */
export const numberOrText = (type: 'number' | 'integer') =>
  describedAs(z.union([z.number(), z.string()]), { json: { type } })

/** Codec of numbers that may arrive as text, from query strings and forms. */
export const WireNumber = z.codec(numberOrText('number'), z.number(), {
  decode: (value) => Number(value),
  encode: (value) => value,
})

const booleanOrText = describedAs(z.union([z.boolean(), z.string(), z.number()]), { json: { type: 'boolean' } })

export const WireBoolean = z.codec(booleanOrText, z.boolean(), {
  decode: (value) => value === true || value === 'true' || value === '1' || value === 1,
  encode: (value) => value,
})

const partyNumber = describedAs(z.union([z.number().int(), z.string()]), { json: { type: 'integer' } })

/** Codec of a party's id: a number in the API, a text internally. 0 means no party. */
export const WirePartyId = z.codec(partyNumber, z.string().regex(/^\d{1,9}$/), {
  decode: (id) => String(id),
  encode: (id) => Number(id),
})

/** Codec of a boolean that the API sends as 0 or 1. */
export const WireFlag = z.codec(describedAs(z.number(), { json: { type: 'integer', enum: [0, 1] } }), z.boolean(), {
  decode: (flag) => flag === 1,
  encode: (flag) => (flag ? 1 : 0),
})

/**
 * Returns a codec for an optional field. It may be absent or null when it is read, and is written as null if the object
 * lacks the field.
 */
export function orNull<T extends z.ZodType>(inner: T) {
  return z.nullable(inner)
}
