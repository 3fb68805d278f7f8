import { useQuery } from '@tanstack/react-query'
import type { Party } from '@tessera/contract'
import { Alert } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { partyPhrases } from '../phrases.ts'
import { edgeQuery } from './edge-api.ts'

/**
 * Warns if the party's edge runs third-party code without a sandbox, or refuses to run it because it has no sandbox.
 */
export function ConfinementNote({ party }: { party: Party }) {
  const t = usePhrases(partyPhrases)
  const confinement = useQuery(edgeQuery(party.id)).data?.confinement
  if (confinement !== 'off' && confinement !== 'missing') return null
  return (
    <Alert
      type={confinement === 'off' ? 'warning' : 'error'}
      showIcon
      title={t(`edge.confinement.${confinement}`)}
      description={t(`edge.confinement.${confinement}Help`)}
    />
  )
}
