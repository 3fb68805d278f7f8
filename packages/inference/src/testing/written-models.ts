import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const WRITTEN_MODELS = 'TESSERA_WRITTEN_MODELS'

/**
 * Global set-up of a test run: provides the folder in which `writeModels` stores the models of each script once for all
 * workers.
 */
export default function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-models-'))
  process.env[WRITTEN_MODELS] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
