import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Me } from '#features/auth/ui/parts/current-user.ts'
import { unlockDevice } from '#features/auth/ui/parts/unlock-device.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { ApiError } from '#platform/web/send.ts'
import { useConnectionLost } from '#platform/web/server-connection.ts'
import { startServiceWorker } from '../offline/service-worker-updates.ts'
import { startChangeSubscription } from './subscribe-to-changes.ts'
import { countUse } from '../search/most-used-screens.ts'
import { useNewNotifications } from './use-unread-notifications.ts'

const AddToRecents = lazyPart(async () => (await import('./AddToRecents.tsx')).AddToRecents)

/**
 * Effects that run on every screen: live updates, work without a connection, visit counts and
 * recents.
 */
export function BackgroundEffects({ user }: { user: Me }) {
  const userId = user.id
  const { pathname, search } = useLocation()
  useEffect(startChangeSubscription, [])
  useEffect(startServiceWorker, [])
  useUnlockedDevice(user)
  useRereadOnReconnection()
  useNewNotifications()
  useEffect(() => countUse(userId, pathname), [userId, pathname])
  return 'open' in search ? <AddToRecents userId={userId} /> : null
}

/**
 * Gives this device the key of the user, for each sign-in and page, and whenever the connection is
 * found: the key may have ended meanwhile. If the session has, the user is asked to sign in.
 */
function useUnlockedDevice(user: Me): void {
  const client = useQueryClient()
  const isLost = useConnectionLost()
  const latest = useRef(user)
  useEffect(() => {
    latest.current = user
  })
  useEffect(() => {
    if (!isLost) void unlockDevice(latest.current, client)
  }, [user.id, client, isLost])
}

/** Reads again what came from this device, or nowhere, while the connection was lost. */
function useRereadOnReconnection(): void {
  const client = useQueryClient()
  const isLost = useConnectionLost()
  const wasLost = useRef(isLost)
  useEffect(() => {
    const isFound = wasLost.current && !isLost
    wasLost.current = isLost
    if (!isFound) return
    const isUnreachable = (error: unknown) => error instanceof ApiError && error.status === 0
    const isOld = (data: unknown) => typeof data === 'object' && data !== null && 'savedAt' in data
    void client.invalidateQueries({
      predicate: ({ state }) => isUnreachable(state.error) || isOld(state.data),
    })
  }, [isLost, client])
}
