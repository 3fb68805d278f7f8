import type { ColumnProfile } from '@tessera/contract'
import { Descriptions, Drawer, Skeleton, Table } from 'antd'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { ErrorNote } from '../../ui/index.ts'
import type { Answer } from '../answer.ts'
import { kindPhrases } from '../phrases.ts'
import styles from './tables.module.css'

interface Props {
  name: string | null
  profile: ColumnProfile | undefined
  /** The query for the profiles of all columns, which may be loading or have failed. */
  answer: Answer<unknown>
  rowCount: number
  onClose: () => void
}

/** Shows the profile of one column: its content, missing values and distribution. */
export function ColumnDrawer({ name, profile, answer, rowCount, onClose }: Props) {
  const t = usePhrases(kindPhrases)
  return (
    <Drawer
      open={name !== null}
      onClose={onClose}
      title={name === null ? null : t('column.profile', { name })}
      size={420}
      styles={{ wrapper: { maxWidth: '100vw' } }}
    >
      {!answer.data && !answer.error && <Skeleton active />}
      {!profile && <ErrorNote error={answer.error} onRetry={() => void answer.refetch()} />}
      {profile && <Profile profile={profile} rowCount={rowCount} />}
    </Drawer>
  )
}

function Profile({ profile, rowCount }: { profile: ColumnProfile; rowCount: number }) {
  const t = usePhrases(kindPhrases)
  const format = useFormat()
  const share = (count: number) => format.percent(rowCount > 0 ? count / rowCount : 0)
  const isSpread = profile.minimum !== null && profile.maximum !== null
  const highest = Math.max(1, ...profile.bins.map(({ count }) => count))
  const facts = [
    [t('column.type'), t(`type.${profile.type}`)],
    [
      t('column.missingRows'),
      t('column.missingRows.value', { count: format.number(profile.missing), share: share(profile.missing) }),
    ],
    [t('column.distinct'), format.number(profile.distinct)],
    ...(isSpread
      ? [
          [t('column.minimum'), format.number(profile.minimum)],
          ...(profile.quartiles
            ? [
                [t('column.quartile1'), format.number(profile.quartiles[0])],
                [t('column.median'), format.number(profile.quartiles[1])],
                [t('column.quartile3'), format.number(profile.quartiles[2])],
              ]
            : []),
          [t('column.maximum'), format.number(profile.maximum)],
          [t('column.mean'), format.number(profile.mean)],
        ]
      : []),
  ] as [string, string][]

  return (
    <>
      <Descriptions
        column={1}
        size="small"
        bordered
        items={facts.map(([label, children]) => ({ key: label, label, children }))}
      />
      <Table
        style={{ marginTop: 24 }}
        size="small"
        rowKey={(bin) => bin.label}
        pagination={false}
        dataSource={profile.bins}
        title={() => (isSpread ? t('column.distribution') : t('column.frequent'))}
        columns={[
          { title: t('column.value'), dataIndex: 'label', className: styles.number ?? '' },
          {
            title: t('column.count'),
            dataIndex: 'count',
            width: 170,
            render: (count: number) => (
              <div className={styles.binCell}>
                <span className={styles.binBar} style={{ width: `${(count / highest) * 90}px` }} aria-hidden="true" />
                <span className={styles.number}>{format.number(count)}</span>
              </div>
            ),
          },
        ]}
      />
    </>
  )
}
