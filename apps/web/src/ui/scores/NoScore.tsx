import { FOLD_ROWS, GROUP_ROWS, GROUPED_FROM } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { phrases } from './phrases.ts'

/** Why a model has no score: too few rows for a fit without some of them, or `isAside`, too few rows that were set aside. */
export function NoScore({ rows, isAside = false }: { rows: string; isAside?: boolean }) {
  const t = usePhrases(phrases)
  return (
    <p className="t-soft">
      {isAside
        ? t('noScore.aside', { rows, group: GROUP_ROWS, least: GROUPED_FROM })
        : t('noScore', { rows, fold: FOLD_ROWS, least: 2 * FOLD_ROWS })}
    </p>
  )
}
