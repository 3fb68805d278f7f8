import type { Notification } from '@tessera/contract'
import { App, Button } from 'antd'
import { useEffect, useRef } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { awaitsReview, useMarkRead } from './api.ts'
import { notificationPhrases } from './phrases.ts'

const SHOWN_SECONDS = 6

/** Says aloud what happened elsewhere since the page was opened; what lay there before is the bell's alone. */
export function useNews(partyId: string | undefined, unread: Notification[] | undefined) {
  const t = usePhrases(notificationPhrases)
  const go = useGo()
  const { notification } = App.useApp()
  const { mutate: markRead } = useMarkRead()
  const known = useRef<{ partyId: string; ids: Set<string>; newest: number } | null>(null)
  useEffect(() => {
    if (!partyId || !unread) return
    const before = known.current?.partyId === partyId ? known.current : null
    known.current = {
      partyId,
      ids: new Set([...(before?.ids ?? []), ...unread.map(({ id }) => id)]),
      newest: Math.max(before?.newest ?? 0, ...unread.map(({ sendTime }) => +sendTime)),
    }
    if (!before) return
    // An older one moves up when a newer one has been read: that is no news.
    const news = unread.filter(({ id, sendTime }) => !before.ids.has(id) && +sendTime >= before.newest)
    for (const notice of news.toReversed()) {
      const { id, text, taskId } = notice
      const open = (task: string) => {
        notification.destroy(id)
        if (!awaitsReview(notice)) markRead(id)
        go(paths.task(task))
      }
      notification.info({
        key: id,
        title: text,
        // Beside the page's buttons rather than over them.
        placement: 'bottomRight',
        duration: SHOWN_SECONDS,
        closable: { 'aria-label': t('close') },
        actions: taskId && (
          <Button size="small" type="link" onClick={() => open(taskId)}>
            {t('openTask')}
          </Button>
        ),
      })
    }
  }, [partyId, unread, notification, markRead, go, t])
}
