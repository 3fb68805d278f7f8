import { fail } from '@tessera/contract'

export interface FairQueueOptions {
  /** Number of jobs that run at once. The other limits are how many jobs may wait: in total, and for each requester. */
  atOnce: number
  mostWaiting: number
  mostWaitingOfOne: number
}

/** A queue for expensive work. Waiting requesters take turns, so that a busy requester delays only itself. */
export class FairQueue {
  readonly #options: FairQueueOptions
  /** Waiting jobs by requester, in the order of turns: a requester moves to the end after its job has started. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #atWork = 0
  #count = 0

  constructor(options: FairQueueOptions) {
    this.#options = options
  }

  /** Runs the work when it is the requester's turn. Fails with `request.too-many` if too many jobs are waiting. */
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

  /** Passes the free slot to the next waiting job, if there is one. */
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
