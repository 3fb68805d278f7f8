import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Notification } from '@tessera/contract'
import {
  ListNotifications,
  MarkAllNotificationsRead,
  MarkNotificationRead,
  ReviewApplication,
  ReviewJoinRequest,
  SendAnnouncement,
} from '@tessera/contract/wire'
import { ApiError, call } from '../../lib/api.ts'
import { useMutation } from '../../lib/mutation.ts'

const KEY = 'notifications'

/** Maximum number of notices announced at once. */
const MAX_ANNOUNCED = 3
export const NOTICES_PER_PAGE = 20

export type Filter = 'unread' | 'all'
const isReadOf = (filter: Filter) => (filter === 'unread' ? { isRead: 0 } : {})

/**
 * Query for the number of unread notices and the newest ones. For a guest, party is '' and the notices are personal.
 */
export const unreadQuery = (partyId: string) =>
  queryOptions({
    queryKey: [KEY, partyId, 'newest'],
    queryFn: ({ signal }) => call(ListNotifications, { pageNo: 1, pageSize: MAX_ANNOUNCED, isRead: 0 }, { signal }),
  })

/** Query for the newest `pageSize` notices, for the bell's list. */
export const notificationsQuery = (partyId: string, filter: Filter, pageSize: number) =>
  queryOptions({
    queryKey: [KEY, partyId, filter, pageSize],
    queryFn: ({ signal }) => call(ListNotifications, { pageNo: 1, pageSize, ...isReadOf(filter) }, { signal }),
    placeholderData: (before) => before,
  })

export const noticesPageQuery = (partyId: string, filter: Filter, pageNo: number) =>
  queryOptions({
    queryKey: [KEY, partyId, 'page', filter, pageNo],
    queryFn: ({ signal }) =>
      call(ListNotifications, { pageNo, pageSize: NOTICES_PER_PAGE, ...isReadOf(filter) }, { signal }),
  })

export function useRefreshNotifications() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: [KEY] })
}

export function useMarkRead() {
  const refresh = useRefreshNotifications()
  return useMutation({
    mutationFn: (notificationId: string) => call(MarkNotificationRead, { notificationId }),
    onSettled: refresh,
  })
}

export function useMarkAllRead() {
  const refresh = useRefreshNotifications()
  return useMutation({ mutationFn: () => call(MarkAllNotificationsRead), onSettled: refresh })
}

export function useAnnounce() {
  const refresh = useRefreshNotifications()
  return useMutation({ mutationFn: (text: string) => call(SendAnnouncement, { text }), onSuccess: refresh })
}

/** Errors that mean that the join request can no longer be decided. */
const SETTLED = [
  ...['registration.decided', 'registration.not-found', 'task.not-found', 'task.not-recruiting'],
  ...['party.request-not-found', 'party.already-member'],
]

type Verdict = 'approve' | 'reject'

const decide = (notice: Notification, verdict: Verdict) =>
  notice.subject === 'join-request'
    ? call(ReviewJoinRequest, { id: notice.subjectId, verdict })
    : call(ReviewApplication, { registrationId: notice.subjectId, verdict })

/**
 * Returns the mutation that decides a join request and removes its notice. `onDecided` receives the error if the
 * decision had no effect.
 */
export function useReview(onDecided: (settled: ApiError | null, verdict: Verdict) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ notice, verdict }: { notice: Notification; verdict: Verdict }) => {
      const settled = await decide(notice, verdict).catch((error: unknown) => {
        if (error instanceof ApiError && SETTLED.includes(error.code)) return error
        throw error
      })
      await call(MarkNotificationRead, { notificationId: notice.id })
      return settled instanceof ApiError ? settled : null
    },
    // Calls back first, because the notice then leaves the list and its component unmounts.
    onSuccess: (settled, { verdict }) => onDecided(settled, verdict),
    // Refetches everything, because the page behind may show the participants of the task or the members of the party.
    onSettled: () => queryClient.invalidateQueries(),
  })
}

/** Returns whether a notice is a join request that waits for a decision. */
export function awaitsReview(notice: Notification): boolean {
  return notice.category === '3' && ['registration', 'join-request'].includes(notice.subject) && !notice.isRead
}
