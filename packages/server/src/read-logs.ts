import { createHash } from 'node:crypto'
import { edgeSubject, type LogHead } from '@tessera/contract'
import type { Succession } from './check-successions.ts'
import { sha256 } from './hash-chain.ts'
import { type PlatformLogHeader, publicKeyOf, readPlatformLogHeader } from './platform-log.ts'
import { type FoundHead, storeEdgeHeads } from './signed-heads.ts'
import { type ChainReading, type PlacedEntry, readChain } from './verify-chain.ts'

export interface PlatformLogSource {
  name: string
  /** Lines of the export: the header, the heads that edges signed, then one entry per line (`platform-log.ts`). */
  lines: AsyncIterable<string>
}

export interface EdgeLogSource {
  name: string
  entries: AsyncIterable<string>
  /** Log heads that others signed, one per line. */
  countersigned: string[]
  /** The platform's public keys as this edge received them. */
  platformKeys: object[]
  /** Public key of the edge in PEM. Absent if only a copy of the log is read. */
  linkPublicKey?: string | undefined
}

export interface OpenPlatformLog {
  name: string
  header: PlatformLogHeader
  heads: FoundHead[]
  entries: AsyncIterable<string>
}

export async function openPlatformLog({
  name,
  lines,
}: PlatformLogSource): Promise<OpenPlatformLog | { fault: string }> {
  const iterator = lines[Symbol.asyncIterator]()
  const first = await iterator.next()
  const header = first.done ? undefined : readPlatformLogHeader(first.value)
  if (!header) return { fault: `${name}, line 1: is not the head of an exported platform log: it was altered or cut` }
  const heads = await storeEdgeHeads(name, header, iterator)
  if (typeof heads === 'string') return { fault: `${name}, ${heads}` }
  return { name, header, heads, entries: { [Symbol.asyncIterator]: () => iterator } }
}

export interface PlatformReading {
  chain: ChainReading
  found: Map<number, PlacedEntry>
  /** For each party, the hashes of all keys that were enrolled. The last one is current. */
  enrolledKeys: Map<string, unknown[]>
  /** Replacements of edges by others, as recorded in the log. */
  successions: Succession[]
  /** Returns the number of the newest entry at this time. */
  entryAt: (time: string) => number
  /** For each requested token, the user and the party for whom it was issued. */
  issued: Map<string, { userId: unknown; partyId: unknown }>
}

/** The entries to look for while a log is read once. */
interface Wanted {
  seqs: Set<number>
  times: string[]
  tokens: Set<string>
}

export async function readPlatform(log: OpenPlatformLog, { seqs, times, tokens }: Wanted): Promise<PlatformReading> {
  const found = new Map<number, PlacedEntry>()
  const enrolledKeys = new Map<string, unknown[]>()
  const issued: PlatformReading['issued'] = new Map()
  const [successions, revoked] = [[] as Succession[], new Set<string>()]
  const entryAt = new Map(times.map((time) => [time, 0]))
  const look = (placed: PlacedEntry) => {
    const { seq, kind, data, time } = placed.entry
    if (seqs.has(seq)) found.set(seq, placed)
    for (const at of entryAt.keys()) if (time <= at) entryAt.set(at, seq)
    if (kind === 'edge.token-issued' && tokens.has(String(data.tokenId))) {
      issued.set(String(data.tokenId), { userId: data.userId, partyId: data.partyId })
    }
    const partyId = String(data.partyId)
    if (kind === 'edge.revoked') revoked.add(partyId)
    if (kind !== 'edge.enrolled') return
    const before = enrolledKeys.get(partyId)?.at(-1)
    if (before !== undefined) successions.push({ placed, before: String(before), wasRevoked: revoked.delete(partyId) })
    enrolledKeys.set(partyId, [...(enrolledKeys.get(partyId) ?? []), data.linkKeyHash])
  }
  const chain = await readChain(log.entries, look, log.header.edgeHeads.count + 2)
  return { chain, found, enrolledKeys, successions, issued, entryAt: (time) => entryAt.get(time) ?? 0 }
}

/**
 * A note in an edge's log, written every ten minutes while the edge is connected, with the length of its file of signed
 * heads.
 */
export interface LinkNote {
  placed: PlacedEntry
  head: LogHead
  kept: { lines: number; sha256: string } | undefined
}

export interface SeenRun {
  runId: string
  first: PlacedEntry
  last: PlacedEntry
  /** Other parties that trained together with this party. */
  partners: string[]
}

export interface EdgeReading extends EdgeLogSource {
  chain: ChainReading
  partyId: string | undefined
  found: Map<number, PlacedEntry>
  notes: LinkNote[]
  runs: SeenRun[]
  /** For each token with which data were read, the first log entry that names it. */
  tokens: Map<string, PlacedEntry>
  /** Hashes of the edge's keys. Empty if they are unknown. */
  ownKeys: Set<string>
  /** For each party, the hashes of the keys that this edge's tickets name. */
  ticketKeys: Map<string, Set<string>>
}

/** Kinds of log entries that record that data were shown to a user. */
const READS = new Set(['read', 'result-read'])

export async function readEdge(source: EdgeLogSource, wanted: Set<number>): Promise<EdgeReading> {
  const found = new Map<number, PlacedEntry>()
  const [notes, runs] = [[] as LinkNote[], new Map<string, SeenRun>()]
  const [ownKeys, ticketKeys] = [new Set<string>(), new Map<string, Set<string>>()]
  const tokens = new Map<string, PlacedEntry>()
  let partyId: string | undefined
  const own = source.linkPublicKey && publicText(source.linkPublicKey)
  if (own) ownKeys.add(sha256(own))
  const chain = await readChain(source.entries, (placed) => {
    const { seq, kind, data } = placed.entry
    if (wanted.has(seq)) found.set(seq, placed)
    if (kind === 'enrolled') {
      partyId = String(data.partyId)
      if (data.keyHash) ownKeys.add(String(data.keyHash))
    }
    if (READS.has(kind) && typeof data.tokenId === 'string' && !tokens.has(data.tokenId))
      tokens.set(data.tokenId, placed)
    if (kind === 'platform-head') notes.push(noteOf(placed))
    if (kind === 'ticket-signed') recordKeys(ticketKeys, data)
    if (kind === 'run' && Array.isArray(data.parties)) {
      const runId = String(data.runId)
      const partners = data.parties.map(String).filter((party) => party !== partyId)
      runs.set(runId, { runId, partners, first: runs.get(runId)?.first ?? placed, last: placed })
    }
  })
  return { ...source, chain, partyId, found, notes, runs: [...runs.values()], tokens, ownKeys, ticketKeys }
}

function noteOf(placed: PlacedEntry): LinkNote {
  const { seq, hash, kept } = placed.entry.data as { seq: unknown; hash: unknown; kept?: LinkNote['kept'] }
  return { placed, head: { seq: Number(seq), hash: String(hash) }, kept }
}

function recordKeys(known: Map<string, Set<string>>, data: Record<string, unknown>) {
  const { parties = [] } = (data.plan ?? {}) as { parties?: { partyId: string; key: string }[] }
  for (const { partyId, key } of parties) known.set(partyId, (known.get(partyId) ?? new Set()).add(key))
}

export const publicText = (pem: string) =>
  publicKeyOf(pem)?.export({ type: 'spki', format: 'pem' }) as string | undefined

export const ownerOf = ({ partyId }: Pick<EdgeReading, 'partyId'>) => edgeSubject(partyId ?? '')

/**
 * For each of these counts, returns the hash of the first `count` lines including their line ends. Counts above the
 * number of lines are left out.
 */
export function hashesOf(lines: string[], counts: Set<number>): Map<number, string> {
  const hash = createHash('sha256')
  const hashes = new Map<number, string>()
  if (counts.has(0)) hashes.set(0, hash.copy().digest('hex'))
  for (const [index, line] of lines.entries()) {
    hash.update(`${line}\n`)
    if (counts.has(index + 1)) hashes.set(index + 1, hash.copy().digest('hex'))
  }
  return hashes
}
