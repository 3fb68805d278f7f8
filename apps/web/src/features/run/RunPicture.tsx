import type { ContentType, Run } from '@tessera/contract'
import { FederationPicture } from '../../ui/federation/FederationPicture.tsx'
import { flowOf, watchOf } from '../../ui/federation/flow.ts'

/** The run's parties around the platform, each with what it works on where its edge has said so: rounds may take minutes. */
export function RunPicture({ run, contentType }: { run: Run; contentType: ContentType | null | undefined }) {
  const watched = { phase: run.phase, watch: watchOf(run) }
  const parties = run.parties.map(({ partyId, partyName, isOnline, rowsOffered }) => ({
    ...{ id: partyId, name: partyName, isOnline, rowCount: rowsOffered },
    flow: flowOf(watched, partyId),
  }))
  return <FederationPicture parties={parties} contentType={contentType} />
}
