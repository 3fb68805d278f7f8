import { Worker } from 'node:worker_threads'
import { AppError } from '@tessera/contract'

/** Resource limits of a worker thread. */
export interface WorkerLimits {
  megabytes: number
  seconds: number
}

/**
 * Runs a script on a model file in a worker thread and returns its result, so that a file cannot crash or block this
 * process. If the file exceeds the limits or the script fails, the file is refused.
 */
export async function runInWorker<Answer>(
  script: URL,
  { file, ...asked }: { file: Uint8Array } & Record<string, unknown>,
  { megabytes, seconds }: WorkerLimits,
): Promise<Answer> {
  // The worker thread takes ownership of this copy.
  const workerData = { file: new Uint8Array(file), ...asked }
  const worker = new Worker(script, {
    workerData,
    transferList: [workerData.file.buffer],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  const tooLarge = (part: string, limit: number) => new AppError('model.refused-size', { part, limit })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<Answer>((resolve, reject) => {
      timer = setTimeout(() => reject(tooLarge('seconds', seconds)), seconds * 1_000)
      worker.once('message', resolve)
      worker.once('error', (error: NodeJS.ErrnoException) => {
        const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        const detail = String(error).slice(0, 200)
        reject(isFull ? tooLarge('megabytes', megabytes) : new AppError('model.refused-unreadable', { detail }))
      })
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
