import { type LogHead, logHeadText } from '@tessera/contract'
import { CHAIN_START, sha256 } from './hash-chain.ts'
import { isSignedBy, type PlatformLogHeader, publicKeyOf, readPlatformLogHeader } from './platform-log.ts'
import { type ChainReading, describeEntry, type PlacedEntry, readChain } from './verify-chain.ts'

export interface PlatformLogSource {
  name: string
  /** The header, then an entry a line (`platform-log.ts`). */
  lines: AsyncIterable<string>
}

export interface EdgeLogSource {
  name: string
  entries: AsyncIterable<string>
  /** Its heads as the platform signed them, a line each. */
  countersigned: string[]
  /** The platform's keys as this edge was told of them. */
  platformKeys: object[]
  /** PEM; absent in a copy of the log alone. */
  linkPublicKey?: string | undefined
}

export interface Verification {
  /** What is wrong, the first line of each log that was touched before all else. */
  faults: string[]
  /** What could not be checked with what is here. */
  notes: string[]
  /** What was read, a line for each log. */
  read: string[]
}

/** A head somebody else wrote down or signed: the log must still have it. */
interface Witness {
  head: LogHead
  /** `the edge of party 1001 signed it`. */
  says: string
}

interface EdgeReading extends EdgeLogSource {
  chain: ChainReading
  partyId: string | undefined
  found: Map<number, PlacedEntry>
  /** The platform's heads it wrote into its own log. */
  platformHeads: { head: LogHead; placed: PlacedEntry }[]
  signed: { head: LogHead; signature: string; line: number }[]
}

/** Checks logs by themselves and against each other, asking nobody. */
export async function verifyLogs(
  platform: PlatformLogSource | undefined,
  edges: EdgeLogSource[],
): Promise<Verification> {
  const result: Verification = { faults: [], notes: [], read: [] }
  const opened = platform && (await openPlatformLog(platform))
  if (opened && 'fault' in opened) result.faults.push(opened.fault)
  const exported = opened && 'header' in opened ? opened : undefined
  const heard = new Set(exported?.header.edges.flatMap(({ logHead }) => (logHead ? [logHead.seq] : [])))
  const read: EdgeReading[] = []
  for (const edge of edges) read.push(await readEdge(edge, heard, result))
  if (exported) await checkPlatform(exported, read, result)
  for (const edge of read) checkEdge(edge, exported?.header, result)
  return result
}

interface OpenPlatformLog {
  name: string
  header: PlatformLogHeader
  entries: AsyncIterable<string>
}

async function openPlatformLog({ name, lines }: PlatformLogSource): Promise<OpenPlatformLog | { fault: string }> {
  const iterator = lines[Symbol.asyncIterator]()
  const first = await iterator.next()
  const header = first.done ? undefined : readPlatformLogHeader(first.value)
  if (!header) return { fault: `${name}, line 1: is not the head of an exported platform log: it was altered or cut` }
  return { name, header, entries: { [Symbol.asyncIterator]: () => iterator } }
}

async function readEdge(source: EdgeLogSource, heard: Set<number>, result: Verification): Promise<EdgeReading> {
  const signed = source.countersigned.flatMap((text, index) => {
    const parsed = parseSigned(text)
    if (!parsed) result.faults.push(`${source.name}, countersigned heads, line ${index + 1}: cannot be read`)
    return parsed ? [{ ...parsed, line: index + 1 }] : []
  })
  const wanted = new Set([...heard, ...signed.map(({ head }) => head.seq)])
  const found = new Map<number, PlacedEntry>()
  const platformHeads: EdgeReading['platformHeads'] = []
  let partyId: string | undefined
  const chain = await readChain(source.entries, (placed) => {
    const { seq, kind, data } = placed.entry
    if (wanted.has(seq)) found.set(seq, placed)
    if (kind === 'enrolled') partyId = String(data.partyId)
    if (kind === 'platform-head') {
      platformHeads.push({ head: { seq: Number(data.seq), hash: String(data.hash) }, placed })
    }
  })
  return { ...source, chain, partyId, found, platformHeads, signed }
}

async function checkPlatform(exported: OpenPlatformLog, edges: EdgeReading[], result: Verification) {
  const { name, header } = exported
  const witnesses = platformWitnesses(header, edges, result)
  const wanted = new Set(witnesses.map(({ head }) => head.seq))
  const found = new Map<number, PlacedEntry>()
  const enrolledKeys = new Map<string, unknown>()
  const chain = await readChain(
    exported.entries,
    (placed) => {
      const { seq, kind, data } = placed.entry
      if (wanted.has(seq)) found.set(seq, placed)
      if (kind === 'edge.enrolled') enrolledKeys.set(String(data.partyId), data.linkKeyHash)
    },
    2,
  )
  result.read.push(`${name}: ${chain.head.seq} entries of the platform, exported ${header.exportTime}`)
  if (chain.fault) result.faults.push(`${name}, ${chain.fault.text}`)
  else if (chain.head.seq !== header.head.seq || chain.head.hash !== header.head.hash) {
    result.faults.push(`${name}, ${endsEarly(chain, header.head.seq)}`)
  }
  result.faults.push(...contradictions(name, chain, found, witnesses))
  checkHeader(name, header, enrolledKeys, chain.fault === undefined, edges, result)
}

/** Everything that says how the platform's log was at some time; a signature that is none is a fault of its own. */
function platformWitnesses(header: PlatformLogHeader, edges: EdgeReading[], result: Verification): Witness[] {
  const witnesses: Witness[] = []
  for (const { partyId, linkPublicKey, countersigned } of header.edges) {
    if (!countersigned) continue
    const { head, signature } = countersigned
    if (isSignedBy([publicKeyOf(linkPublicKey)], logHeadText(head), signature)) {
      witnesses.push({ head, says: `the edge of party ${partyId} signed` })
    } else result.faults.push(`the head ${head.seq} in the export is not signed by the edge of party ${partyId}`)
  }
  for (const { name, platformHeads } of edges) {
    const newer = platformHeads.filter(({ head }) => head.seq > header.head.seq)
    const missed = newer.filter(({ placed }) => placed.entry.time <= header.exportTime)
    for (const { head, placed } of platformHeads) {
      if (!newer.some((one) => one.head === head) || missed.some((one) => one.head === head)) {
        witnesses.push({ head, says: `${name} (line ${placed.line}) wrote down` })
      }
    }
    const later = newer.length - missed.length
    if (later > 0) {
      result.notes.push(`${name} knows ${later} newer heads of the platform’s log: export it again to check them`)
    }
  }
  return witnesses
}

function checkHeader(
  name: string,
  header: PlatformLogHeader,
  enrolledKeys: Map<string, unknown>,
  isWhole: boolean,
  edges: EdgeReading[],
  { faults }: Verification,
) {
  const { signature, ...signed } = header
  const keys = header.signingKeys.map(publicKeyOf)
  if (!isSignedBy(keys, signed, signature)) faults.push(`${name}, line 1: was altered: its signature does not fit`)
  for (const { partyId, linkPublicKey, hasRewoundLog } of header.edges) {
    if (hasRewoundLog) faults.push(`the edge of party ${partyId} told of a log that does not continue its earlier one`)
    if (isWhole && enrolledKeys.get(partyId) !== sha256(linkPublicKey)) {
      faults.push(`${name}, line 1: the key of party ${partyId}’s edge is not the one that was enrolled`)
    }
  }
  for (const edge of edges) {
    const listed = header.edges.find(({ partyId }) => partyId === edge.partyId)
    if (!listed) faults.push(`${name} names no edge of party ${edge.partyId ?? 'unknown'} (${edge.name})`)
    else if (edge.linkPublicKey && publicText(listed.linkPublicKey) !== publicText(edge.linkPublicKey)) {
      faults.push(`${name}, line 1: the key of party ${edge.partyId}’s edge is not the one ${edge.name} has`)
    }
  }
}

function checkEdge(edge: EdgeReading, header: PlatformLogHeader | undefined, result: Verification) {
  const { name, chain, found, partyId } = edge
  result.read.push(`${name}: ${chain.head.seq} entries of the edge of party ${partyId ?? 'unknown'}`)
  if (chain.fault) result.faults.push(`${name}, ${chain.fault.text}`)
  const published = (header?.signingKeys ?? edge.platformKeys).map(publicKeyOf)
  const witnesses: Witness[] = []
  for (const { head, signature, line } of edge.signed) {
    if (isSignedBy(published, logHeadText(head), signature)) {
      witnesses.push({ head, says: 'the platform signed' })
    } else {
      result.faults.push(`${name}, countersigned heads, line ${line}: is not signed by a key the platform publishes`)
    }
  }
  const reported = header?.edges.find((one) => one.partyId === partyId)?.logHead
  if (reported) witnesses.push({ head: reported, says: 'the platform was told of' })
  if (edge.signed.length === 0) result.notes.push(`${name}: no head signed by the platform is with it`)
  result.faults.push(...contradictions(name, chain, found, witnesses))
}

/**
 * The first head that others know and the log has otherwise, or not at all. Where the chain is whole it was rewritten
 * from some line on; which one lies between the last head that fits and the first that does not.
 */
function contradictions(
  name: string,
  { head: end, line: lastLine, fault }: ChainReading,
  found: Map<number, PlacedEntry>,
  witnesses: Witness[],
): string[] {
  const inOrder = witnesses.toSorted((a, b) => a.head.seq - b.head.seq)
  let fits = 0
  for (const { head, says } of inOrder) {
    if (head.seq > end.seq) {
      // Behind a line that was touched nothing can be said.
      if (fault) return []
      return [`${name}, ${endsEarly({ head: end, line: lastLine }, head.seq)}: ${says} entry ${head.seq}`]
    }
    const placed = found.get(head.seq)
    if (head.seq === CHAIN_START.seq || placed?.entry.hash === head.hash) {
      fits = head.seq
      continue
    }
    if (!placed) continue
    const first = placed.line - (head.seq - fits - 1)
    const where =
      first === placed.line
        ? 'that line was rewritten'
        : `the first line that was rewritten is one of ${first} to ${placed.line}`
    return [`${name}, ${describeEntry(placed)} is not the entry ${head.seq} that ${says}: ${where}`]
  }
  return []
}

const endsEarly = ({ head, line }: Pick<ChainReading, 'head' | 'line'>, seq: number) =>
  `line ${line}: the log ends with entry ${head.seq}, where there were ${seq}: its end was cut off`

function parseSigned(text: string): { head: LogHead; signature: string } | undefined {
  try {
    const { head, signature } = JSON.parse(text) as { head: LogHead; signature: string }
    return { head: { seq: Number(head.seq), hash: String(head.hash) }, signature: String(signature) }
  } catch {
    return undefined
  }
}

const publicText = (pem: string) => publicKeyOf(pem)?.export({ type: 'spki', format: 'pem' })
