import { createHash } from 'node:crypto'
import type { ReadingReport } from '@tessera/contract'
import { isPart, segmentsOf } from './picture-names.ts'

/**
 * Finds files with the same content in different parts of a dataset, such as train and test. If a file is in both
 * parts, a score on the test part measures rows on which the model was trained.
 */
export class Copies {
  readonly #hashes = new Map<string, string>()

  add(path: string, content: string | Uint8Array) {
    if (partOf(path) !== undefined) this.#hashes.set(path, createHash('sha256').update(content).digest('base64'))
  }

  /** The notes are sorted by path, because pictures are read concurrently and in any order. */
  get notes(): ReadingReport['notes'] {
    const first = new Map<string, string>()
    const copies: string[] = []
    for (const path of [...this.#hashes.keys()].sort()) {
      const hash = this.#hashes.get(path) as string
      const before = first.get(hash)
      if (before === undefined) first.set(hash, path)
      else if (partOf(before) !== partOf(path)) copies.push(`${before} = ${path}`)
    }
    return copies[0] === undefined ? [] : [{ name: 'copies', value: copies[0], count: copies.length }]
  }
}

const partOf = (path: string) => segmentsOf(path).slice(0, -1).find(isPart)?.toLowerCase()
