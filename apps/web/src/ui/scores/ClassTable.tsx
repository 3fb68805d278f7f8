import type { ClassScores } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { phrases } from './phrases.ts'
import { ShareText } from './ShareText.tsx'

export const SHARES = ['sensitivity', 'specificity', 'ppv', 'npv'] as const

/** How well each class is told from all others, in rows and percent. */
export function ClassTable({ classes }: { classes: ClassScores[] }) {
  const t = usePhrases(phrases)
  return (
    <>
      <p className="t-soft" style={{ marginBottom: 8 }}>
        {t('classes.note')}
      </p>
      <div className="t-scroll-x">
        <table className="t-table">
          <thead>
            <tr>
              <th scope="col">{t('class')}</th>
              {SHARES.map((share) => (
                <th key={share} scope="col">
                  {t(share)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {classes.map((scores) => (
              <tr key={scores.class}>
                <th scope="row">{scores.class}</th>
                {SHARES.map((share) => (
                  <td key={share}>
                    <ShareText share={scores[share]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
