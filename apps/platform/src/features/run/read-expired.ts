import type { RunFailure } from '@tessera/contract'
import { federationRanOutOn } from '../../fleet/authority.ts'
import type { Deps } from '../../lib/deps.ts'
import { shownRanOutOn } from '../../lib/tls.ts'

/** An expired certificate of the platform or fleet that makes a run wait. No party is at fault. */
export type Expired = Pick<RunFailure, 'code' | 'params'>

/**
 * Error code for an expired certificate of the fleet, with which no SuperNode or caller can connect. If the platform's
 * certificate has expired, no edge can connect.
 */
export const FLEET_EXPIRED = 'run.fleet-expired'

/** Returns the expired certificate; undefined while the certificates that platform and fleet present are valid. */
export async function readExpired({ settings, clock }: Pick<Deps, 'settings' | 'clock'>): Promise<Expired | undefined> {
  const now = clock.now()
  const fleet = await federationRanOutOn(settings.DATA_DIR, now)
  if (fleet) return expiredOn(FLEET_EXPIRED, fleet)
  const shown = await shownRanOutOn(settings, now)
  return shown && expiredOn('run.platform-expired', shown)
}

const expiredOn = (code: string, date: Date): Expired => ({ code, params: { date: date.toISOString().slice(0, 10) } })
