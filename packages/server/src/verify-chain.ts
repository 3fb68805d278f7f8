import type { LogHead } from '@tessera/contract'
import { z } from 'zod'
import { CHAIN_START, type ChainEntry, nextEntry } from './hash-chain.ts'

/** An entry must not contain fields that its hash does not cover. */
const Entry = z.strictObject({
  seq: z.int(),
  time: z.string(),
  kind: z.string(),
  data: z.record(z.string(), z.unknown()),
  previous: z.string(),
  hash: z.string(),
})

export interface PlacedEntry {
  line: number
  entry: ChainEntry
}

/** Description of the fault, beginning with its line. */
export interface ChainFault {
  line: number
  text: string
}

export interface ChainReading {
  /** Head of the log at the last entry up to which the chain is intact. */
  head: LogHead
  line: number
  fault: ChainFault | undefined
}

/**
 * Reads a log line by line, using little memory, and calls `look` with each entry that follows from the previous one.
 * If an entry does not follow, later lines are read to find the cause, and the first changed line is named.
 */
export async function readChain(
  lines: AsyncIterable<string>,
  look: (placed: PlacedEntry) => void,
  firstLine = 1,
): Promise<ChainReading> {
  const rest = numbered(lines, firstLine)
  let last: PlacedEntry | undefined
  for (;;) {
    const next = await rest.next()
    const head = last?.entry ?? CHAIN_START
    const reading = { head: { seq: head.seq, hash: head.hash }, line: last?.line ?? firstLine - 1 }
    if (next.done) return { ...reading, fault: undefined }
    const { line, text } = next.value
    const entry = parseEntry(text)
    if (!entry) return { ...reading, fault: { line, text: unreadable(line, head.seq + 1) } }
    const placed = { line, entry }
    if (hashOf(entry) !== entry.hash) {
      return {
        ...reading,
        fault: { line, text: `${describeEntry(placed)} was altered: it does not give its own hash` },
      }
    }
    if (entry.seq !== head.seq + 1 || entry.previous !== head.hash) {
      return { ...reading, fault: await explain(last, placed, rest) }
    }
    look(placed)
    last = placed
  }
}

/** Returns a description such as `line 5: entry 4 (party.created, 2026-11-21T10:00:00.000Z)`. */
export const describeEntry = ({ line, entry }: PlacedEntry): string =>
  `line ${line}: entry ${entry.seq} (${entry.kind}, ${entry.time})`

/** Returns why an entry that is valid in itself does not follow from the previous one. */
async function explain(
  last: PlacedEntry | undefined,
  odd: PlacedEntry,
  rest: AsyncIterable<{ line: number; text: string }>,
): Promise<ChainFault> {
  const seq = last?.entry.seq ?? 0
  const at = (placed: PlacedEntry, text: string): ChainFault => ({
    line: placed.line,
    text: `${describeEntry(placed)} ${text}`,
  })
  if (odd.entry.seq > seq + 1) {
    const moved = await find(rest, (entry) => entry.seq === seq + 1)
    if (moved) return at(odd, `is where entry ${seq + 1} belongs, which is on line ${moved.line}: lines were moved`)
    const until = odd.entry.seq - 1
    const gone = until === seq + 1 ? `entry ${until} was` : `entries ${seq + 1} to ${until} were`
    return at(odd, `does not follow from the line before: ${gone} removed`)
  }
  if (!last) return at(odd, 'does not begin a log')
  if (odd.entry.seq === seq + 1) {
    return at(last, `was rewritten: the entry after it, on line ${odd.line}, names another hash for it`)
  }
  if (odd.entry.seq < seq) return at(odd, 'was inserted: a line before has this number already')
  // Two entries have the same number, but the next entry can follow from only one of them.
  const after = await find(rest, (entry) => entry.seq === seq + 1)
  const isRepeated = odd.entry.hash === last.entry.hash
  return after?.entry.previous === odd.entry.hash && !isRepeated
    ? at(last, `was inserted: the log continues from the entry with this number on line ${odd.line}`)
    : at(odd, 'was inserted: the line before has this number already')
}

async function find(
  rest: AsyncIterable<{ line: number; text: string }>,
  is: (entry: ChainEntry) => boolean,
): Promise<PlacedEntry | undefined> {
  for await (const { line, text } of rest) {
    const entry = parseEntry(text)
    if (entry && is(entry)) return { line, entry }
  }
  return undefined
}

const unreadable = (line: number, seq: number) =>
  `line ${line}: cannot be read as an entry, where entry ${seq} should be: it was altered or cut`

function parseEntry(text: string): ChainEntry | undefined {
  try {
    return Entry.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Returns the hash of an entry, or undefined if its time is invalid or in another format. */
function hashOf({ seq, previous, kind, data, time }: ChainEntry): string | undefined {
  const moment = new Date(time)
  if (Number.isNaN(moment.getTime()) || moment.toISOString() !== time) return undefined
  return nextEntry({ seq: seq - 1, hash: previous }, kind, data, moment).hash
}

async function* numbered(lines: AsyncIterable<string>, first: number) {
  let line = first
  for await (const text of lines) {
    yield { line, text }
    line += 1
  }
}
