import { existsSync, readFileSync } from 'node:fs'
import { writeAtomically } from '@tessera/server'

/** Remembers what was done, so that a demo that was interrupted goes on where it stopped. */
export class Journal {
  readonly #path: string
  readonly #done: Record<string, unknown>

  constructor(path: string) {
    this.#path = path
    this.#done = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  }

  has = (step: string): boolean => step in this.#done

  get<T>(step: string): T | undefined {
    return this.#done[step] as T | undefined
  }

  /** Does the step unless it was done before; answers what it answered then. */
  async once<T>(step: string, work: () => Promise<T>): Promise<T> {
    if (!this.has(step)) {
      this.#done[step] = (await work()) ?? null
      await writeAtomically(this.#path, JSON.stringify(this.#done, null, 2))
    }
    return this.#done[step] as T
  }
}
