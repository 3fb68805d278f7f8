import type { StaleReason } from '@tessera/contract'
import { usePhrases } from '../../../lib/i18n.ts'
import { taskPhrases } from '../phrases.ts'

const KNOWN = ['plan', 'parties', 'rows', 'code', 'algorithm', 'columns', 'label', 'maxRounds', 'ownTables'] as const

/** What of a ticket is not as it was signed. */
export function StaleBecause({ reasons = [] }: { reasons: StaleReason[] | undefined }) {
  const t = usePhrases(taskPhrases)
  if (reasons.length === 0) return null
  const inWords = (reason: StaleReason) => {
    const known = KNOWN.find((name) => name === reason)
    return known ? t(`stale.${known}`) : t('stale.parameter', { name: reason.replace(/^parameters\./, '') })
  }
  const changes = reasons.filter((reason) => reason !== 'stages').map(inWords)
  return (
    <span className="t-soft">
      {changes.length > 0 ? t('stale.because', { what: changes.join(t('list.separator')) }) : t('stale.used')}
    </span>
  )
}
