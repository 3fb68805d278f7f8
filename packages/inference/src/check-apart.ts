import { AppError, type ErrorCode, type ErrorParams } from '@tessera/contract'
import { oneAtATime } from '@tessera/server'
import { askApart } from './apart.ts'
import type { ModelSignature } from './check-model.ts'

export type CheckAnswer = { signature: ModelSignature } | { code: ErrorCode; params: ErrorParams }

/** What one check may take; no model that is let through comes near. */
const LIMITS = { megabytes: 512, seconds: 30 }
const MOST_KEPT = 100

/** Of files that were found good in this process, by hash; the one that was found first goes first. */
const good = new Map<string, ModelSignature>()
/** Many files at once take no more memory than one. */
const alone = oneAtATime()

/** Checks a file with this hash, as `checkModel` does, in a thread of its own. */
export function checkApart(sha256: string, file: Uint8Array, limits = LIMITS): Promise<ModelSignature> {
  return alone(async () => {
    const signature = good.get(sha256) ?? (await check(file, limits))
    good.set(sha256, signature)
    for (const oldest of good.keys()) if (good.size > MOST_KEPT) good.delete(oldest)
    return signature
  })
}

async function check(file: Uint8Array, limits: typeof LIMITS): Promise<ModelSignature> {
  const answer = await askApart<CheckAnswer>(new URL('./check-worker.ts', import.meta.url), { file }, limits)
  if ('code' in answer) throw new AppError(answer.code, answer.params)
  return answer.signature
}
