import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBuilds, sha256 } from '@tessera/server'

/** Writes an algorithm into a folder in the format of `engine.build`. Tests never run the algorithm's code. */
export function writeAlgorithm<M extends { id: string }>(folder: string, manifest: M) {
  const code = `code of ${manifest.id}`
  writeFileSync(join(folder, `${manifest.id}.json`), JSON.stringify(manifest))
  writeFileSync(join(folder, `${manifest.id}.fab`), code)
  const build = { bundleHash: sha256(code), codeHash: codeHashOf(manifest.id) }
  writeFileSync(join(folder, 'builds.json'), JSON.stringify({ ...readBuilds(folder), [manifest.id]: build }))
}

/** Returns the code hash of an algorithm that `writeAlgorithm` wrote. */
export const codeHashOf = (id: string) => sha256(`code of ${id}, and the library`)
