import { AppError } from '@tessera/contract'
import { and, eq, isNull } from 'drizzle-orm'
import { record } from '../../lib/audit.ts'
import type { Stop } from '../../lib/deps.ts'
import type { ModelDeps } from './keep-result.ts'
import { type ArtifactRow, artifact } from './table.ts'

/**
 * After an upgrade: looks at models that were kept before models were checked, and logs what it found. One that is refused
 * stays listed; its file is refused whenever somebody wants it.
 */
export function checkShelf(deps: ModelDeps): Stop {
  let isStopping = false
  const work = async () => {
    const unchecked = await deps.db.select().from(artifact).where(isNull(artifact.checkTime))
    for (const one of unchecked) if (!isStopping) await check(deps, one)
  }
  const done = work().catch((error: unknown) => deps.log.error({ err: error }, 'models were not all checked'))
  return async () => {
    isStopping = true
    await done
  }
}

async function check({ db, shelf, clock, log }: ModelDeps, one: ArtifactRow) {
  const refusal = await shelf.read(one).then(
    () => null,
    (error: unknown) => error,
  )
  const because = refusal instanceof AppError ? refusal.code : 'internal'
  if (refusal) log.error({ err: refusal, runId: one.id, because }, 'a model is not used any more')
  await db.transaction(async (tx) => {
    const isUnchecked = and(eq(artifact.id, one.id), isNull(artifact.checkTime))
    const first = await tx.update(artifact).set({ checkTime: clock.now() }).where(isUnchecked).returning()
    if (first.length === 0) return
    const found = { runId: one.id, sha256: one.sha256 }
    await record(tx, refusal ? 'model.refused' : 'model.checked', refusal ? { ...found, because } : found)
  })
}
