import type { Explanation } from '@tessera/contract'
import { formatSigned } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { againstOf, ForAndAgainst, inkOf, type Sides } from '../explain/ForAndAgainst.tsx'
import styles from '../inference.module.css'
import { phrases } from '../phrases.ts'

/** Number of pieces listed by name, for users who cannot distinguish the colours. */
const MAX_NAMED = 10

interface Props {
  pieces: NonNullable<Explanation['pieces']>
  words: Sides
  method: 'left-out' | 'summed'
}

/** The text with each piece marked by its effect on the prediction, and a list of the strongest pieces. */
export function TextPieces({ pieces, words, method }: Props) {
  const t = usePhrases(phrases)
  const largest = Math.max(...pieces.map(({ effect }) => Math.abs(effect)))
  const moving = pieces.filter(({ text, effect }) => effect !== 0 && text.trim() !== '')
  if (moving.length === 0) return <p>{t('why.nonePieces')}</p>
  const strongest = moving.toSorted((one, other) => Math.abs(other.effect) - Math.abs(one.effect)).slice(0, MAX_NAMED)
  return (
    <>
      <p className="t-soft">{t(`why.method.${method}`)}</p>
      <p className={styles.pieces}>
        {pieces.map(({ text, effect }, at) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text keep their order.
            key={at}
            className={effect < 0 ? styles.against : styles.for}
            style={inkOf(effect, largest)}
          >
            {text}
          </span>
        ))}
      </p>
      <ForAndAgainst {...words} />
      <h4>{t('why.strongest')}</h4>
      <ul className={styles.strongest}>
        {strongest.map(({ text, effect }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same word can occur twice in a text.
          <li key={at}>
            <span>{text.trim()}</span>
            <span className="t-num">{formatSigned(effect)}</span>
            <span className="t-soft">{t(effect < 0 ? againstOf(words) : 'why.for', words)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
