import { createHash } from 'node:crypto'
import { edgeSubject, KnownHead, logHeadText, PLATFORM_LOG } from '@tessera/contract'
import { z } from 'zod'
import { EdgeHeadLine, isSignedBy, type PlatformLogHeader, publicKeyOf } from './platform-log.ts'

/** A signed log head, and where it was found. */
export interface FoundHead extends KnownHead {
  /** Name of the file that contains the head, and the line. */
  name: string
  line: number
  /** When the head was stored. Absent for heads in the header of an export. */
  time?: string | undefined
}

const Line = KnownHead.extend({ time: z.string() })

/** Reads the signed heads in an edge's file. */
export function readHeadLines(name: string, lines: string[], faults: string[]) {
  return lines.flatMap((text, index): FoundHead[] => {
    const line = index + 1
    const head = Line.safeParse(jsonOf(text))
    if (head.success) return [{ ...head.data, name, line }]
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

export function isGenuine({ of, by, key, head, signature }: FoundHead, platformKeys: object[]): boolean {
  const keys = by === PLATFORM_LOG ? platformKeys.map(publicKeyOf) : [publicKeyOf(key ?? '')]
  return isSignedBy(keys, logHeadText(of, head), signature)
}

/**
 * Reads the heads that follow the first line of an export. Returns a description of the problem if they are invalid.
 */
export async function storeEdgeHeads(
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
