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

/** The largest number that the badge shows. It shows larger ones as 99+. */
const MAX_SHOWN = 99

/**
 * The bell with the number of unread notices. It opens the list and announces notices that arrive over the WebSocket.
 */
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
        // Includes the badge's text in the name, so that users of voice control can address the button by it.
        aria-label={t('bell', { count: count > MAX_SHOWN ? `${MAX_SHOWN}+` : count })}
        icon={
          <Badge count={count} overflowCount={MAX_SHOWN} size="small">
            <BellOutlined className="t-bar-icon" />
          </Badge>
        }
      />
    </Popover>
  )
}
