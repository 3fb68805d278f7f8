import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { schemaFile, schemas, schemaText } from './export-schemas.ts'

test.each(Object.entries(schemas))(
  'engine/schemas/%s.json is what the contract says (else run tools/export-schemas.ts)',
  (name, schema) => {
    expect(readFileSync(schemaFile(name), 'utf8')).toBe(schemaText(schema))
  },
)
