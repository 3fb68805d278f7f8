import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ModelFile } from '../runtime.ts'

export const ENGINE = fileURLToPath(new URL('../../../../engine', import.meta.url))
export const PYTHON = join(ENGINE, '../.venv/bin/python')

const written = new Map<string, Promise<string>>()

/** A folder with the models that a script of the engine's tests writes, once for all tests of this process: to be read only. */
export function writeModels(script: string): Promise<string> {
  const folder = written.get(script) ?? write(script)
  written.set(script, folder)
  return folder
}

async function write(script: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-models-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
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
