import type { ColumnProfile, ColumnType } from '@tessera/contract'
import { Typography } from 'antd'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import styles from './dataset.module.css'
import { Histogram } from './Histogram.tsx'
import { isNumeric } from './is-numeric.ts'
import { phrases } from './phrases.ts'

interface Props {
  name: string
  type: ColumnType | undefined
  profile: ColumnProfile | undefined
  rowCount: number
  onOpen: () => void
}

/** A column's head: name, type, a tiny histogram and the missing share; a click opens its profile. */
export function ColumnHead({ name, type, profile, rowCount, onOpen }: Props) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const missing = profile && rowCount > 0 ? profile.missing / rowCount : 0
  return (
    <button
      type="button"
      className={`${styles.head} ${isNumeric(type) ? styles.headEnd : ''}`}
      onClick={onOpen}
      aria-label={t('column.profile', { name })}
    >
      <span className={styles.headName}>{name}</span>
      <Typography.Text type="secondary" className={styles.headNote}>
        {type ? t(`type.${type}`) : ' '}
      </Typography.Text>
      {profile ? <Histogram bins={profile.bins} /> : <span className={styles.headHold} />}
      <Typography.Text type={missing > 0 ? 'warning' : 'secondary'} className={styles.headNote}>
        {!profile ? ' ' : missing > 0 ? t('column.missing', { share: format.percent(missing) }) : t('column.complete')}
      </Typography.Text>
    </button>
  )
}
