/**
 * Shares reads among simultaneous requests: all requests that arrive during a read share the next read. No request gets
 * data that was read before the request arrived.
 */
export class SharedReads<T> {
  readonly #reading = new Map<string, Promise<T>>()
  readonly #next = new Map<string, Promise<T>>()

  of(key: string, read: () => Promise<T>): Promise<T> {
    const reading = this.#reading.get(key)
    if (!reading) return this.#read(key, read)
    const waiting = this.#next.get(key)
    if (waiting) return waiting
    const begin = () => {
      this.#next.delete(key)
      return this.#read(key, read)
    }
    const next = reading.then(begin, begin)
    this.#next.set(key, next)
    return next
  }

  #read(key: string, read: () => Promise<T>): Promise<T> {
    const done = () => {
      if (this.#reading.get(key) === reading) this.#reading.delete(key)
    }
    const reading = read()
    this.#reading.set(key, reading)
    reading.then(done, done)
    return reading
  }
}
