import { edgeSubject, PLATFORM_LOG } from '@tessera/contract'
import type { PlatformLogHeader } from './platform-log.ts'
import { type EdgeReading, hashesOf, ownerOf, type PlatformReading } from './read-logs.ts'
import type { FoundHead } from './signed-heads.ts'
import { describeEntry } from './verify-chain.ts'

/**
 * Number of connection notes in an edge's log after which each side must have received and signed a head of the other
 * side's log.
 */
const NOTES_BETWEEN = 3
const MINUTE_MS = 60_000
/** Tolerance for differences between the clocks of two machines, and for a log head in transit. */
const LEEWAY_MS = 5 * MINUTE_MS

const before = (time: string, ms: number) => new Date(Date.parse(time) - ms).toISOString()

/** Checks that the file of signed heads has the length and content that the log states. */
export function checkKeptHeads({ name, notes, countersigned }: EdgeReading): string[] {
  const noted = notes.flatMap(({ placed, kept }) => (kept ? [{ placed, kept }] : []))
  const hashes = hashesOf(countersigned, new Set(noted.map(({ kept }) => kept.lines)))
  const wrong = noted.find(({ kept }) => hashes.get(kept.lines) !== kept.sha256)
  if (!wrong) return []
  const { lines } = wrong.kept
  const what =
    countersigned.length < lines ? `holds ${countersigned.length} lines: it was emptied or cut` : 'was altered'
  return [`${name}, countersigned heads: ${describeEntry(wrong.placed)} notes ${lines} of them, and the file ${what}`]
}

/**
 * Checks that the platform and the parties with which the edge trained have signed the heads of its log, if they had
 * enough time.
 */
export function checkWhatIsOwed(edge: EdgeReading, heads: FoundHead[]): string[] {
  const { name, notes, runs } = edge
  const own = heads.filter(({ of }) => of === ownerOf(edge))
  const newest = (by: string) => Math.max(0, ...own.filter((head) => head.by === by).map(({ head }) => head.seq))
  const faults: string[] = []
  const linked = notes.filter(({ kept }) => kept)
  const since = linked.at(-NOTES_BETWEEN)
  const signed = newest(PLATFORM_LOG)
  if (since && signed < since.placed.entry.seq) {
    faults.push(
      `${name}: a countersignature is missing: linked since ${describeEntry(since.placed)}, the platform signed nothing after entry ${signed}`,
    )
  }
  for (const { runId, partners, first, last } of runs) {
    if (linked.filter(({ placed }) => placed.line > last.line).length < NOTES_BETWEEN) continue
    for (const partyId of partners) {
      const by = edgeSubject(partyId)
      const hasTheirs = heads.some((one) => one.of === by && one.by === by && (one.time ?? '') >= first.entry.time)
      const what = `the edge of party ${partyId}, with which run ${runId} trained (${describeEntry(first)})`
      if (!hasTheirs) faults.push(`${name}: a head is missing: of ${what}, none was stored since`)
      if (newest(by) < first.entry.seq) {
        faults.push(`${name}: a countersignature is missing: ${what}, signed none since.${lastSeen(heads, by)}`)
      }
    }
  }
  return faults
}

/**
 * Returns when a party's edge was last known to be connected. An edge that was offline need not have signed yet.
 * However, the platform could also have withheld its signatures, so a missing signature counts as a fault.
 */
function lastSeen(heads: FoundHead[], by: string): string {
  const last = heads
    .flatMap((head) => (head.by === by && head.time ? [head.time] : []))
    .sort()
    .at(-1)
  return last ? ` Its last head is of ${last}: since then it was offline, or its heads were withheld` : ''
}

/**
 * Returns the time until which an edge was connected long enough to have signed the heads of the platform's log of that
 * time. An earlier edge of the party signed for its own time.
 */
export function linkedUntil(
  heads: FoundHead[],
  { partyId, linkPublicKey }: PlatformLogHeader['edges'][number],
): string | undefined {
  const owner = edgeSubject(partyId)
  const own = heads.filter(({ of, by, key }) => of === owner && by === owner && key === linkPublicKey)
  const times = own.flatMap(({ time }) => time ?? []).sort()
  const time = times.at(-NOTES_BETWEEN)
  return time && before(time, MINUTE_MS)
}

/** Checks that the edges signed the heads of the platform's log. */
export function checkEdgesSigned(name: string, header: PlatformLogHeader, heads: FoundHead[], log: PlatformReading) {
  return header.edges.flatMap((edge) => {
    const { partyId, countersigned } = edge
    const until = linkedUntil(heads, edge)
    const signed = countersigned?.head.seq ?? 0
    if (!until || signed >= log.entryAt(until)) return []
    return [
      `${name}: a countersignature is missing: linked at ${until}, the edge of party ${partyId} signed nothing after entry ${signed}`,
    ]
  })
}

/** Checks that the platform still stores the heads that it signed for an edge. If one is missing, it was removed. */
export function checkPlatformKept(header: PlatformLogHeader, kept: FoundHead[], edge: EdgeReading, heads: FoundHead[]) {
  const owner = ownerOf(edge)
  const known = new Set(kept.filter(({ of }) => of === owner).map(({ head }) => `${head.seq} ${head.hash}`))
  const until = before(header.exportTime, LEEWAY_MS)
  const lost = heads.find(
    ({ of, by, head, time }) =>
      of === owner && by === PLATFORM_LOG && time && time <= until && !known.has(`${head.seq} ${head.hash}`),
  )
  if (!lost) return []
  return [
    `the export lacks the head ${lost.head.seq} of the edge of party ${edge.partyId}, which the platform signed (${edge.name}, countersigned heads, line ${lost.line}): stored heads were removed`,
  ]
}

/**
 * Checks that the platform issued every token with which rows and results were read at an edge. A token that it did not
 * issue was forged with its key.
 */
export function checkTokens(
  header: PlatformLogHeader,
  { issued }: PlatformReading,
  { name, partyId, tokens }: EdgeReading,
) {
  const until = before(header.exportTime, LEEWAY_MS)
  const made = [...tokens].find(([id, { entry }]) => {
    const one = issued.get(id)
    return entry.time <= until && !(one?.partyId === partyId && one?.userId === entry.data.userId)
  })
  if (!made) return []
  const [id, placed] = made
  return [
    `${name}, ${describeEntry(placed)}: what was read was read with token ${id}, which the platform’s log never issued`,
  ]
}
