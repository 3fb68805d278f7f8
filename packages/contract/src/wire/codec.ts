import { z } from 'zod'
import type { ErrorCode, ErrorParams } from '../errors.ts'
import { findUnfit } from '../unfit.ts'

/** A wire name, or several of which all are read and the first is written. */
type WireNames = string | readonly [string, ...string[]]

interface Renaming {
  shape: z.ZodRawShape
  names: Record<string, WireNames>
}

type Body = Record<string, unknown>

/** Fields for clients of the specification (see `older/`). Both functions use the wire's names. */
export interface Extra {
  /** Adds fields, or replaces others. */
  write?: (body: Body) => Body
  /** Undoes `write`. */
  read?: (body: Body) => Body
}

const renamings = new WeakMap<z.ZodType, Renaming>()

const canonical = (names: WireNames) => (typeof names === 'string' ? names : names[0])
const accepted = (names: WireNames) => (typeof names === 'string' ? [names] : names)

/**
 * Returns a codec for an object whose fields have other names on the wire. `shape` uses our names; its fields can be
 * codecs themselves. Fields that are absent from `names` keep their name. Columns outside `shape` cannot leak.
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
        const name = accepted(renames[key] ?? key).find((candidate) => body[candidate] !== undefined)
        if (name !== undefined) ours[key] = body[name]
      }
      return ours as z.input<z.ZodObject<S>>
    },
    encode: (ours) => {
      const body: Record<string, unknown> = {}
      for (const [key, value] of Object.entries(ours)) {
        if (value !== undefined) body[canonical(renames[key] ?? key)] = value
      }
      return { ...body, ...write(body) }
    },
  })
}

/** Returns a place in decoded input by its wire names, because an issue of the validator has our names. */
export function wirePath(schema: z.ZodType | undefined, path: readonly PropertyKey[]): PropertyKey[] {
  const [key, ...rest] = path
  if (key === undefined || schema === undefined) return [...path]
  const { innerType, in: sent, element, shape, out } = schema.def as SchemaParts
  const renaming = sent && renamings.get(sent)
  if (renaming) {
    return [canonical(renaming.names[String(key)] ?? String(key)), ...wirePath(fieldOf(renaming.shape, key), rest)]
  }
  if (element) return [key, ...wirePath(element, rest)]
  if (shape) return [key, ...wirePath(fieldOf(shape, key), rest)]
  return wirePath(innerType ?? out, path)
}

/** The parts of a schema, as far as it has them. */
interface SchemaParts {
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  element?: z.ZodType
  shape?: z.ZodRawShape
}

const fieldOf = (shape: z.ZodRawShape, key: PropertyKey) => shape[String(key)] as z.ZodType | undefined

/** Returns the JSON Schema of the wire form, with the wire's names, for OpenAPI. */
export function wireJsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _draft, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
    cycles: 'ref',
    override: ({ zodSchema, jsonSchema }) => {
      const renaming = renamings.get(zodSchema as unknown as z.ZodType)
      if (!renaming) return
      const inner = wireJsonSchema(z.object(renaming.shape))
      const rename = (key: string) => canonical(renaming.names[key] ?? key)
      for (const key of Object.keys(jsonSchema)) delete (jsonSchema as Record<string, unknown>)[key]
      Object.assign(jsonSchema, {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries((inner.properties ?? {}) as object).map(([key, value]) => [rename(key), value]),
        ),
        required: ((inner.required ?? []) as string[]).map(rename),
      })
    },
  })
  return json
}

/** Returns a codec from the wire's codes to our words. If a word has several codes, the first is written. */
export function coded<const T extends Record<string, WireCode | readonly [WireCode, ...WireCode[]]>>(table: T) {
  type Ours = Extract<keyof T, string>
  const writes = new Map<string, WireCode>()
  const reads = new Map<string, Ours>()
  for (const [word, codes] of Object.entries(table)) {
    const list = (Array.isArray(codes) ? codes : [codes]) as WireCode[]
    writes.set(word, list[0] as WireCode)
    for (const code of list) reads.set(String(code), word as Ours)
  }
  return z.codec(z.union([z.string(), z.number()]), z.enum(Object.keys(table) as [Ours, ...Ours[]]), {
    decode: (code, ctx) => {
      const word = reads.get(String(code))
      if (word === undefined) {
        ctx.issues.push({ code: 'invalid_value', values: [...reads.keys()], input: code })
        return z.NEVER
      }
      return word as never
    },
    encode: (word) => writes.get(word) as WireCode,
  })
}

type WireCode = string | number

/** `yyyy-MM-dd HH:mm:ss` in UTC on the wire, a Date here. */
export const WireTime = z.codec(z.string(), z.date(), {
  decode: (text) => new Date(text.includes('T') ? text : `${text.replace(' ', 'T')}Z`),
  encode: (date) => date.toISOString().slice(0, 19).replace('T', ' '),
})

/** Returns an issue whose error has its own text. The place of the issue becomes the text's `field`. */
export function refusal(input: unknown, error: ErrorCode, params: ErrorParams = {}) {
  return { code: 'custom', input, message: error, params: { error, ...params } } as const
}

/** Returns a filter in which an absent or empty value means all. */
export function orAll<T extends z.ZodType>(inner: T) {
  return z.optional(
    z.codec(z.unknown(), inner.optional(), {
      decode: (value) => (value === '' || value === null ? undefined : value) as z.input<T> | undefined,
      encode: (value) => value,
    }),
  )
}

/** Returns a codec for a JSON document that is sent as a string inside JSON. It also reads a plain document. */
export function jsonString<T extends z.ZodType>(inner: T) {
  return z.codec(z.unknown(), inner, {
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

/** A comma-separated list on the wire. Used only if the values cannot contain a comma. */
export const CommaList = z.codec(z.string(), z.array(z.string()), {
  decode: (text) => (text === '' ? [] : text.split(',')),
  encode: (items) => items.join(','),
})

/** Numbers that may arrive as text, from query strings and forms. */
export const WireNumber = z.codec(z.union([z.number(), z.string()]), z.number(), {
  decode: (value) => Number(value),
  encode: (value) => value,
})

export const WireBoolean = z.codec(z.union([z.boolean(), z.string(), z.number()]), z.boolean(), {
  decode: (value) => value === true || value === 'true' || value === '1' || value === 1,
  encode: (value) => value,
})

/** A party's id: a number on the wire, text here; 0 means no party. */
export const WirePartyId = z.codec(z.union([z.number().int(), z.string()]), z.string().regex(/^\d{1,9}$/), {
  decode: (id) => String(id),
  encode: (id) => Number(id),
})

/** Optional in, absent or null out: the wire has null where we omit the field. */
export function orNull<T extends z.ZodType>(inner: T) {
  return z.nullable(inner)
}
