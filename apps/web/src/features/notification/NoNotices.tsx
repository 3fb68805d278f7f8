import { usePhrases } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { EmptyState } from '../../ui/index.ts'
import type { Filter } from './api.ts'
import { notificationPhrases } from './phrases.ts'

export function NoNotices({ filter }: { filter: Filter }) {
  const t = usePhrases(notificationPhrases)
  const { party } = useSession()
  return (
    <EmptyState
      title={t(filter === 'unread' ? 'noneUnread' : 'none')}
      reason={t(party ? 'noneReason' : 'noneReasonTourist')}
    />
  )
}
