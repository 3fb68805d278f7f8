import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/**
 * The hashes of an algorithm as this installation builds it: the hash of its bundle alone, and that of the bundle with
 * the engine's library.
 */
export const Build = z.object({ bundleHash: z.string(), codeHash: z.string() })
export type Build = z.infer<typeof Build>
/** The builds by the id of the algorithm. */
export type Builds = Record<string, Build>

/** Reads `builds.json`, which `python -m engine.build` writes. Returns an empty object if no algorithm was built. */
export function readBuilds(folder: string): Builds {
  return z.record(z.string(), Build).parse(readJson(join(folder, 'builds.json')) ?? {})
}

export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
