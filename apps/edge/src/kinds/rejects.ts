import {
  type ErrorCode,
  type ErrorParams,
  fail,
  type ReadingReport,
  type ReadOptions,
  type RejectReason,
} from '@tessera/contract'

export const MAX_EXAMPLES = 5

/** A position in a file of the archive. */
export interface Place {
  file: string
  line: number | null
  /** The element in a document that may have a single line, such as `annotations[4] (id 17)`. */
  entry?: string
}

/**
 * Handles invalid rows: throws at the first one, or leaves invalid rows out and counts them if the member chose that.
 */
export class Rejects {
  readonly #skip: boolean
  readonly #found = new Map<RejectReason, { count: number; examples: Place[] }>()

  constructor({ skipBadRows }: ReadOptions) {
    this.#skip = skipBadRows
  }

  add(reason: RejectReason, code: ErrorCode, place: Place, params: ErrorParams = {}) {
    this.addMany(reason, code, { count: 1, places: [place] }, params)
  }

  /** Rejects several rows that were found at once. `places` contains the positions of the first of them. */
  addMany(reason: RejectReason, code: ErrorCode, of: { count: number; places: Place[] }, params: ErrorParams = {}) {
    const [first] = of.places
    if (!first) return
    const { line, ...where } = first
    if (!this.#skip) fail(code, { ...where, ...(line === null ? {} : { line }), ...params, remedy: 'skip-rows' })
    this.#count(reason, of)
  }

  /**
   * Leaves out an empty row without asking the member, because spreadsheets write empty rows after the last row of
   * data.
   */
  addEmpty(place: Place) {
    this.#count('empty', { count: 1, places: [place] })
  }

  #count(reason: RejectReason, of: { count: number; places: Place[] }) {
    const found = this.#found.get(reason) ?? { count: 0, examples: [] }
    this.#found.set(reason, found)
    found.count += of.count
    for (const one of of.places.slice(0, MAX_EXAMPLES - found.examples.length)) {
      const { file, line, entry } = one
      found.examples.push({ file, line, ...(entry !== undefined && { entry }) })
    }
  }

  get count(): number {
    return [...this.#found.values()].reduce((sum, { count }) => sum + count, 0)
  }

  get list(): ReadingReport['rejected'] {
    return [...this.#found].map(([reason, found]) => ({ reason, ...found }))
  }
}
