import type { ColumnProfile } from '@tessera/contract'
import { Descriptions, Drawer, Skeleton, Table } from 'antd'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { ErrorNote } from '../../ui/index.ts'
import styles from './dataset.module.css'
import { phrases } from './phrases.ts'

interface Props {
  name: string | null
  profile: ColumnProfile | undefined
  /** Whether it is still being read, or why it could not be. */
  isPending: boolean
  error: Error | null
  onRetry: () => void
  rowCount: number
  onClose: () => void
}

/** One column in numbers: what it holds, what is missing, how it is spread. */
export function ColumnDrawer({ name, profile, isPending, error, onRetry, rowCount, onClose }: Props) {
  const t = usePhrases(phrases)
  return (
    <Drawer
      open={name !== null}
      onClose={onClose}
      title={name === null ? null : t('column.profile', { name })}
      size={420}
      styles={{ wrapper: { maxWidth: '100vw' } }}
    >
      {isPending && <Skeleton active />}
      {!profile && <ErrorNote error={error} onRetry={onRetry} />}
      {profile && <Profile profile={profile} rowCount={rowCount} />}
    </Drawer>
  )
}

function Profile({ profile, rowCount }: { profile: ColumnProfile; rowCount: number }) {
  const t = usePhrases(phrases)
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
