import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ModelFile } from '../runtime.ts'

export const ENGINE = fileURLToPath(new URL('../../../../engine', import.meta.url))
export const PYTHON = join(ENGINE, '../.venv/bin/python')

/** A new folder with the models that a script of the engine's tests writes. */
export async function writeModels(script: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-models-'))
  await promisify(execFile)(PYTHON, [`tests/${script}.py`, folder], {
    cwd: ENGINE,
    env: { ...process.env, PYTHONPATH: ENGINE },
  })
  return folder
}

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The file as it lies there now: what comes in its place later is another. */
export async function modelAt(path: string): Promise<ModelFile> {
  return { sha256: sha256Of(await readFile(path)), read: () => readFile(path) }
}
