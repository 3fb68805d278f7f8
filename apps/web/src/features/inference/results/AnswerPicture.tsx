import type { Prediction } from '@tessera/contract'
import { useObjectUrl } from '../../../ui/use-object-url.ts'
import type { AnswerSource } from '../answer-source.ts'
import styles from '../inference.module.css'

interface Props {
  prediction: Prediction
  source: Pick<AnswerSource, 'datasets'>
  file?: File | undefined
}

/** A picture beside its prediction: the chosen file or the edge's thumbnail, or else only the name. */
export function AnswerPicture({ prediction: { data }, source: { datasets }, file }: Props) {
  const chosen = useObjectUrl(file ?? null)
  const { path_small: path, token, name } = data
  const stored =
    datasets && typeof path === 'string' && typeof token === 'string' ? datasets.pictureUrl(path, token) : null
  const address = chosen ?? stored
  return (
    <div className={styles.seen}>
      {address && <img src={address} alt={String(name ?? '')} loading="lazy" />}
      <span>{String(name ?? '')}</span>
    </div>
  )
}
