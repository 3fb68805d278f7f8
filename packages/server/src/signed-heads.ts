import { createHash } from 'node:crypto'
import { edgeSubject, KnownHead, type LogHead, logHeadText, PLATFORM_LOG, SignedHead } from '@tessera/contract'
import { z } from 'zod'
import { EdgeHeadLine, isSignedBy, type PlatformLogHeader, publicKeyOf } from './platform-log.ts'

/** A head that somebody signed, with where it was found. */
export interface FoundHead extends KnownHead {
  /** Whose file it is in, and on which line. */
  name: string
  line: number
  /** When it was kept; absent from edges of earlier versions. */
  time?: string | undefined
}

const Line = KnownHead.extend({ time: z.string() })

/** Heads in an edge's file; those of earlier versions were all of its own log, by the platform. */
export function readHeadLines(name: string, lines: string[], partyId: string | undefined, faults: string[]) {
  return lines.flatMap((text, index): FoundHead[] => {
    const line = index + 1
    const parsed = jsonOf(text)
    const head = Line.safeParse(parsed)
    if (head.success) return [{ ...head.data, name, line }]
    const older = SignedHead.safeParse(parsed)
    if (older.success) return [{ of: edgeSubject(partyId ?? ''), by: PLATFORM_LOG, ...older.data, name, line }]
    faults.push(`${name}, countersigned heads, line ${line}: cannot be read`)
    return []
  })
}

export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Before heads said whose log they are of. */
const olderText = ({ seq, hash }: LogHead) => `tessera log head ${seq} ${hash}`

export function isGenuine({ of, by, key, head, signature, time }: FoundHead, platformKeys: object[]): boolean {
  const keys = by === PLATFORM_LOG ? platformKeys.map(publicKeyOf) : [publicKeyOf(key ?? '')]
  if (isSignedBy(keys, logHeadText(of, head), signature)) return true
  return time === undefined && isSignedBy(keys, olderText(head), signature)
}

/** Takes the heads that follow the first line of an export from its lines; a string says what is wrong. */
export async function takeEdgeHeads(
  name: string,
  { edgeHeads, edges }: PlatformLogHeader,
  lines: AsyncIterator<string>,
): Promise<FoundHead[] | string> {
  const hash = createHash('sha256')
  const heads: FoundHead[] = []
  for (let line = 2; line < edgeHeads.count + 2; line++) {
    const next = await lines.next()
    const head = EdgeHeadLine.safeParse(next.done ? undefined : jsonOf(next.value))
    if (!head.success) return `line ${line}: cannot be read as a head that an edge signed: it was altered or cut`
    const owner = edgeSubject(head.data.partyId)
    heads.push({ of: owner, by: owner, key: head.data.publicKey, ...head.data, name, line })
    hash.update(`${next.value}\n`)
  }
  if (hash.digest('hex') !== edgeHeads.sha256) {
    return `lines 2 to ${edgeHeads.count + 1}: are not the heads that edges signed: one was altered, removed or moved`
  }
  const countersigned = edges.flatMap(({ partyId, linkPublicKey: key, countersigned }) =>
    countersigned ? [{ of: PLATFORM_LOG, by: edgeSubject(partyId), key, ...countersigned, name, line: 1 }] : [],
  )
  return [...heads, ...countersigned]
}
