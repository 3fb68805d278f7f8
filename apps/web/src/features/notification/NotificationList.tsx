import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { CardSkeleton, EmptyState, ErrorNote } from '../../ui/index.ts'
import { notificationsQuery } from './api.ts'
import { NotificationItem } from './NotificationItem.tsx'
import { notificationPhrases } from './phrases.ts'

const STEP = 10

/** `onLeave` closes what holds the list when a link is followed. */
export function NotificationList({ onLeave }: { onLeave: () => void }) {
  const t = usePhrases(notificationPhrases)
  const { party } = useSession()
  const [filter, setFilter] = useState<'unread' | 'all'>('unread')
  const [size, setSize] = useState(STEP)
  const notices = useQuery(notificationsQuery(party?.id ?? '', filter, size))
  const { records = [], total = 0 } = notices.data ?? {}
  return (
    <div className="t-notices">
      <Segmented
        size="small"
        value={filter}
        onChange={setFilter}
        options={[
          { value: 'unread', label: t('unread') },
          { value: 'all', label: t('all') },
        ]}
      />
      <ErrorNote error={notices.error} onRetry={() => void notices.refetch()} />
      {notices.isPending && <CardSkeleton height={72} />}
      {notices.isSuccess && records.length === 0 && (
        <EmptyState title={t('noneUnread')} reason={t('noneUnreadReason')} />
      )}
      <ul>
        {records.map((notice) => (
          <NotificationItem key={notice.id} notice={notice} onLeave={onLeave} />
        ))}
      </ul>
      {total > records.length && (
        <Button type="text" block loading={notices.isFetching} onClick={() => setSize(size + STEP)}>
          {t('more')}
        </Button>
      )}
    </div>
  )
}
