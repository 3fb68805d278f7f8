import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fail, type Parameters } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { Manifest } from './manifest.ts'

/** An algorithm as it was built: what it says of itself, and the code whose hash parties agree to. */
export interface InstalledAlgorithm {
  manifest: Manifest
  /** Flower's bundle. */
  fab: Uint8Array
  codeHash: string
  createTime: Date
}

export interface AlgorithmLibrary {
  list: () => InstalledAlgorithm[]
  find: (id: string) => InstalledAlgorithm | undefined
  /** Ends the request where there is no such algorithm. */
  get: (id: string) => InstalledAlgorithm
}

/** Reads every `<id>.fab` with its `<id>.json`, as `python -m engine.build` leaves them. */
export function openLibrary(folder: string): AlgorithmLibrary {
  return libraryOf(
    listManifests(folder).flatMap((file) => {
      const said = JSON.parse(readFileSync(join(folder, file), 'utf8'))
      if (said.labelKinds?.length === 0) return [] // a task without a label cannot be created yet
      const manifest = Manifest.parse(said)
      const bundle = join(folder, `${manifest.id}.fab`)
      const fab = readFileSync(bundle)
      return { manifest, fab, codeHash: sha256(fab), createTime: statSync(bundle).mtime }
    }),
  )
}

export function libraryOf(algorithms: InstalledAlgorithm[]): AlgorithmLibrary {
  const byId = new Map(algorithms.map((algorithm) => [algorithm.manifest.id, algorithm]))
  const find = (id: string) => byId.get(id)
  return { list: () => [...byId.values()], find, get: (id) => find(id) ?? fail('algorithm.not-found') }
}

export const defaultParameters = ({ manifest }: InstalledAlgorithm): Parameters =>
  Object.fromEntries(manifest.parameters.map((parameter) => [parameter.name, parameter.default]))

function listManifests(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
