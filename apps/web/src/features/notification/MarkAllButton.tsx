import { CheckOutlined } from '@ant-design/icons'
import type { Notification } from '@tessera/contract'
import { Button } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { ErrorNote } from '../../ui/index.ts'
import { awaitsReview, useMarkAllRead } from './api.ts'
import { notificationPhrases } from './phrases.ts'

/**
 * Marks the listed notices as read. Hidden if only join requests are listed, because only a decision completes them.
 */
export function MarkAllButton({ notices }: { notices: Notification[] }) {
  const t = usePhrases(notificationPhrases)
  const markAll = useMarkAllRead()
  if (!notices.some((notice) => !notice.isRead && !awaitsReview(notice))) return null
  return (
    <>
      <Button
        size="small"
        type="text"
        icon={<CheckOutlined />}
        loading={markAll.isPending}
        onClick={() => markAll.mutate()}
      >
        {t('markAllRead')}
      </Button>
      <ErrorNote error={markAll.error} />
    </>
  )
}
