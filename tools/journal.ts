import { existsSync, readFileSync } from 'node:fs'
import { writeAtomically } from '@tessera/server'

/** Records completed steps in a file, so that an interrupted demo continues where it stopped. */
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

  /** Runs a step unless the journal has recorded it. Returns the step's result, new or recorded. */
  async once<T>(step: string, work: () => Promise<T>): Promise<T> {
    if (!this.has(step)) {
      this.#done[step] = (await work()) ?? null
      await writeAtomically(this.#path, JSON.stringify(this.#done, null, 2))
    }
    return this.#done[step] as T
  }
}
