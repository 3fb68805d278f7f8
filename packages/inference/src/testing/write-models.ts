import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ModelFile } from '../runtime.ts'
import { WRITTEN_MODELS } from './written-models.ts'

export const ENGINE = fileURLToPath(new URL('../../../../engine', import.meta.url))
export const PYTHON = join(ENGINE, '../.venv/bin/python')

const written = new Map<string, Promise<string>>()

/**
 * Returns a folder with the models that a script of the engine's tests writes once per test run. Tests must not change
 * these files.
 */
export function writeModels(script: string): Promise<string> {
  const folder = written.get(script) ?? write(script)
  written.set(script, folder)
  return folder
}

async function write(script: string): Promise<string> {
  const folder = join(process.env[WRITTEN_MODELS] as string, script)
  await promisify(execFile)(PYTHON, ['tests/write_once.py', `tests/${script}.py`, folder], {
    cwd: ENGINE,
    env: { ...process.env, PYTHONPATH: ENGINE },
  })
  return folder
}

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Returns a model file with its current hash. If the file is changed later, it no longer matches the hash. */
export async function modelAt(path: string): Promise<ModelFile> {
  return { sha256: sha256Of(await readFile(path)), read: () => readFile(path) }
}
