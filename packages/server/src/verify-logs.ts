import { type LogHead, PLATFORM_LOG, partyOf } from '@tessera/contract'
import { checkSuccessions } from './check-successions.ts'
import { CHAIN_START, sha256 } from './hash-chain.ts'
import {
  checkEdgesSigned,
  checkKeptHeads,
  checkPlatformKept,
  checkTokens,
  checkWhatIsOwed,
  linkedUntil,
} from './missing-signatures.ts'
import { isSignedBy, type PlatformLogHeader, publicKeyOf } from './platform-log.ts'
import {
  type EdgeLogSource,
  type EdgeReading,
  type OpenPlatformLog,
  openPlatformLog,
  ownerOf,
  type PlatformLogSource,
  type PlatformReading,
  publicText,
  readEdge,
  readPlatform,
} from './read-logs.ts'
import { type FoundHead, isGenuine, readHeadLines } from './signed-heads.ts'
import { type ChainReading, describeEntry, type PlacedEntry } from './verify-chain.ts'

export interface Verification {
  /** Faults that were found. The first changed line of each log comes first. */
  faults: string[]
  /** Checks that were not possible with the given logs. */
  notes: string[]
  /** Description of what was read, one line per log. */
  read: string[]
}

/** A log head that another party recorded or signed. The log must still contain it. */
interface Witness {
  head: LogHead
  /** Who knows the head and how, such as `the edge of party 1001 signed`. */
  says: string
}

interface ReadEdge extends EdgeReading {
  /** Signed heads in the edge's file whose signatures are valid. */
  heads: FoundHead[]
}

/** Verifies logs separately and against each other, without a network. */
export async function verifyLogs(
  platform: PlatformLogSource | undefined,
  sources: EdgeLogSource[],
): Promise<Verification> {
  const result: Verification = { faults: [], notes: [], read: [] }
  const opened = platform && (await openPlatformLog(platform))
  if (opened && 'fault' in opened) result.faults.push(opened.fault)
  const exported = opened && 'header' in opened ? opened : undefined
  const wanted = new Set(exported?.heads.map(({ head }) => head.seq))
  for (const { name, countersigned } of sources) {
    for (const { head } of readHeadLines(name, countersigned, [])) wanted.add(head.seq)
  }
  const edges: ReadEdge[] = []
  for (const source of sources) {
    const edge = await readEdge(source, wanted)
    edges.push({ ...edge, heads: genuineHeads(edge, exported?.header, result.faults) })
  }
  const stored = exported ? genuineExported(exported.heads, result.faults) : []
  const log = exported && (await checkPlatform(exported, stored, edges, result))
  if (exported && log) result.faults.push(...checkSuccessions(exported.name, log.successions))
  for (const edge of edges) checkEdge(edge, { header: exported?.header, log, stored, edges }, result)
  checkForks([...stored, ...edges.flatMap(({ heads }) => heads)], result.faults)
  return result
}

/**
 * Returns the heads with valid signatures. Invalid signatures are reported as faults, and so are signatures of an edge
 * that no ticket names.
 */
function genuineHeads(edge: EdgeReading, header: PlatformLogHeader | undefined, faults: string[]): FoundHead[] {
  const published = header?.signingKeys ?? edge.platformKeys
  return readHeadLines(edge.name, edge.countersigned, faults).filter((found) => {
    const { by, key = '', line } = found
    const where = `${edge.name}, countersigned heads, line ${line}`
    if (!isGenuine(found, published)) {
      const whose = by === PLATFORM_LOG ? 'a key the platform publishes' : `the key of ${by}`
      faults.push(`${where}: is not signed by ${whose}`)
      return false
    }
    const isNamed = by === PLATFORM_LOG || edge.ticketKeys.get(partyOf(by) ?? '')?.has(sha256(key))
    if (!isNamed) faults.push(`${where}: is signed by a key that no ticket names for ${by}`)
    return isNamed
  })
}

const genuineExported = (heads: FoundHead[], faults: string[]) =>
  heads.filter((found) => {
    const isRight = isGenuine(found, [])
    if (!isRight && found.of === PLATFORM_LOG) {
      faults.push(`the head ${found.head.seq} in the export is not signed by the edge of party ${partyOf(found.by)}`)
    } else if (!isRight) {
      faults.push(
        `${found.name}, line ${found.line}: the edge of party ${partyOf(found.of)} did not sign this head of its log: the platform forged it`,
      )
    }
    return isRight
  })

async function checkPlatform(exported: OpenPlatformLog, stored: FoundHead[], edges: ReadEdge[], result: Verification) {
  const { name, header } = exported
  const witnesses = platformWitnesses(header, stored, edges, result)
  const times = header.edges.flatMap((edge) => linkedUntil(stored, edge) ?? [])
  const log = await readPlatform(exported, {
    seqs: new Set(witnesses.map(({ head }) => head.seq)),
    times,
    tokens: new Set(edges.flatMap(({ tokens }) => [...tokens.keys()])),
  })
  const { chain } = log
  result.read.push(`${name}: ${chain.head.seq} entries of the platform, exported ${header.exportTime}`)
  if (chain.fault) result.faults.push(`${name}, ${chain.fault.text}`)
  else if (chain.head.seq !== header.head.seq || chain.head.hash !== header.head.hash) {
    result.faults.push(`${name}, ${endsEarly(chain, header.head.seq)}`)
  }
  result.faults.push(...contradictions(name, chain, log.found, witnesses))
  checkHeader(name, header, log, stored, edges, result)
  if (chain.fault) return log
  result.faults.push(...checkEdgesSigned(name, header, stored, log))
  for (const edge of edges) result.faults.push(...checkTokens(header, log, edge))
  return log
}

/** Returns all heads of the platform's log that were recorded or signed by others. */
function platformWitnesses(
  header: PlatformLogHeader,
  stored: FoundHead[],
  edges: ReadEdge[],
  result: Verification,
): Witness[] {
  const witnesses = stored
    .filter(({ of }) => of === PLATFORM_LOG)
    .map(({ head, by }): Witness => ({ head, says: `the edge of party ${partyOf(by)} signed` }))
  for (const { name, notes, heads } of edges) {
    const known = [
      ...notes.map(({ head, placed }) => ({
        head,
        time: placed.entry.time,
        says: `${name} (line ${placed.line}) wrote down`,
      })),
      ...heads
        .filter(({ of }) => of === PLATFORM_LOG)
        .map(({ head, time, line }) => ({
          head,
          time,
          says: `the platform signed itself (${name}, countersigned heads, line ${line})`,
        })),
    ]
    const isLater = ({ head, time }: (typeof known)[number]) =>
      head.seq > header.head.seq && (time ?? '') > header.exportTime
    const later = new Set(known.filter(isLater).map(({ head }) => head.seq)).size
    witnesses.push(...known.filter((one) => !isLater(one)))
    if (later > 0) {
      result.notes.push(`${name} knows ${later} newer heads of the platform’s log: export it again to check them`)
    }
  }
  return witnesses
}

function checkHeader(
  name: string,
  header: PlatformLogHeader,
  log: PlatformReading,
  stored: FoundHead[],
  edges: EdgeReading[],
  { faults, notes }: Verification,
) {
  const { enrolledKeys, chain } = log
  const { signature, ...signed } = header
  const keys = header.signingKeys.map(publicKeyOf)
  if (!isSignedBy(keys, signed, signature)) faults.push(`${name}, line 1: was altered: its signature does not fit`)
  const isWhole = chain.fault === undefined
  for (const { partyId, linkPublicKey, hasRewoundLog } of header.edges) {
    // Without a signature of the edge, this is only a claim of the platform.
    if (hasRewoundLog) {
      notes.push(
        `the platform says that the edge of party ${partyId} reported a log that does not continue its earlier one: check that edge’s log`,
      )
    }
    if (isWhole && enrolledKeys.get(partyId)?.at(-1) !== sha256(linkPublicKey)) {
      faults.push(`${name}, line 1: the key of party ${partyId}’s edge is not the one that was enrolled`)
    }
  }
  const strange = stored.find(
    ({ of, key = '' }) => of !== PLATFORM_LOG && !enrolledKeys.get(partyOf(of) ?? '')?.includes(sha256(key)),
  )
  if (isWhole && strange) {
    faults.push(
      `${name}, line ${strange.line}: is signed by a key that was never enrolled for party ${partyOf(strange.of)}`,
    )
  }
  for (const edge of edges) {
    const listed = header.edges.find(({ partyId }) => partyId === edge.partyId)
    if (!listed) faults.push(`${name} names no edge of party ${edge.partyId ?? 'unknown'} (${edge.name})`)
    else if (isEarlier(edge, log))
      notes.push(`${edge.name} is the log of an edge of party ${edge.partyId} that another edge has replaced`)
    else if (edge.linkPublicKey && publicText(listed.linkPublicKey) !== publicText(edge.linkPublicKey)) {
      faults.push(`${name}, line 1: the key of party ${edge.partyId}’s edge is not the one ${edge.name} has`)
    }
  }
}

/**
 * Returns whether, according to the platform's log, another edge of the party replaced the edge that wrote this log.
 * The approval is checked separately.
 */
function isEarlier({ partyId = '', ownKeys }: EdgeReading, { enrolledKeys }: PlatformReading): boolean {
  const enrolled = enrolledKeys.get(partyId) ?? []
  const isBefore = (key: string) => enrolled.includes(key) && enrolled.at(-1) !== key
  return ownKeys.size > 0 && [...ownKeys].every(isBefore)
}

/** The logs with which an edge's log is compared. */
interface Against {
  header: PlatformLogHeader | undefined
  log: PlatformReading | undefined
  stored: FoundHead[]
  edges: ReadEdge[]
}

function checkEdge(edge: ReadEdge, against: Against, result: Verification) {
  const { header, stored } = against
  const { name, chain, found, partyId, heads } = edge
  result.read.push(`${name}: ${chain.head.seq} entries of the edge of party ${partyId ?? 'unknown'}`)
  if (chain.fault) result.faults.push(`${name}, ${chain.fault.text}`)
  if (edge.countersigned.length === 0) result.notes.push(`${name}: no head signed by the platform is with it`)
  const witnesses = edgeWitnesses(edge, against, result)
  result.faults.push(...contradictions(name, chain, found, witnesses))
  if (!chain.fault) result.faults.push(...checkKeptHeads(edge), ...checkWhatIsOwed(edge, heads))
  if (header) result.faults.push(...checkPlatformKept(header, stored, edge, heads))
}

/**
 * Returns the heads of this edge's log that the platform and other edges signed, and those that the edge signed and
 * others store.
 */
function edgeWitnesses(edge: ReadEdge, { header, log, stored, edges }: Against, { notes }: Verification): Witness[] {
  const { name, partyId } = edge
  const owner = ownerOf(edge)
  const isOwn = ({ of }: FoundHead) => of === owner
  const witnesses = edge.heads.filter(isOwn).map(({ head, by }): Witness => {
    return { head, says: by === PLATFORM_LOG ? 'the platform signed' : `the edge of party ${partyOf(by)} signed` }
  })
  // The signatures of the party's current edge concern this log, unless the current edge has replaced the edge that
  // wrote it.
  const listed = header?.edges.find((one) => one.partyId === partyId)
  const current = log && isEarlier(edge, log) ? undefined : listed?.linkPublicKey
  const isKnownKey = ({ key = '' }: FoundHead) =>
    edge.ownKeys.size === 0 || edge.ownKeys.has(sha256(key)) || key === current
  const elsewhere = [...stored, ...edges.filter((other) => other !== edge).flatMap(({ heads }) => heads)].filter(isOwn)
  const others = elsewhere.filter((one) => !isKnownKey(one)).length
  if (others > 0)
    notes.push(`${others} heads are of another edge of party ${partyId}, before or after the one whose log is ${name}`)
  let later = 0
  for (const one of elsewhere.filter(isKnownKey)) {
    const isOfExport = header !== undefined && (one.time ?? '') <= header.exportTime
    if (one.head.seq > edge.chain.head.seq && !isOfExport) later += 1
    else witnesses.push({ head: one.head, says: `it signed itself (${one.name}, line ${one.line})` })
  }
  if (later > 0) notes.push(`${later} heads of the log of party ${partyId} are newer than ${name}: copy it again`)
  return witnesses
}

/**
 * Reports parties that signed two different heads with the same number, which means that they write two logs. This
 * needs no further evidence.
 */
function checkForks(heads: FoundHead[], faults: string[]) {
  const signed = new Map<string, FoundHead>()
  const reported = new Set<string>()
  for (const found of heads.filter(({ of, by }) => of === by)) {
    const { of, key = '', head } = found
    const place = `${of} ${key} ${head.seq}`
    const first = signed.get(place)
    signed.set(place, first ?? found)
    if (!first || first.head.hash === head.hash || reported.has(of)) continue
    reported.add(of)
    const whose = of === PLATFORM_LOG ? 'the platform' : `the edge of party ${partyOf(of)}`
    const where = [first, found].map(({ name, line }) => `${name}, line ${line}`).join(' and ')
    faults.push(`${whose} signed two logs: its entry ${head.seq} is not the same in ${where}`)
  }
}

/**
 * Returns the first head that others know and that the log lacks or contradicts. If the chain is intact, the log was
 * rewritten from a line between the last matching head and the first other head.
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
      // After a changed line, the heads allow no further conclusions.
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
