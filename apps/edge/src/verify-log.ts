/**
 * `node src/verify-log.ts <DATA_DIR>`: checks an edge's decision log without asking anybody. Every entry must follow from
 * the one before it, and every head the platform has countersigned must still be there as it was signed.
 */
import { createPublicKey, verify } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { LogHead, logHeadText } from '@tessera/contract'
import { CHAIN_START, findBrokenEntry } from '@tessera/server'
import { z } from 'zod'
import { countersignedPath, decisionLogPath, platformKeysPath, readEntries, readLines } from './lib/decision-log.ts'

const Countersigned = z.object({ head: LogHead, signature: z.string() })

export interface Verification {
  entries: number
  head: LogHead
  countersigned: number
  /** The first thing that is wrong. */
  problem: string | null
}

export async function verifyLog(dataDir: string): Promise<Verification> {
  const hashes: string[] = [CHAIN_START.hash]
  let head = CHAIN_START
  for await (const entry of readEntries(decisionLogPath(dataDir))) {
    if (findBrokenEntry([entry], head)) {
      return {
        entries: head.seq,
        head,
        countersigned: 0,
        problem: `entry ${head.seq + 1} does not follow from the one before it`,
      }
    }
    head = { seq: entry.seq, hash: entry.hash }
    hashes.push(entry.hash)
  }
  const { count, problem } = checkCountersigned(dataDir, hashes)
  return { entries: head.seq, head, countersigned: count, problem }
}

function checkCountersigned(dataDir: string, hashes: string[]): { count: number; problem: string | null } {
  const keysPath = platformKeysPath(dataDir)
  const keys = existsSync(keysPath)
    ? (JSON.parse(readFileSync(keysPath, 'utf8')).keys as object[]).map((jwk) =>
        createPublicKey({ key: jwk as never, format: 'jwk' }),
      )
    : []
  let count = 0
  for (const line of readLines(countersignedPath(dataDir))) {
    const { head, signature } = Countersigned.parse(JSON.parse(line))
    const text = Buffer.from(logHeadText(head))
    const isSigned = keys.some((key) => verify(null, text, key, Buffer.from(signature, 'base64url')))
    if (!isSigned) return { count, problem: `the countersignature of entry ${head.seq} is not the platform's` }
    if (hashes[head.seq] !== head.hash) {
      return { count, problem: `entry ${head.seq} is not what the platform countersigned: the log was changed or cut` }
    }
    count += 1
  }
  return { count, problem: null }
}

if (import.meta.main) {
  const dataDir = process.argv[2] ?? process.env.DATA_DIR
  if (!dataDir) {
    console.error('usage: node src/verify-log.ts <DATA_DIR>')
    process.exit(2)
  }
  const { entries, head, countersigned, problem } = await verifyLog(dataDir)
  console.log(problem ?? `${entries} entries, ${countersigned} countersigned heads: whole (head ${head.hash})`)
  process.exit(problem ? 1 : 0)
}
