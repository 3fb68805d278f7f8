import { availableParallelism, loadavg } from 'node:os'

/**
 * Returns the share of a processor that one of our processes currently gets, from 0 to 1. If 40 processes compete for
 * two processors, it is one twentieth. Windows reports no load, so its share is 1.
 */
export function processorShare([load = 0] = loadavg(), processors = availableParallelism()): number {
  return processors / Math.max(processors, load)
}

/**
 * Time limit for waiting without progress. Its time passes only as fast as the machine lets processes work: if each
 * process gets a twentieth of a processor, the limit takes twenty times as long.
 */
export class ProgressLimit {
  readonly #limitMs: number
  readonly #share: () => number
  readonly #now: () => number
  #leftMs: number
  #lookedAt: number

  constructor(limitMs: number, share: () => number = processorShare, now: () => number = () => performance.now()) {
    this.#limitMs = limitMs
    this.#share = share
    this.#now = now
    this.#leftMs = limitMs
    this.#lookedAt = now()
  }

  get hasPassed(): boolean {
    const now = this.#now()
    this.#leftMs -= (now - this.#lookedAt) * this.#share()
    this.#lookedAt = now
    return this.#leftMs <= 0
  }

  /** Restarts the limit after progress. */
  restart() {
    this.#leftMs = this.#limitMs
    this.#lookedAt = this.#now()
  }
}
