import { useQuery } from '@tanstack/react-query'
import type { Party } from '@tessera/contract'
import { Alert } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { edgeQuery } from './edge-api.ts'
import { partyPhrases } from './phrases.ts'

/** Says so where the party's edge runs what others wrote without walls, or runs none of it because it has no walls. */
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
