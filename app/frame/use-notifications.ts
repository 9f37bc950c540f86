import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { listNotifications } from '#features/notifications/contract.ts'
import { useList } from '#platform/web/api.ts'
import { useFollowing } from '#platform/web/changes.ts'

/** How many notifications of the signed-in user are unread. */
export function useUnread() {
  return useList(listNotifications, { query: { isRead: 'false', limit: 1 } })
}

/**
 * Hears of what the signed-in user is told, whatever screen is shown: the bell reads again then. It
 * belongs in the frame, for each page has a bell of its own.
 */
export function useNews(): void {
  const client = useQueryClient()
  const { dataUpdatedAt } = useUnread()
  // Only what is told is read again: the sums of a page stay as they are.
  const refetch = useCallback(
    () => client.invalidateQueries({ queryKey: [listNotifications.path] }),
    [client],
  )
  useFollowing(['notification'], { dataUpdatedAt, refetch })
}
