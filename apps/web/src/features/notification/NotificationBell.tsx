import { BellOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Badge, Button, Popover } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { useLive } from '../../lib/live.ts'
import { useSession } from '../../lib/session.ts'
import { unreadQuery, useRefreshNotifications } from './api.ts'
import { NotificationList } from './NotificationList.tsx'
import { notificationPhrases } from './phrases.ts'
import { useNews } from './use-news.tsx'

/** Beyond it the badge only says that there are more. */
const MOST = 99

/** The bell with the number of unread notices; opens the list. Hears of new ones over the WebSocket and says them. */
export function NotificationBell() {
  const t = usePhrases(notificationPhrases)
  const partyId = useSession().party?.id ?? ''
  const [isOpen, setOpen] = useState(false)
  const unread = useQuery(unreadQuery(partyId))
  const refresh = useRefreshNotifications()
  useLive((message) => {
    if (message.cmd !== 'run') void refresh()
  })
  useNews(partyId, unread.data?.records)

  const count = unread.data?.total ?? 0
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      title={t('title')}
      content={<NotificationList onLeave={() => setOpen(false)} />}
    >
      <Button
        type="text"
        className="t-bell"
        // What the badge shows is part of the name, or who speaks to the screen cannot press it.
        aria-label={t('bell', { count: count > MOST ? `${MOST}+` : count })}
        icon={
          <Badge count={count} overflowCount={MOST} size="small">
            <BellOutlined className="t-bar-icon" />
          </Badge>
        }
      />
    </Popover>
  )
}
