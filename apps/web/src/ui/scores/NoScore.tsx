import { GROUP_ROWS, GROUPED_FROM } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { phrases } from './phrases.ts'

/** Explains why a model has no score: no party has enough rows for a validation split. */
export function NoScore({ rows }: { rows: string }) {
  const t = usePhrases(phrases)
  return <p className="t-soft">{t('noScore', { rows, group: GROUP_ROWS, least: GROUPED_FROM })}</p>
}
