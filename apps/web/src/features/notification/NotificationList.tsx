import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { CardSkeleton, ErrorNote } from '../../ui/index.ts'
import { type Filter, notificationsQuery } from './api.ts'
import { FilterSwitch } from './FilterSwitch.tsx'
import { MarkAllButton } from './MarkAllButton.tsx'
import { NoNotices } from './NoNotices.tsx'
import { NotificationItem } from './NotificationItem.tsx'
import { notificationPhrases } from './phrases.ts'

const STEP = 10

/** The list of the bell. `onLeave` closes the list's container when a link is followed. */
export function NotificationList({ onLeave }: { onLeave: () => void }) {
  const t = usePhrases(notificationPhrases)
  const go = useGo()
  const partyId = useSession().party?.id ?? ''
  const [filter, setFilter] = useState<Filter>('unread')
  const [size, setSize] = useState(STEP)
  const notices = useQuery(notificationsQuery(partyId, filter, size))
  const { records = [], total = 0 } = notices.data ?? {}
  const seeAll = () => {
    onLeave()
    go(paths.notices())
  }
  return (
    <div className="t-notices">
      <div className="t-row">
        <FilterSwitch value={filter} onChange={setFilter} />
        <MarkAllButton notices={records} />
      </div>
      <ErrorNote error={notices.error} onRetry={() => void notices.refetch()} />
      {notices.isPending && <CardSkeleton height={72} />}
      {notices.isSuccess && records.length === 0 && <NoNotices filter={filter} />}
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
      <Button type="link" block onClick={seeAll}>
        {t('seeAll')}
      </Button>
    </div>
  )
}
