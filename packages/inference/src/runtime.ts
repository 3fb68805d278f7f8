import { stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { AppError, type ErrorCode, type ErrorParams, type Prediction, type TableRow } from '@tessera/contract'
import type { ModelSignature } from './model.ts'

export interface WorkerRequest {
  id: number
  path: string
  /** Changes when the file does, so that a replaced model is loaded anew. */
  version: string
  /** null asks only what the model takes and gives. */
  rows: TableRow[] | null
}

export type WorkerAnswer =
  | { id: number; predictions: Prediction[] }
  | { id: number; signature: ModelSignature }
  | { id: number; error: { code: ErrorCode; params: ErrorParams } | { message: string } }

interface Waiting {
  resolve: (answer: WorkerAnswer) => void
  reject: (error: Error) => void
}

/** Runs models in a thread of its own, because a prediction blocks its thread: the server goes on answering. */
export class InferenceRuntime {
  #worker: Worker | null = null
  #waiting = new Map<number, Waiting>()
  #lastId = 0

  /** What the model at this path takes and gives. Throws when the file is no model of ours. */
  async describe(path: string): Promise<ModelSignature> {
    const answer = await this.#ask(path, null)
    if (!('signature' in answer)) throw new Error('the inference thread answered something else')
    return answer.signature
  }

  /** One prediction per row, in order. Fails with `inference.column-missing` or `inference.not-number`. */
  async predict(path: string, rows: TableRow[]): Promise<Prediction[]> {
    const answer = await this.#ask(path, rows)
    if (!('predictions' in answer)) throw new Error('the inference thread answered something else')
    return answer.predictions
  }

  async close() {
    await this.#worker?.terminate()
  }

  async #ask(path: string, rows: TableRow[] | null): Promise<WorkerAnswer> {
    const { mtimeMs, size } = await stat(path)
    const id = ++this.#lastId
    const answer = await new Promise<WorkerAnswer>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      const worker = this.#start()
      worker.ref()
      worker.postMessage({ id, path, version: `${mtimeMs}-${size}`, rows } satisfies WorkerRequest)
    })
    if (!('error' in answer)) return answer
    if ('code' in answer.error) throw new AppError(answer.error.code, answer.error.params)
    throw new Error(answer.error.message)
  }

  #start(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL('./worker.ts', import.meta.url))
    worker.unref()
    worker.on('message', (answer: WorkerAnswer) => {
      this.#waiting.get(answer.id)?.resolve(answer)
      this.#settle(answer.id)
    })
    const end = (error: Error) => {
      this.#worker = null
      for (const { reject } of this.#waiting.values()) reject(error)
      this.#waiting.clear()
    }
    worker.on('error', end).on('exit', () => end(new Error('the inference thread ended')))
    this.#worker = worker
    return worker
  }

  #settle(id: number) {
    this.#waiting.delete(id)
    if (this.#waiting.size === 0) this.#worker?.unref()
    else this.#worker?.ref()
  }
}
