import type { Coefficient } from '@tessera/contract'
import { formatChance, formatSignificant } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { ScrollX } from '../../ui/ScrollX.tsx'
import styles from './model.module.css'
import { phrases } from './phrases.ts'
import type { Measure } from './regression.ts'
import type { Figure } from './use-figures.ts'

interface Props {
  figures: Figure[]
  intercept: Coefficient | null
  measure: Measure
  hasIntervals: boolean
}

/** Every coefficient; the intercept, which is no effect, below the others. */
export function CoefficientTable({ figures, intercept, measure, hasIntervals }: Props) {
  const isRatio = measure !== 'number'
  const t = usePhrases(phrases)
  return (
    <ScrollX className={styles.coefficients}>
      <table className="t-table" aria-label={t('coefficients.table')}>
        <thead>
          <tr>
            <th scope="col">{t('coefficients.column')}</th>
            <th scope="col">{t(`coefficients.effect.${measure}`)}</th>
            {hasIntervals && <th scope="col">{t('coefficients.interval')}</th>}
            {hasIntervals && <th scope="col">{t('coefficients.p')}</th>}
            {isRatio && <th scope="col">{t('coefficients.estimate')}</th>}
            {hasIntervals && <th scope="col">{t('coefficients.error')}</th>}
          </tr>
        </thead>
        <tbody>
          {figures.map(({ name, effect, interval, line }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <strong>{effect}</strong>
              </td>
              {hasIntervals && <td>{interval || '–'}</td>}
              <Fitted coefficient={line} {...{ isRatio, hasIntervals }} />
            </tr>
          ))}
        </tbody>
        {intercept && (
          <tfoot>
            <tr>
              <th scope="row">{t('coefficients.intercept')}</th>
              <td>{isRatio ? '–' : formatSignificant(intercept.estimate)}</td>
              {hasIntervals && <td>–</td>}
              <Fitted coefficient={intercept} {...{ isRatio, hasIntervals }} />
            </tr>
          </tfoot>
        )}
      </table>
    </ScrollX>
  )
}

interface FittedProps {
  coefficient: Coefficient
  isRatio: boolean
  hasIntervals: boolean
}

/** What the fit itself found: p value, the coefficient where it is not the effect, its error. */
function Fitted({ coefficient, isRatio, hasIntervals }: FittedProps) {
  const { estimate, error, p } = coefficient
  return (
    <>
      {hasIntervals && <td>{p === undefined ? '–' : formatChance(p)}</td>}
      {isRatio && <td>{formatSignificant(estimate)}</td>}
      {hasIntervals && <td>{error === undefined ? '–' : formatSignificant(error)}</td>}
    </>
  )
}
