import type { ContentType, Run } from '@tessera/contract'
import { FederationPicture } from '../../ui/federation/FederationPicture.tsx'
import { flowOf, watchOf } from '../../ui/federation/flow.ts'

/**
 * The parties of a run around the platform, each with its current work if its edge has reported that, because a round
 * can take minutes.
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
