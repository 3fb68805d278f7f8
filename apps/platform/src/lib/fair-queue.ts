import { fail } from '@tessera/contract'

export interface FairQueueOptions {
  /** How many jobs run at once, and how many may wait: in total, and for each requester. */
  atOnce: number
  mostWaiting: number
  mostWaitingOfOne: number
}

/** A queue for expensive work. Turns rotate among the waiting requesters, so that a busy one delays only itself. */
export class FairQueue {
  readonly #options: FairQueueOptions
  /** Waiting jobs by requester, in the order of turns: a served requester moves to the end. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #atWork = 0
  #count = 0

  constructor(options: FairQueueOptions) {
    this.#options = options
  }

  /** Runs the work in turn. Fails with `request.too-many` if too many are waiting. */
  async run<T>(who: string, work: () => Promise<T>): Promise<T> {
    if (this.#atWork < this.#options.atOnce) this.#atWork += 1
    else await this.#wait(who)
    try {
      return await work()
    } finally {
      this.#passOn()
    }
  }

  #wait(who: string): Promise<void> {
    const mine = this.#waiting.get(who) ?? []
    const { mostWaiting, mostWaitingOfOne } = this.#options
    if (this.#count >= mostWaiting || mine.length >= mostWaitingOfOne) fail('request.too-many')
    this.#waiting.set(who, mine)
    this.#count += 1
    return new Promise((resolve) => mine.push(resolve))
  }

  /** Passes the slot to the next job, or frees it. */
  #passOn() {
    const [next] = this.#waiting
    if (!next) {
      this.#atWork -= 1
      return
    }
    const [who, mine] = next
    this.#waiting.delete(who)
    const start = mine.shift() as () => void
    if (mine.length > 0) this.#waiting.set(who, mine)
    this.#count -= 1
    start()
  }
}
