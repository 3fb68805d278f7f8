import { Worker } from 'node:worker_threads'
import { AppError, type ErrorCode, type ErrorParams } from '@tessera/contract'
import { oneAtATime } from '@tessera/server'
import type { ModelSignature } from './check-model.ts'

export type CheckAnswer = { signature: ModelSignature } | { code: ErrorCode; params: ErrorParams }

/** What one check may take; no model that is let through comes near. */
const LIMITS = { megabytes: 512, seconds: 30 }
const MOST_KEPT = 100

/** Of files that were found good in this process, by hash; the one that was found first goes first. */
const good = new Map<string, ModelSignature>()
/** Many files at once take no more memory than one. */
const alone = oneAtATime()

/**
 * Checks a file with this hash, as `checkModel` does, in a thread of its own: no file ends this process or keeps it from
 * other work.
 */
export function checkApart(sha256: string, file: Uint8Array, limits = LIMITS): Promise<ModelSignature> {
  return alone(async () => {
    const signature = good.get(sha256) ?? (await check(file, limits))
    good.set(sha256, signature)
    for (const oldest of good.keys()) if (good.size > MOST_KEPT) good.delete(oldest)
    return signature
  })
}

async function check(file: Uint8Array, { megabytes, seconds }: typeof LIMITS): Promise<ModelSignature> {
  // A copy of its own, which the thread takes over.
  const workerData = new Uint8Array(file)
  const worker = new Worker(new URL('./check-worker.ts', import.meta.url), {
    workerData,
    transferList: [workerData.buffer],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  const tooLarge = (part: string, limit: number) => new AppError('model.refused-size', { part, limit })
  let timer: NodeJS.Timeout | undefined
  try {
    const answer = await new Promise<CheckAnswer>((resolve, reject) => {
      timer = setTimeout(() => reject(tooLarge('seconds', seconds)), seconds * 1_000)
      worker.once('message', resolve)
      worker.once('error', (error: NodeJS.ErrnoException) => {
        const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        const detail = String(error).slice(0, 200)
        reject(isFull ? tooLarge('megabytes', megabytes) : new AppError('model.refused-unreadable', { detail }))
      })
    })
    if ('code' in answer) throw new AppError(answer.code, answer.params)
    return answer.signature
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
