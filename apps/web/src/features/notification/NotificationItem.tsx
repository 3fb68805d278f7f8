import { CheckOutlined } from '@ant-design/icons'
import type { Notification } from '@tessera/contract'
import { App, Button } from 'antd'
import { useFormat } from '../../lib/format.ts'
import { useErrorText, usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { ErrorNote } from '../../ui/index.ts'
import { awaitsReview, useMarkRead, useReview } from './api.ts'
import { notificationPhrases } from './phrases.ts'
import { targetOf } from './target.ts'

/** Shows a notice. A join request can be decided in place; other notices link to their subject. */
export function NotificationItem({ notice, onLeave }: { notice: Notification; onLeave?: () => void }) {
  const t = usePhrases(notificationPhrases)
  const say = useErrorText()
  const f = useFormat()
  const go = useGo()
  const { message } = App.useApp()
  // Shows errors as a toast, because a decided notice disappears from the list, and an error beside it would disappear
  // as well.
  const review = useReview(
    (settled, verdict) =>
      void (settled ? message.info(say(settled)) : message.success(t(verdict === 'approve' ? 'approved' : 'rejected'))),
  )
  const markRead = useMarkRead()
  const isRequest = awaitsReview(notice)
  const target = targetOf(notice)

  const decide = (verdict: 'approve' | 'reject') => review.mutate({ notice, verdict })
  const open = (path: string) => {
    // Opening a join request does not mark it read, because it still needs a decision.
    if (!notice.isRead && !isRequest) markRead.mutate(notice.id)
    onLeave?.()
    go(path)
  }
  return (
    <li className="t-notice" data-unread={!notice.isRead}>
      <p>{notice.text}</p>
      <ErrorNote error={review.error ?? markRead.error} />
      <div className="t-row">
        <time className="t-soft" dateTime={notice.sendTime.toISOString()} title={f.dateTime(notice.sendTime)}>
          {f.ago(notice.sendTime)}
        </time>
        <span className="t-notice-actions">
          {isRequest && (
            <>
              <Button size="small" type="primary" loading={review.isPending} onClick={() => decide('approve')}>
                {t('approve')}
              </Button>
              <Button size="small" disabled={review.isPending} onClick={() => decide('reject')}>
                {t('reject')}
              </Button>
            </>
          )}
          {target && (
            <Button size="small" type="link" onClick={() => open(target.path)}>
              {t(target.label)}
            </Button>
          )}
          {!notice.isRead && !isRequest && (
            <Button
              size="small"
              type="text"
              icon={<CheckOutlined />}
              aria-label={t('markRead')}
              title={t('markRead')}
              loading={markRead.isPending}
              onClick={() => markRead.mutate(notice.id)}
            />
          )}
        </span>
      </div>
    </li>
  )
}
