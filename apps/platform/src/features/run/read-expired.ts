import type { RunFailure } from '@tessera/contract'
import { federationRanOutOn } from '../../fleet/authority.ts'
import type { Deps } from '../../lib/deps.ts'
import { shownRanOutOn } from '../../lib/tls.ts'

/** A certificate of ours that ran out, as what a run waits for: no party that it keeps away is at fault. */
export type Expired = Pick<RunFailure, 'code' | 'params'>

/** Without it no SuperNode comes in and nobody asks the SuperLink; without the platform's own no edge's link does. */
export const FLEET_EXPIRED = 'run.fleet-expired'

/** Undefined while all that we show holds. */
export async function readExpired({ settings, clock }: Pick<Deps, 'settings' | 'clock'>): Promise<Expired | undefined> {
  const now = clock.now()
  const fleet = await federationRanOutOn(settings.DATA_DIR, now)
  if (fleet) return expiredOn(FLEET_EXPIRED, fleet)
  const shown = await shownRanOutOn(settings, now)
  return shown && expiredOn('run.platform-expired', shown)
}

const expiredOn = (code: string, date: Date): Expired => ({ code, params: { date: date.toISOString().slice(0, 10) } })
