import { useQuery } from '@tanstack/react-query'
import type { Party } from '@tessera/contract'
import { Alert } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { edgeQuery } from './edge-api.ts'
import { partyPhrases } from './phrases.ts'

/** Says which of the party's edge and the platform is to be updated, and to what, before they can train. */
export function ReleaseNote({ party }: { party: Party }) {
  const t = usePhrases(partyPhrases)
  const release = useQuery(edgeQuery(party.id)).data?.release
  if (!release) return null
  const { older, platform, edge } = release
  const versions = { platform, edge: edge ?? t('edge.release.earlier') }
  return (
    <Alert
      type="warning"
      showIcon
      title={t(`edge.release.${older}`)}
      description={t(`edge.release.${older}Help`, versions)}
    />
  )
}
