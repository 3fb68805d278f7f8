import { repeat } from '@tessera/server'
import { lt } from 'drizzle-orm'
import { rateLimits } from '../../db/table.ts'
import { after, DAY_MS, HOUR_MS } from '../../lib/clock.ts'
import type { Deps, Stop } from '../../lib/deps.ts'
import { captchas, codes, loginFailures, marketTokens, sessions } from './table.ts'

/**
 * Deletes sessions, codes and counts that expired or were last used more than a day ago. A day is longer than every
 * rate window and idle time.
 */
export async function forgetExpired({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const yesterday = after(clock.now(), -DAY_MS)
  await db.delete(sessions).where(lt(sessions.lastUseTime, yesterday))
  await db.delete(captchas).where(lt(captchas.expiryTime, yesterday))
  await db.delete(codes).where(lt(codes.expiryTime, yesterday))
  await db.delete(marketTokens).where(lt(marketTokens.expiryTime, yesterday))
  await db.delete(loginFailures).where(lt(loginFailures.lastTime, yesterday))
  await db.delete(rateLimits).where(lt(rateLimits.windowStart, yesterday))
}

type Forgetting = Pick<Deps, 'db' | 'clock' | 'log'>

/** Deletes expired rows every hour, and calls the deletions of other features. */
export function repeatDeletions(deps: Forgetting, also: ((deps: Forgetting) => Promise<void>)[]): Stop {
  const forget = async () => {
    for (const one of [forgetExpired, ...also]) await one(deps)
  }
  return repeat(HOUR_MS, () => forget().catch((error) => deps.log.error({ err: error }, 'clearing old entries failed')))
}
