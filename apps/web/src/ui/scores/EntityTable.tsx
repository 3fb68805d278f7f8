import type { EntityScores } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { phrases } from './phrases.ts'
import { SharesTable } from './SharesTable.tsx'

const SHARES = ['precision', 'recall', 'f1'] as const

interface Props {
  entities: EntityScores[]
  of?: 'entity' | 'label'
}

/** The scores of each entity type, in entities and percent, or those of each label, in rows. */
export function EntityTable({ entities, of = 'entity' }: Props) {
  const t = usePhrases(phrases)
  return (
    <SharesTable
      head={t(of)}
      names={SHARES.map((share) => t(share))}
      helps={SHARES.map((share) => t(`help.${share}`))}
      rows={entities.map((scores) => ({ name: scores.type, shares: SHARES.map((share) => scores[share]) }))}
    />
  )
}
