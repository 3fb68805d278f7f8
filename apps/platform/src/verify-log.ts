import { verify } from 'node:crypto'
import { logHeadText } from '@tessera/contract'
import { BadSettings, findBrokenEntry } from '@tessera/server'
import type { Db } from './db/pool.ts'
import { openDatabase } from './db/pool.ts'
import { listEdgeProofs } from './features/environment/index.ts'
import { listPlatformLog } from './lib/audit.ts'
import { readPlatformSettings } from './settings.ts'

/** What is wrong with the platform's log, in words; nothing means it is whole. Needs nobody's help. */
export async function findLogFaults(db: Db): Promise<string[]> {
  const entries = await listPlatformLog(db)
  const broken = findBrokenEntry(entries)
  if (broken) return [`entry ${broken.seq} (${broken.kind}, ${broken.time}) does not follow from the one before it`]
  const faults: string[] = []
  for (const { partyId, linkPublicKey, countersigned, hasRewoundLog } of await listEdgeProofs(db)) {
    if (hasRewoundLog) faults.push(`the edge of party ${partyId} told of a log that does not continue its earlier one`)
    if (!countersigned) continue
    const { head, signature } = countersigned
    const isSigned = verify(null, Buffer.from(logHeadText(head)), linkPublicKey, Buffer.from(signature, 'base64url'))
    const isOurs = entries[head.seq - 1]?.hash === head.hash
    if (!isSigned || !isOurs) faults.push(`entry ${head.seq} is not the one the edge of party ${partyId} signed`)
  }
  return faults
}

if (import.meta.main) {
  try {
    const database = await openDatabase(readPlatformSettings())
    const faults = await findLogFaults(database.db)
    await database.close()
    console.log(faults.length === 0 ? 'The log is whole.' : faults.join('\n'))
    process.exitCode = faults.length === 0 ? 0 : 1
  } catch (error) {
    console.error(error instanceof BadSettings ? error.message : error)
    process.exit(2)
  }
}
