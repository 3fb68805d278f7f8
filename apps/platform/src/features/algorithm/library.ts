import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fail, type Parameters } from '@tessera/contract'
import { readBuilds, sha256 } from '@tessera/server'
import { Manifest } from './manifest.ts'

/** A built algorithm: its manifest, and the code that parties agree to by its hash. */
export interface InstalledAlgorithm {
  manifest: Manifest
  /** Bytes of the algorithm's bundle for Flower (FAB). */
  fab: Uint8Array
  /** Hash of the bundle and of the engine's library with which the bundle runs. */
  codeHash: string
  createTime: Date
}

export interface AlgorithmLibrary {
  list: () => InstalledAlgorithm[]
  find: (id: string) => InstalledAlgorithm | undefined
  /** Returns the algorithm with this id. Fails if it does not exist. */
  get: (id: string) => InstalledAlgorithm
}

/** Reads each `<id>.fab` and `<id>.json` that `builds.json` names; `python -m engine.build` writes them. */
export function openLibrary(folder: string): AlgorithmLibrary {
  return libraryOf(
    Object.entries(readBuilds(folder)).map(([id, { bundleHash, codeHash }]) => {
      const manifest = Manifest.parse(JSON.parse(readFileSync(join(folder, `${id}.json`), 'utf8')))
      const bundle = join(folder, `${id}.fab`)
      const fab = readFileSync(bundle)
      if (sha256(fab) !== bundleHash) throw new Error(`${bundle} is not what was built. Run make setup.`)
      return { manifest, fab, codeHash, createTime: statSync(bundle).mtime }
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
