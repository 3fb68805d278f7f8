import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/**
 * The hashes of an algorithm as this installation builds it: of its bundle alone, and of the bundle with the engine's
 * library.
 */
export const Build = z.object({ bundleHash: z.string(), codeHash: z.string() })
export type Build = z.infer<typeof Build>
/** By the algorithm's id. */
export type Builds = Record<string, Build>

/** Reads `builds.json`, which `python -m engine.build` writes; returns an empty object if nothing was built. */
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
