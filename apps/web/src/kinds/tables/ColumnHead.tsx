import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons'
import type { ColumnProfile, ColumnType } from '@tessera/contract'
import { Typography } from 'antd'
import type { ReactNode } from 'react'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { isNumeric } from '../../lib/is-numeric.ts'
import { kindPhrases } from '../phrases.ts'
import { Histogram } from './Histogram.tsx'
import styles from './tables.module.css'

interface Props {
  name: string
  /** Text of the head: the name of the column, or its meaning. */
  title: string
  type: ColumnType | undefined
  profile: ColumnProfile | undefined
  rowCount: number
  order: 'ascend' | 'descend' | null
  onSort: () => void
  /** Opens the column's profile. Undefined if no profiles exist. */
  onOpen?: () => void
  /** The button that opens filters on the column. */
  filter: ReactNode
}

/**
 * The head of a column. A click on its name sorts the rows; a click on the small histogram and the share of missing
 * values opens the profile.
 */
export function ColumnHead({ name, title, type, profile, rowCount, order, onSort, onOpen, filter }: Props) {
  const t = usePhrases(kindPhrases)
  const format = useFormat()
  const missing = profile && rowCount > 0 ? profile.missing / rowCount : 0
  const typeName = (
    <Typography.Text type="secondary" className={styles.headNote}>
      {type ? t(`type.${type}`) : '\u00a0'}
    </Typography.Text>
  )
  return (
    <div className={`${styles.head} ${isNumeric(type) ? styles.headEnd : ''}`}>
      <div className={styles.headTop}>
        <button
          type="button"
          className={styles.headSort}
          onClick={onSort}
          aria-label={t('column.sort', { name: title })}
        >
          <span className={styles.headName} title={title}>
            {title}
          </span>
          {order === 'ascend' && <CaretUpOutlined aria-hidden="true" />}
          {order === 'descend' && <CaretDownOutlined aria-hidden="true" />}
        </button>
        {filter}
      </div>
      {onOpen ? (
        <button type="button" className={styles.headProfile} onClick={onOpen}>
          <span className="t-visually-hidden">{t('column.profile', { name })}: </span>
          {typeName}
          {profile ? <Histogram bins={profile.bins} /> : <span className={styles.headHold} />}
          <Typography.Text type={missing > 0 ? 'warning' : 'secondary'} className={styles.headNote}>
            {!profile
              ? '\u00a0'
              : missing > 0
                ? t('column.missing', { share: format.percent(missing) })
                : t('column.complete')}
          </Typography.Text>
        </button>
      ) : (
        type && <div className={styles.headNoProfile}>{typeName}</div>
      )}
    </div>
  )
}
