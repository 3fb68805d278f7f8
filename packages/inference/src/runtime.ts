import { fail, type Prediction, type TableRow } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { batchRows, predictionsOf, requestOf, type ScoredText, scoredTexts } from './batches.ts'
import { checkInWorker } from './check-in-worker.ts'
import type { ModelSignature } from './check-model.ts'
import type { Frame } from './frames.ts'
import { ModelProcess, type ModelProcessOptions } from './model-process.ts'

/** A model file, and the hash that it must have. The file is read only if no process has loaded the model yet. */
export interface ModelFile {
  sha256: string
  read: () => Promise<Uint8Array>
}

export interface RuntimeOptions extends Omit<ModelProcessOptions, 'limits'> {
  /** Limits that replace the default ones. */
  limits?: Partial<ModelProcessOptions['limits']>
  mostProcesses?: number
  idleMs?: number
}

const LIMITS = { megabytes: 2_048, startSeconds: 60, batchSeconds: 60 }
const MAX_PROCESSES = 4
const IDLE_MS = 10 * 60_000

interface Loaded {
  process: ModelProcess
  signature: ModelSignature
}

/** A slot for a process, and the number of calls that use it. */
interface Place {
  loaded: Promise<Loaded>
  users: number
  idle: NodeJS.Timeout | null
  /** Whether the process is kept running, because the model is in use. */
  isKept: boolean
}

/**
 * Runs models, each in a separate sandboxed process. The number of processes is limited; they are kept running for
 * further requests and ended when idle. A file that does not match its hash or that `checkInWorker` refuses never
 * reaches a process.
 */
export class InferenceRuntime {
  readonly #options: RuntimeOptions
  /** Slots by the hash of the model file, least recently used first. */
  readonly #places = new Map<string, Place>()
  /** All processes, including those that are still loading. */
  readonly #processes = new Set<ModelProcess>()
  readonly #queue: { model: ModelFile; enter: (place: Place) => void }[] = []

  constructor(options: RuntimeOptions) {
    this.#options = options
  }

  /** Returns the input and output of a model. Fails if the model is refused, has changed or cannot be loaded. */
  describe(model: ModelFile): Promise<ModelSignature> {
    return this.#using(model, async ({ signature }) => signature)
  }

  /**
   * Returns the input and output of a model that is being stored. Its process ends afterwards, unless the model is in
   * use.
   */
  look(model: ModelFile): Promise<ModelSignature> {
    return this.#using(model, async ({ signature }) => signature, { isKept: false })
  }

  /**
   * Returns one prediction per row, in order. Fails as `describe` does, or with `inference.column-missing` or
   * `inference.not-number`.
   */
  predict(model: ModelFile, rows: TableRow[]): Promise<Prediction[]> {
    return this.#run(model, rows, predictionsOf)
  }

  /** Returns, for each text, the scores from which a model of entities derives its tags. */
  score(model: ModelFile, rows: TableRow[]): Promise<ScoredText[]> {
    return this.#run(model, rows, scoredTexts)
  }

  /** Returns the process ids by the hash of the model, for monitoring. */
  async pids(): Promise<Map<string, number | undefined>> {
    const found = [...this.#places].map(async ([sha256, { loaded }]) => {
      return [sha256, await loaded.then(({ process }) => process.pid)] as const
    })
    return new Map(await Promise.all(found))
  }

  async close() {
    const all = [...this.#processes]
    for (const process of all) process.end()
    await Promise.all(all.map(({ ended }) => ended))
  }

  #run<T>(
    model: ModelFile,
    rows: TableRow[],
    read: (signature: ModelSignature, rows: TableRow[], answer: Frame) => T[],
  ): Promise<T[]> {
    return this.#using(model, async ({ process, signature }) => {
      const found: T[] = []
      const step = batchRows(signature)
      for (let start = 0; start < rows.length; start += step) {
        const batch = rows.slice(start, start + step)
        for (const one of read(signature, batch, await process.run(await requestOf(signature, batch)))) found.push(one)
      }
      return found
    })
  }

  async #using<T>(
    model: ModelFile,
    work: (loaded: Loaded) => Promise<T>,
    { isKept }: Pick<Place, 'isKept'> = { isKept: true },
  ): Promise<T> {
    const place = await new Promise<Place>((enter) => {
      this.#queue.push({ model, enter })
      this.#admit()
    })
    place.isKept ||= isKept
    try {
      return await work(await place.loaded)
    } finally {
      this.#leave(model.sha256, place)
    }
  }

  /**
   * Admits callers in the order of their arrival, so that busy models of other callers cannot make a caller wait
   * without end.
   */
  #admit() {
    for (let next = this.#queue[0]; next; next = this.#queue[0]) {
      const place = this.#placeFor(next.model)
      if (!place) return
      this.#queue.shift()
      next.enter(place)
    }
  }

  #placeFor(model: ModelFile): Place | undefined {
    const known = this.#places.get(model.sha256)
    if (!known && !this.#hasSpace()) return undefined
    const place = known ?? { loaded: this.#load(model), users: 0, idle: null, isKept: false }
    this.#places.delete(model.sha256)
    this.#places.set(model.sha256, place)
    place.users += 1
    if (place.idle) clearTimeout(place.idle)
    // The caller gets the error. The failed model is removed, so that the next call loads it again.
    if (!known) {
      place.loaded.catch(() => {
        this.#forget(model.sha256, place)
        this.#admit()
      })
    }
    return place
  }

  #hasSpace(): boolean {
    if (this.#places.size < (this.#options.mostProcesses ?? MAX_PROCESSES)) return true
    const [oldest] = [...this.#places].find(([, { users }]) => users === 0) ?? []
    if (oldest === undefined) return false
    void this.#end(oldest)
    return true
  }

  #leave(sha256: string, place: Place) {
    place.users -= 1
    if (place.users === 0 && this.#places.get(sha256) === place) {
      if (place.isKept) {
        place.idle = setTimeout(() => void this.#end(sha256), this.#options.idleMs ?? IDLE_MS)
        place.idle.unref()
      } else void this.#end(sha256)
    }
    this.#admit()
  }

  async #end(sha256: string) {
    const place = this.#places.get(sha256)
    if (!place) return
    this.#forget(sha256, place)
    const loaded = await place.loaded.catch(() => undefined)
    loaded?.process.end()
    await loaded?.process.ended
  }

  #forget(sha256: string, place: Place) {
    if (place.idle) clearTimeout(place.idle)
    if (this.#places.get(sha256) === place) this.#places.delete(sha256)
  }

  async #load(model: ModelFile): Promise<Loaded> {
    const file = await model.read()
    if (sha256(file) !== model.sha256) fail('model.changed')
    const signature = await checkInWorker(model.sha256, file)
    const { limits, say, ...where } = this.#options
    const process = new ModelProcess({ ...where, say, limits: { ...LIMITS, ...limits } })
    this.#processes.add(process)
    void process.ended.then(() => this.#gone(model.sha256, process))
    await process.load(file).catch((error) => {
      process.end()
      throw error
    })
    return { process, signature }
  }

  /** Removes a process that has ended, so that the next call starts another one. */
  async #gone(sha256: string, process: ModelProcess) {
    this.#processes.delete(process)
    const place = this.#places.get(sha256)
    const loaded = await place?.loaded.catch(() => undefined)
    if (place && loaded?.process === process) this.#forget(sha256, place)
    this.#admit()
  }
}
