import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Notification } from '@tessera/contract'
import { ListNotifications, MarkNotificationRead, ReviewApplication } from '@tessera/contract/wire'
import { call } from '../../lib/api.ts'

const KEY = 'notifications'

/** Unread ones for the badge; all of them, a page at a time, for the list. */
export const unreadCountQuery = (partyId: string) =>
  queryOptions({
    queryKey: [KEY, partyId, 'unread'],
    queryFn: async ({ signal }) =>
      (await call(ListNotifications, { pageNo: 1, pageSize: 1, isRead: 0 }, { signal })).total,
  })

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

/** Decides on a join request, then takes the notice off the pile. */
export function useReview() {
  const refresh = useRefreshNotifications()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ notice, verdict }: { notice: Notification; verdict: 'approve' | 'reject' }) => {
      await call(ReviewApplication, { registrationId: notice.subjectId, verdict })
      await call(MarkNotificationRead, { notificationId: notice.id })
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
