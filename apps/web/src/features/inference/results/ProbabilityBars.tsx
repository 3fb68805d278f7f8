import { useFormat } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import styles from '../inference.module.css'
import { phrases } from '../phrases.ts'

/** The most probable classes with their probabilities, at most `limit`. */
export function ProbabilityBars({ probabilities, limit }: { probabilities: Record<string, number>; limit: number }) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const ranked = Object.entries(probabilities)
    .sort(([, a], [, b]) => b - a)
    .slice(0, limit)
  return (
    <ul className={styles.bars} aria-label={t('result.probabilities')}>
      {ranked.map(([name, share]) => (
        <li key={name}>
          <span>{name}</span>
          <span className={styles.bar} aria-hidden="true">
            <span style={{ width: `${share * 100}%` }} />
          </span>
          <span>{format.percent(share)}</span>
        </li>
      ))}
    </ul>
  )
}
