import { createHash } from 'node:crypto'
import { canonicalJson, type LogHead } from '@tessera/contract'

/**
 * An entry of an append-only log. Each entry contains the hash of the previous one, so that changes and removals are
 * detected.
 */
export interface ChainEntry {
  seq: number
  time: string
  kind: string
  data: Record<string, unknown>
  previous: string
  hash: string
}

export const CHAIN_START: LogHead = { seq: 0, hash: '0'.repeat(64) }

export const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

export function nextEntry(head: LogHead, kind: string, data: Record<string, unknown>, time: Date): ChainEntry {
  const entry = { seq: head.seq + 1, time: time.toISOString(), kind, data, previous: head.hash }
  return { ...entry, hash: sha256(canonicalJson(entry)) }
}
