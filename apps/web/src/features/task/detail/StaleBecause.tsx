import type { StaleReason } from '@tessera/contract'
import { usePhrases } from '../../../lib/i18n.ts'
import { taskPhrases } from '../phrases.ts'

const KNOWN = [
  ...(['plan', 'parties', 'rows', 'code', 'algorithm', 'kind', 'columns', 'label', 'time', 'classes'] as const),
  ...(['maxRounds', 'ownTables', 'start'] as const),
]

/** What of a ticket is not as it was signed. */
export function StaleBecause({ reasons = [] }: { reasons: StaleReason[] | undefined }) {
  const t = usePhrases(taskPhrases)
  if (reasons.length === 0) return null
  const inWords = (reason: StaleReason) => {
    const known = KNOWN.find((name) => name === reason)
    if (known) return t(`stale.${known}`)
    const [, ofColumn] = /^categories\.(.*)$/s.exec(reason) ?? []
    if (ofColumn !== undefined) return t('stale.categories', { name: ofColumn })
    return t('stale.parameter', { name: reason.replace(/^parameters\./, '') })
  }
  const changes = reasons.filter((reason) => reason !== 'stages').map(inWords)
  return (
    <span className="t-soft">
      {changes.length > 0 ? t('stale.because', { what: changes.join(t('list.separator')) }) : t('stale.used')}
    </span>
  )
}
