import { FOLD_ROWS } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { phrases } from './phrases.ts'

/** Why a model has no score: its rows are too few for a fit without some of them. */
export function NoScore({ rows }: { rows: string }) {
  const t = usePhrases(phrases)
  return <p className="t-soft">{t('noScore', { rows, fold: FOLD_ROWS, least: 2 * FOLD_ROWS })}</p>
}
