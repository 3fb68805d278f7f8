import { createHash } from 'node:crypto'
import { type ChainEntry, writeEdgeHead, writePlatformLogHeader } from '@tessera/server'
import type { Db } from './db/pool.ts'
import { findHeadsEnd, type HeadsEnd, listEdgeProofs, readEdgeHeads } from './features/environment/index.ts'
import { platformLogHead, readPlatformLog } from './lib/audit.ts'
import type { Deps } from './lib/deps.ts'

/**
 * Yields the platform's log for an auditor, line by line: first the keys and the heads that edges signed, then every
 * entry. The log contains no secrets; users appear by their ids.
 */
export async function* exportLog({ db, keys, clock }: Pick<Deps, 'db' | 'keys' | 'clock'>): AsyncGenerator<string> {
  const signing = await keys.signing()
  // The edges' proofs are read before the head of the log, so that every entry that an edge signed is in the export.
  const edges = await listEdgeProofs(db)
  const until = await findHeadsEnd(db)
  const edgeHeads = await summed(edgeHeadLines(db, until))
  const head = await platformLogHead(db)
  const about = { tessera: 'platform-log', format: 2, exportTime: clock.now().toISOString() } as const
  const signingKeys = [{ ...signing.jwk }]
  yield writePlatformLogHeader({ ...about, head, signingKeys, edges, edgeHeads }, signing.sign)
  yield* edgeHeadLines(db, until)
  for await (const { seq, time, kind, data, previous, hash } of readPlatformLog(db, head)) {
    yield JSON.stringify({ seq, time, kind, data, previous, hash } satisfies ChainEntry)
  }
}

async function* edgeHeadLines(db: Db, until: HeadsEnd) {
  for await (const row of readEdgeHeads(db, until)) yield writeEdgeHead({ ...row, time: row.time.toISOString() })
}

/** Returns the number and the hash of the lines, so that an auditor can detect removed lines. */
async function summed(lines: AsyncIterable<string>) {
  const hash = createHash('sha256')
  let count = 0
  for await (const line of lines) {
    hash.update(`${line}\n`)
    count += 1
  }
  return { count, sha256: hash.digest('hex') }
}
