import { AppError, type ErrorCode, type ErrorParams } from '@tessera/contract'
import { oneAtATime } from '@tessera/server'
import type { ModelSignature } from './check-model.ts'
import { runInWorker } from './run-in-worker.ts'

export type CheckAnswer = { signature: ModelSignature } | { code: ErrorCode; params: ErrorParams }

/** Limits of one check. The check of any valid model stays far below them. */
const LIMITS = { megabytes: 512, seconds: 30 }
const MAX_KEPT = 100

/** Signatures of the files that passed the check in this process, by hash. The oldest entry is evicted first. */
const good = new Map<string, ModelSignature>()
/** Files are checked one at a time, so that many files need no more memory than one. */
const alone = oneAtATime()

/** Checks the file with this hash in a worker thread, as `checkModel` does. */
export function checkInWorker(sha256: string, file: Uint8Array, limits = LIMITS): Promise<ModelSignature> {
  return alone(async () => {
    const signature = good.get(sha256) ?? (await check(file, limits))
    good.set(sha256, signature)
    for (const oldest of good.keys()) if (good.size > MAX_KEPT) good.delete(oldest)
    return signature
  })
}

async function check(file: Uint8Array, limits: typeof LIMITS): Promise<ModelSignature> {
  const answer = await runInWorker<CheckAnswer>(new URL('./check-worker.ts', import.meta.url), { file }, limits)
  if ('code' in answer) throw new AppError(answer.code, answer.params)
  return answer.signature
}
