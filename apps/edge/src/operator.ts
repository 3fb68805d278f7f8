import { join } from 'node:path'
import { acquireLock } from '@tessera/server'
import { openDb } from './db/open.ts'
import { resetByOperator, Secrets } from './features/signing/index.ts'
import { DecisionLog } from './lib/decision-log.ts'

type Reset = Parameters<typeof resetByOperator>[1]

/**
 * Resets a member on a stopped edge, for the operator's command. The edge must be stopped, because two processes must
 * not write to the same log.
 */
export async function resetAtMachine(dataDir: string, reset: Reset): Promise<string | undefined> {
  const giveBack = acquireLock(
    join(dataDir, 'edge.lock'),
    (holder) => `The edge is running, ${holder}. Stop it first, and start it afterwards.`,
  )
  const db = openDb(dataDir)
  const now = () => new Date()
  const log = new DecisionLog(dataDir, now)
  try {
    return await resetByOperator({ db, log, secrets: new Secrets(dataDir), now }, reset)
  } finally {
    log.close()
    db.close()
    giveBack()
  }
}
