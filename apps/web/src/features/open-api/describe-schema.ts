/** A JSON Schema, limited to what the platform's OpenAPI document uses. */
export interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  prefixItems?: Schema[]
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  /** The meaning of a value in `enum`. */
  description?: string
  /** The schema of the JSON document that a text contains. */
  contentSchema?: Schema
  default?: unknown
}

/** Returns a schema as a type in TypeScript notation, followed by its limits in parentheses. */
export function describeSchema(schema: Schema, indent = ''): string {
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return alternatives.map((one) => describeSchema(one, indent)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) {
    const values = schema.enum.map((value) => JSON.stringify(value)).join(' | ')
    return schema.description ? `${values} /* ${schema.description} */` : values
  }
  if (schema.contentSchema) return `JSON<${describeSchema(schema.contentSchema, indent)}>`
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => describeSchema({ ...schema, type }, indent)).join(' | ')
  }
  if (schema.type === 'object') return describeObject(schema, indent)
  if (schema.type === 'array') return describeArray(schema, indent)
  return `${schema.type ?? 'any'}${limitsOf(schema)}`
}

function describeObject({ properties = {}, required = [], additionalProperties }: Schema, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?'
    const initial = schema.default === undefined ? '' : ` = ${JSON.stringify(schema.default)}`
    return `${inner}${name}${mark}: ${describeSchema(schema, inner)}${initial}`
  })
  if (typeof additionalProperties === 'object') {
    lines.push(`${inner}[name: string]: ${describeSchema(additionalProperties, inner)}`)
  }
  return lines.length > 0 ? `{\n${lines.join('\n')}\n${indent}}` : '{}'
}

function describeArray(schema: Schema, indent: string): string {
  const { items, prefixItems } = schema
  if (prefixItems) {
    const rest = items ? [`...${describeList(items, indent)}`] : []
    return `[${[...prefixItems.map((one) => describeSchema(one, indent)), ...rest].join(', ')}]`
  }
  return `${describeList(items ?? {}, indent)}${limitsOf(schema)}`
}

function describeList(items: Schema, indent: string): string {
  const item = describeSchema(items, indent)
  return / \| | \(/.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
}

function limitsOf({ type, ...schema }: Schema): string {
  const [least, most] =
    type === 'string'
      ? [schema.minLength, schema.maxLength]
      : type === 'array'
        ? [schema.minItems, schema.maxItems]
        : [schema.minimum, schema.maximum]
  const limits = [
    least === undefined ? '' : `≥ ${least}`,
    most === undefined ? '' : `≤ ${most}`,
    schema.exclusiveMinimum === undefined ? '' : `> ${schema.exclusiveMinimum}`,
    schema.exclusiveMaximum === undefined ? '' : `< ${schema.exclusiveMaximum}`,
    schema.format ?? '',
    !schema.format && schema.pattern ? `/${schema.pattern}/` : '',
  ].filter(Boolean)
  return limits.length > 0 ? ` (${limits.join(', ')})` : ''
}
