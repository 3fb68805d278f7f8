import type { PlatformToEdge } from '@tessera/contract'
import { after, HOUR_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { listRunsEndedSince } from './queries.ts'

/**
 * Returns the stop commands that an edge may have missed while it was offline, for runs that failed or were stopped.
 * Sending a command twice does no harm.
 */
export async function listMissedStops(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  partyId: string,
): Promise<PlatformToEdge[]> {
  const runs = await listRunsEndedSince(db, after(clock.now(), -HOUR_MS))
  return runs
    .filter((run) => run.phase !== 'completed' && run.parties.some((party) => party.partyId === partyId))
    .map(({ id }) => ({ kind: 'stop-run', runId: id }))
}
