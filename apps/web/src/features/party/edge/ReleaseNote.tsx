import { useQuery } from '@tanstack/react-query'
import type { Party } from '@tessera/contract'
import { Alert } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { partyPhrases } from '../phrases.ts'
import { edgeQuery } from './edge-api.ts'

/** Warns that the party's edge or the platform must be updated before training, and names the required version. */
export function ReleaseNote({ party }: { party: Party }) {
  const t = usePhrases(partyPhrases)
  const release = useQuery(edgeQuery(party.id)).data?.release
  if (!release) return null
  const { older, platform, edge } = release
  const versions = { platform, edge }
  return (
    <Alert
      type="warning"
      showIcon
      title={t(`edge.release.${older}`)}
      description={t(`edge.release.${older}Help`, versions)}
    />
  )
}
