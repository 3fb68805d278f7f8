import type { ContentType, Run } from '@tessera/contract'
import { FederationPicture } from '../../ui/federation/FederationPicture.tsx'
import { flowOf, watchOf } from '../../ui/federation/flow.ts'

/**
 * The parties of a run around the platform. Shows the current work of each party if its edge has reported it, because a
 * round can take minutes.
 */
export function RunPicture({ run, contentType }: { run: Run; contentType: ContentType | null | undefined }) {
  const watched = { phase: run.phase, watch: watchOf(run) }
  const parties = run.parties.map(({ partyId, partyName, isOnline, rowsOffered }) => ({
    id: partyId,
    name: partyName,
    isOnline,
    rowCount: rowsOffered,
    flow: flowOf(watched, partyId),
  }))
  return <FederationPicture parties={parties} contentType={contentType} />
}
