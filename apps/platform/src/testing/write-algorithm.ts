import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBuilds, sha256 } from '@tessera/server'

/** Puts an algorithm into a folder as `engine.build` would; its code is never run. */
export function writeAlgorithm<M extends { id: string }>(folder: string, manifest: M) {
  const code = `code of ${manifest.id}`
  writeFileSync(join(folder, `${manifest.id}.json`), JSON.stringify(manifest))
  writeFileSync(join(folder, `${manifest.id}.fab`), code)
  const build = { bundleHash: sha256(code), codeHash: codeHashOf(manifest.id) }
  writeFileSync(join(folder, 'builds.json'), JSON.stringify({ ...readBuilds(folder), [manifest.id]: build }))
}

/** Of an algorithm that was written so. */
export const codeHashOf = (id: string) => sha256(`code of ${id}, and the library`)
