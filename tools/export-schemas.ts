import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ERROR_CODES, placeholdersOf, RunEvent, RunSpec } from '@tessera/contract'
import { z } from 'zod'
import { engineDir } from './places.ts'

/** Prefixes of the error codes that an engine process or its guard can return. */
const ENGINE_FAMILIES = ['internal', 'data', 'parameter', 'train', 'run', 'reply', 'guard', 'grant']

const engineCodes = ERROR_CODES.filter((code) => ENGINE_FAMILIES.includes(code.split('.')[0] as string))

/**
 * The parts of the contract that Python needs, by their file under engine/: two shared documents, and the error codes
 * with their placeholders.
 */
export const exported = {
  'schemas/run-spec.json': z.toJSONSchema(RunSpec),
  'schemas/run-event.json': z.toJSONSchema(RunEvent),
  'engine/error-codes.json': Object.fromEntries(engineCodes.map((code) => [code, placeholdersOf(code)])),
}

export const exportedFile = (name: string) => join(engineDir, name)
export const exportedText = (content: unknown) => `${JSON.stringify(content, null, 2)}\n`

if (import.meta.main) {
  for (const [name, content] of Object.entries(exported)) {
    mkdirSync(dirname(exportedFile(name)), { recursive: true })
    writeFileSync(exportedFile(name), exportedText(content))
  }
}
