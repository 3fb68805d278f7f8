import { type Coefficient, inputColumnsOf, type ModelCard } from '@tessera/contract'
import { formatChance, formatSignificant } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { ScrollX } from '../../../ui/ScrollX.tsx'
import styles from '../model.module.css'
import { phrases } from '../phrases.ts'
import type { Line, Measure } from './regression.ts'
import { type Figure, figureOf } from './use-figures.ts'
import { useFilled } from './use-filled.ts'

interface Props {
  card: ModelCard
  figures: Figure[]
  intercept: Coefficient | null
  measure: Measure
  hasIntervals: boolean
}

/** A table of all coefficients. The intercept is no effect, so it comes last. */
export function CoefficientTable({ card, figures, intercept, measure, hasIntervals }: Props) {
  const isRatio = measure !== 'number'
  const t = usePhrases(phrases)
  const filled = useFilled(card)
  const filledOf = ({ column }: Line) => filled(inputColumnsOf(card.input).find((input) => input.column === column))
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
              <th scope="row">
                {name}
                {filledOf(line) && <p className="t-soft">{filledOf(line)}</p>}
              </th>
              <td>
                <strong>{effect}</strong>
              </td>
              {hasIntervals && <td>{interval || '–'}</td>}
              <Fitted coefficient={line} isRatio={isRatio} hasIntervals={hasIntervals} />
            </tr>
          ))}
        </tbody>
        {intercept && (
          <tfoot>
            <tr>
              <th scope="row">{t('coefficients.intercept')}</th>
              <td>{isRatio ? '–' : figureOf(intercept, false)}</td>
              {hasIntervals && <td>–</td>}
              <Fitted coefficient={intercept} isRatio={isRatio} hasIntervals={hasIntervals} />
            </tr>
          </tfoot>
        )}
      </table>
    </ScrollX>
  )
}

interface FittedProps {
  coefficient: Omit<Coefficient, 'reference'>
  isRatio: boolean
  hasIntervals: boolean
}

/** The statistics of the fit: the p-value, the coefficient (unless it is itself the effect), and its standard error. */
function Fitted({ coefficient, isRatio, hasIntervals }: FittedProps) {
  const { error, p } = coefficient
  return (
    <>
      {hasIntervals && <td>{p === undefined ? '–' : formatChance(p)}</td>}
      {isRatio && <td>{figureOf(coefficient, false)}</td>}
      {hasIntervals && <td>{error === undefined ? '–' : formatSignificant(error)}</td>}
    </>
  )
}
