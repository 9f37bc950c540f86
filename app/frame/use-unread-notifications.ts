import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { listNotifications } from '#features/notifications/contract.ts'
import { useList } from '#platform/web/api-hooks.ts'
import { useFollowing } from '#platform/web/changes-by-other-users.ts'

/** How many notifications of the signed-in user are unread. */
export function useUnreadNotifications() {
  return useList(listNotifications, { query: { isRead: 'false', limit: 1 } })
}

/**
 * Refetches the notifications when a new one arrives, on every screen. Use it once, in the frame,
 * because each page has a bell of its own.
 */
export function useNewNotifications(): void {
  const client = useQueryClient()
  const { dataUpdatedAt } = useUnreadNotifications()
  // Refetch only the notifications; the totals of the page stay as they are.
  const refetch = useCallback(
    () => client.invalidateQueries({ queryKey: [listNotifications.path] }),
    [client],
  )
  useFollowing(['notification'], { dataUpdatedAt, refetch })
}
