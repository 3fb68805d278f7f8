import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'

/** What the platform and the demo (`tools/demo.ts`) both know of the demo. */

/** It is in the README. */
export const DEMO_PASSWORD = 'Tessera@2026'
/** Carries the secret of the demo's start, which only its own platform was given (`DEMO_SECRET`). */
export const DEMO_HEADER = 'x-tessera-demo'
/** In the demo's folder: what it did there, step by step. */
export const DEMO_JOURNAL = 'demo.json'
/** In the demo's folder: its platform's DATA_DIR. */
export const DEMO_PLATFORM_FOLDER = 'platform'
const Journal = z.record(z.string(), z.unknown())
/** A step of the journal. */
export const openedParty = (partyId: string) => `party ${partyId}`

/** The parties in the embedded database of this folder that the demo created, by its journal; none in any other folder. */
export function partiesOfDemo(
  { DATA_DIR, DATABASE_URL }: { DATA_DIR: string; DATABASE_URL?: string | undefined },
  warn: (line: string) => void,
): string[] {
  if (DATABASE_URL || basename(DATA_DIR) !== DEMO_PLATFORM_FOLDER) return []
  const prefix = openedParty('')
  return Object.keys(readJournal(join(dirname(DATA_DIR), DEMO_JOURNAL), warn))
    .filter((step) => step.startsWith(prefix))
    .map((step) => step.slice(prefix.length))
}

/** A platform need not be a demo's to lie in such a folder: a file that cannot be read does not keep it from starting. */
function readJournal(path: string, warn: (line: string) => void): Record<string, unknown> {
  try {
    return Journal.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      warn(`${path} is not read as the journal of a demo: ${(error as Error).message}`)
    }
    return {}
  }
}
