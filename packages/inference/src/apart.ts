import { Worker } from 'node:worker_threads'
import { AppError } from '@tessera/contract'

/** What a thread may take. */
export interface ApartLimits {
  megabytes: number
  seconds: number
}

/**
 * What a script answers of a model's file, in a thread of its own: no file ends this process or keeps it from other work.
 * A file that takes more than it may, or that the script fails on, is refused.
 */
export async function askApart<Answer>(
  script: URL,
  { file, ...asked }: { file: Uint8Array } & Record<string, unknown>,
  { megabytes, seconds }: ApartLimits,
): Promise<Answer> {
  // A copy of its own, which the thread takes over.
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
