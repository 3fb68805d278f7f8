import {
  type ErrorCode,
  type ErrorParams,
  fail,
  type ReadingReport,
  type ReadOptions,
  type RejectReason,
} from '@tessera/contract'

const MOST_EXAMPLES = 5

/** Where something stands: a file of the archive, and a line of it. */
export interface Place {
  file: string
  line: number | null
}

/** Ends the reading at the first row that does not fit, or, where a member decided so, leaves such rows out and counts them. */
export class Rejects {
  readonly #skip: boolean
  readonly #found = new Map<RejectReason, { count: number; examples: Place[] }>()

  constructor({ skipBadRows }: ReadOptions) {
    this.#skip = skipBadRows
  }

  add(reason: RejectReason, code: ErrorCode, { file, line }: Place, params: ErrorParams = {}) {
    if (!this.#skip) fail(code, { file, ...(line === null ? {} : { line }), ...params, remedy: 'skip-rows' })
    this.addMany(reason, 1, [{ file, line }])
  }

  addMany(reason: RejectReason, count: number, places: Place[]) {
    const found = this.#found.get(reason) ?? { count: 0, examples: [] }
    found.count += count
    found.examples.push(...places.slice(0, MOST_EXAMPLES - found.examples.length))
    this.#found.set(reason, found)
  }

  get count(): number {
    return [...this.#found.values()].reduce((sum, { count }) => sum + count, 0)
  }

  get list(): ReadingReport['rejected'] {
    return [...this.#found].map(([reason, found]) => ({ reason, ...found }))
  }
}
