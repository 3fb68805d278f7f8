import type { CSSProperties } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import styles from './inference.module.css'
import { phrases } from './phrases.ts'

/** What lies below a mark is still to be read. */
const MOST_INK = 70

/** How strong the mark of an effect is beside the largest one. */
export const inkOf = (effect: number, largest: number) =>
  ({ '--ink': `${largest > 0 ? Math.round((Math.abs(effect) / largest) * MOST_INK) : 0}%` }) as CSSProperties

export type Sides = {
  class: string
  /** Empty of a label that applies or does not. */
  against: string
}

/** What speaks against it is for another class, where there is one. */
export const againstOf = ({ against }: Sides) => (against === '' ? 'why.againstIt' : 'why.against')

/** What the two colours of marks say. */
export function ForAndAgainst(words: Sides) {
  const t = usePhrases(phrases)
  return (
    <p className={styles.legend}>
      <span className={styles.for} style={inkOf(1, 1)}>
        {t('why.for', words)}
      </span>{' '}
      <span className={styles.against} style={inkOf(1, 1)}>
        {t(againstOf(words), words)}
      </span>
    </p>
  )
}
