import {
  type ErrorCode,
  type ErrorParams,
  fail,
  type ReadingReport,
  type ReadOptions,
  type RejectReason,
} from '@tessera/contract'

export const MOST_EXAMPLES = 5

/** Where something stands: a file of the archive, and a line of it. */
export interface Place {
  file: string
  line: number | null
  /** Of a document that may have a single line: the element, such as `annotations[4] (id 17)`. */
  entry?: string
}

/** Ends the reading at the first row that does not fit, or, where a member decided so, leaves such rows out and counts them. */
export class Rejects {
  readonly #skip: boolean
  readonly #found = new Map<RejectReason, { count: number; examples: Place[] }>()

  constructor({ skipBadRows }: ReadOptions) {
    this.#skip = skipBadRows
  }

  add(reason: RejectReason, code: ErrorCode, place: Place, params: ErrorParams = {}) {
    this.addMany(reason, code, { count: 1, places: [place] }, params)
  }

  /** Of several that were found at once, the first few places. */
  addMany(reason: RejectReason, code: ErrorCode, of: { count: number; places: Place[] }, params: ErrorParams = {}) {
    const [first] = of.places
    if (!first) return
    const { line, ...where } = first
    if (!this.#skip) fail(code, { ...where, ...(line === null ? {} : { line }), ...params, remedy: 'skip-rows' })
    this.#count(reason, of)
  }

  /** A row that holds nothing at all is left out without asking: a spreadsheet writes such rows behind the last one. */
  addEmpty(place: Place) {
    this.#count('empty', { count: 1, places: [place] })
  }

  #count(reason: RejectReason, of: { count: number; places: Place[] }) {
    const found = this.#found.get(reason) ?? { count: 0, examples: [] }
    this.#found.set(reason, found)
    found.count += of.count
    for (const one of of.places.slice(0, MOST_EXAMPLES - found.examples.length)) {
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
