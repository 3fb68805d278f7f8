import { fail } from '@tessera/contract'

export interface FairQueueOptions {
  /** How many work at once, and how many may wait: in all, and for one of those who ask. */
  atOnce: number
  mostWaiting: number
  mostWaitingOfOne: number
}

/** Work that costs, a little at a time. Who asks a lot waits for themselves: turns go round among those who wait. */
export class FairQueue {
  readonly #options: FairQueueOptions
  /** In the order of turns: whoever was served goes to the end. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #atWork = 0
  #count = 0

  constructor(options: FairQueueOptions) {
    this.#options = options
  }

  /** Too many waiting end in `request.too-many`, without work. */
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

  /** Hands the place on to the next, or leaves it empty. */
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
