import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const WRITTEN_MODELS = 'TESSERA_WRITTEN_MODELS'

/** For a run of all projects: where `writeModels` of all its workers puts models, each script's once. */
export default function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-models-'))
  process.env[WRITTEN_MODELS] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
