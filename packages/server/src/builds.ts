import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** The hashes of an algorithm as this installation builds it: of its bundle alone, and of that with the engine's library. */
export const Build = z.object({ bundleHash: z.string(), codeHash: z.string() })
export type Build = z.infer<typeof Build>
/** By the algorithm's id. */
export type Builds = Record<string, Build>

/** `builds.json`, as `python -m engine.build` leaves it; nothing where nothing was built. */
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
