import { type EdgePresence, readEdges } from '../environment/index.ts'
import type { PartyPresence } from './judge-run.ts'
import type { RunState } from './run-state.ts'

type PresenceDeps = Parameters<typeof readEdges>[0]

/** Returns the current state of the run's parties and their edges. */
export async function readPartyPresence(deps: PresenceDeps, run: Pick<RunState, 'parties'>): Promise<PartyPresence[]> {
  const ids = run.parties.map(({ partyId }) => partyId)
  const edges = await readEdges(deps, ids)
  return ids.map((partyId) => presenceOf(partyId, edges.get(partyId)))
}

const presenceOf = (partyId: string, edge: EdgePresence | undefined): PartyPresence => ({
  partyId,
  isRevoked: edge?.isRevoked ?? false,
  isOnline: edge?.isOnline ?? false,
  lastSeen: edge?.lastSeen ?? null,
  supernode: edge?.components.supernode ?? 'failed',
  runner: edge?.components.runner ?? 'failed',
})
