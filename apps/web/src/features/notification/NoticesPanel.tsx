import { useQuery } from '@tanstack/react-query'
import { usePhrases } from '../../lib/i18n.ts'
import { pageNoOf, useLastPage } from '../../lib/last-page.ts'
import { useSession } from '../../lib/session.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { CardSkeleton, ErrorNote, Pager } from '../../ui/index.ts'
import { NOTICES_PER_PAGE, noticesPageQuery } from './api.ts'
import { FilterSwitch } from './FilterSwitch.tsx'
import { MarkAllButton } from './MarkAllButton.tsx'
import { NoNotices } from './NoNotices.tsx'
import { NotificationItem } from './NotificationItem.tsx'
import { notificationPhrases } from './phrases.ts'

/** All notices, page by page. Filter and page are in the address. */
export function NoticesPanel() {
  const t = usePhrases(notificationPhrases)
  const partyId = useSession().party?.id ?? ''
  const [url, setUrl] = useUrlState({ show: 'all', pageNo: '1' })
  const filter = url.show === 'unread' ? 'unread' : 'all'
  const pageNo = pageNoOf(url.pageNo)
  const notices = useQuery(noticesPageQuery(partyId, filter, pageNo))
  const onPage = (next: number, options?: { replace: boolean }) => setUrl({ pageNo: String(next) }, options)
  const { records = [], total } = notices.data ?? {}
  const isPast = useLastPage({ pageNo, pageSize: NOTICES_PER_PAGE, total }, onPage)
  const isKnown = total !== undefined && !isPast
  return (
    <section className="t-notices-page" aria-label={t('title')}>
      <div className="t-toolbar">
        <FilterSwitch value={filter} onChange={(show) => setUrl({ show })} />
        <MarkAllButton notices={records} />
      </div>
      <ErrorNote error={notices.error} onRetry={() => void notices.refetch()} />
      {!isKnown && !notices.error && <CardSkeleton count={4} height={72} />}
      {isKnown && total === 0 && <NoNotices filter={filter} />}
      {isKnown && total > 0 && (
        <>
          <ul>
            {records.map((notice) => (
              <NotificationItem key={notice.id} notice={notice} />
            ))}
          </ul>
          <Pager pageNo={pageNo} pageSize={NOTICES_PER_PAGE} total={total} onChange={(page) => onPage(page)} />
        </>
      )}
    </section>
  )
}
