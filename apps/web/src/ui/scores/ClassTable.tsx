import { type ClassScores, positiveClassOf } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { phrases } from './phrases.ts'
import { SharesTable } from './SharesTable.tsx'

export const SHARES = ['sensitivity', 'specificity', 'ppv', 'npv'] as const

interface Props {
  classes: ClassScores[]
  of: 'class' | 'label'
  /** The word for rows of this kind of data. */
  rows: string
  /** Whether all rows are scored, not only the validation rows. */
  isOfAllRows?: boolean
}

/** The one-vs-rest scores of each class, or of each label, in rows and percent. */
export function ClassTable({ classes, of, rows, isOfAllRows = false }: Props) {
  const t = usePhrases(phrases)
  const positive = of === 'class' ? positiveClassOf(classes.map((scores) => scores.class)) : null
  return (
    <>
      <p className="t-soft" style={{ marginBottom: 8 }}>
        {t(of === 'class' ? 'classes.note' : 'labels.note', {
          rows,
          which: t(isOfAllRows ? 'scored.all' : 'scored.rows', { rows }),
        })}
      </p>
      {positive !== null && <p style={{ marginBottom: 8 }}>{t('classes.positive', { name: positive })}</p>}
      <SharesTable
        head={t(of)}
        names={SHARES.map((share) => t(share))}
        helps={SHARES.map((share) => t(`help.${share}`))}
        rows={classes.map((scores) => ({ name: scores.class, shares: SHARES.map((share) => scores[share]) }))}
      />
    </>
  )
}
