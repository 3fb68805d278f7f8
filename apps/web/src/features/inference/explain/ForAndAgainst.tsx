import type { CSSProperties } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import styles from '../inference.module.css'
import { phrases } from '../phrases.ts'

/** Maximum opacity of a mark in percent. The content below the mark must stay readable. */
const MAX_INK = 70

/** Returns the opacity of a mark. It is proportional to the effect, relative to the largest effect. */
export const inkOf = (effect: number, largest: number) =>
  ({ '--ink': `${largest > 0 ? Math.round((Math.abs(effect) / largest) * MAX_INK) : 0}%` }) as CSSProperties

export type Sides = {
  class: string
  /** The class that the evidence speaks against; '' for a label that either applies or not. */
  against: string
}

/** Returns the phrase for evidence against the class, which names the other class if there is one. */
export const againstOf = ({ against }: Sides) => (against === '' ? 'why.againstIt' : 'why.against')

/** The legend for the two colours of marks, for and against the class. */
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
