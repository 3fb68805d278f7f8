import type { Prediction } from '@tessera/contract'
import { useObjectUrl } from '../../ui/use-object-url.ts'
import type { Asked } from './asked.ts'
import styles from './inference.module.css'

interface Props {
  prediction: Prediction
  asked: Pick<Asked, 'datasets'>
  file?: File | undefined
}

/** A picture beside its answer: as it was chosen, or as the edge keeps it small; only its name where neither is at hand. */
export function Seen({ prediction: { data }, asked: { datasets }, file }: Props) {
  const chosen = useObjectUrl(file ?? null)
  const { path_small: path, token, name } = data
  const kept =
    datasets && typeof path === 'string' && typeof token === 'string' ? datasets.pictureUrl(path, token) : null
  const address = chosen ?? kept
  return (
    <div className={styles.seen}>
      {address && <img src={address} alt={String(name ?? '')} loading="lazy" />}
      <span>{String(name ?? '')}</span>
    </div>
  )
}
