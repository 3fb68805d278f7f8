import { type ChainEntry, writePlatformLogHeader } from '@tessera/server'
import { listEdgeProofs } from './features/environment/index.ts'
import { platformLogHead, readPlatformLog } from './lib/audit.ts'
import type { Deps } from './lib/deps.ts'

/**
 * The platform's log as an auditor takes it along, a line at a time: first the keys and what edges signed, then every
 * entry. Nothing of it is secret; it names people by their ids.
 */
export async function* exportLog({ db, keys, clock }: Pick<Deps, 'db' | 'keys' | 'clock'>): AsyncGenerator<string> {
  const signing = await keys.signing()
  // Proofs before the head: whatever was signed is in the log by then.
  const edges = await listEdgeProofs(db)
  const head = await platformLogHead(db)
  const about = { tessera: 'platform-log', format: 1, exportTime: clock.now().toISOString() } as const
  yield writePlatformLogHeader({ ...about, head, signingKeys: [{ ...signing.jwk }], edges }, signing.sign)
  for await (const { seq, time, kind, data, previous, hash } of readPlatformLog(db, head)) {
    yield JSON.stringify({ seq, time, kind, data, previous, hash } satisfies ChainEntry)
  }
}
