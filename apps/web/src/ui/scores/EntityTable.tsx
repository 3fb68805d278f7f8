import type { EntityScores } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { phrases } from './phrases.ts'
import { SharesTable } from './SharesTable.tsx'

const SHARES = ['precision', 'recall', 'f1'] as const

/** How well each kind of entity is found, in entities and percent. */
export function EntityTable({ entities }: { entities: EntityScores[] }) {
  const t = usePhrases(phrases)
  return (
    <SharesTable
      head={t('entity')}
      names={SHARES.map((share) => t(share))}
      rows={entities.map((scores) => ({ name: scores.type, shares: SHARES.map((share) => scores[share]) }))}
    />
  )
}
