import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RunEvent, RunSpec } from '@tessera/contract'
import { z } from 'zod'
import { engineDir } from './places.ts'

/** The two documents TypeScript and Python share, as JSON Schema for the engine's tests. */
export const schemas = { 'run-spec': z.toJSONSchema(RunSpec), 'run-event': z.toJSONSchema(RunEvent) }

export const schemaFile = (name: string) => join(engineDir, 'schemas', `${name}.json`)
export const schemaText = (schema: unknown) => `${JSON.stringify(schema, null, 2)}\n`

if (import.meta.main) {
  mkdirSync(join(engineDir, 'schemas'), { recursive: true })
  for (const [name, schema] of Object.entries(schemas)) writeFileSync(schemaFile(name), schemaText(schema))
}
