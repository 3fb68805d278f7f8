import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Notification } from '@tessera/contract'
import { ListNotifications, MarkNotificationRead, ReviewApplication } from '@tessera/contract/wire'
import { ApiError, call } from '../../lib/api.ts'

const KEY = 'notifications'

/** How many are said aloud at most when several came at once. */
const SAID_AT_ONCE = 3

/** How many are unread, for the badge, and the newest of them. */
export const unreadQuery = (partyId: string) =>
  queryOptions({
    queryKey: [KEY, partyId, 'newest'],
    queryFn: ({ signal }) => call(ListNotifications, { pageNo: 1, pageSize: SAID_AT_ONCE, isRead: 0 }, { signal }),
  })

/** A page at a time, for the list. */
export const notificationsQuery = (partyId: string, filter: 'unread' | 'all', pageSize: number) =>
  queryOptions({
    queryKey: [KEY, partyId, filter, pageSize],
    queryFn: ({ signal }) =>
      call(ListNotifications, { pageNo: 1, pageSize, ...(filter === 'unread' ? { isRead: 0 } : {}) }, { signal }),
    placeholderData: (before) => before,
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

/** Nobody can decide it any more, whatever is pressed. */
const SETTLED = ['registration.decided', 'registration.not-found', 'task.not-found', 'task.not-recruiting']

/** Decides on a join request, then takes the notice off the pile. Answers why it had no effect, if so. */
export function useReview() {
  const refresh = useRefreshNotifications()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ notice, verdict }: { notice: Notification; verdict: 'approve' | 'reject' }) => {
      const settled = await call(ReviewApplication, { registrationId: notice.subjectId, verdict }).catch(
        (error: unknown) => {
          if (error instanceof ApiError && SETTLED.includes(error.code)) return error
          throw error
        },
      )
      await call(MarkNotificationRead, { notificationId: notice.id })
      return settled
    },
    onSettled: () => {
      void refresh()
      // The task's page shows who takes part.
      return queryClient.invalidateQueries({ queryKey: ['task'] })
    },
  })
}

/** A join request that still waits for an answer. */
export function awaitsReview(notice: Notification): boolean {
  return notice.category === '3' && notice.subject === 'registration' && !notice.isRead
}
