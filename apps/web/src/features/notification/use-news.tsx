import { useQueryClient } from '@tanstack/react-query'
import type { Notification } from '@tessera/contract'
import { App, Button } from 'antd'
import { useEffect, useRef } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { MY_PARTIES, MY_ROLE } from '../../lib/my-parties.ts'
import { useGo } from '../../lib/navigation.ts'
import { awaitsReview, useMarkRead } from './api.ts'
import { notificationPhrases } from './phrases.ts'
import { targetOf } from './target.ts'

const SHOWN_SECONDS = 6

/** Announces notices that arrive after the page was opened. Earlier notices appear only in the bell. */
export function useNews(partyId: string, unread: Notification[] | undefined) {
  const t = usePhrases(notificationPhrases)
  const go = useGo()
  const { notification } = App.useApp()
  const client = useQueryClient()
  const { mutate: markRead } = useMarkRead()
  const known = useRef<{ partyId: string; ids: Set<string>; newest: number } | null>(null)
  useEffect(() => {
    if (!unread) return
    const before = known.current?.partyId === partyId ? known.current : null
    known.current = {
      partyId,
      ids: new Set([...(before?.ids ?? []), ...unread.map(({ id }) => id)]),
      newest: Math.max(before?.newest ?? 0, ...unread.map(({ sendTime }) => +sendTime)),
    }
    if (!before) return
    // A notice that moves up only because a newer one was read is not new.
    const news = unread.filter(({ id, sendTime }) => !before.ids.has(id) && +sendTime >= before.newest)
    // The user may be the member who was accepted, removed or appointed, so refresh the session.
    if (news.some(({ kind }) => kind.startsWith('party.'))) {
      for (const queryKey of [MY_PARTIES, MY_ROLE]) void client.invalidateQueries({ queryKey })
    }
    for (const notice of news.toReversed()) {
      const { id, text } = notice
      const target = targetOf(notice)
      const open = (path: string) => {
        notification.destroy(id)
        if (!awaitsReview(notice)) markRead(id)
        go(path)
      }
      notification.info({
        key: id,
        title: text,
        // Shows the announcement in the lower right corner, where it covers no button of the page.
        placement: 'bottomRight',
        duration: SHOWN_SECONDS,
        closable: { 'aria-label': t('close') },
        actions: target && (
          <Button size="small" type="link" onClick={() => open(target.path)}>
            {t(target.label)}
          </Button>
        ),
      })
    }
  }, [partyId, unread, notification, client, markRead, go, t])
}
