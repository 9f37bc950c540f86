import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { currentUser } from '#features/auth/session-contract.ts'
import type { Me } from '#features/auth/ui/parts/current-user.ts'
import {
  noteDeviceUse,
  storedUserKey,
  unlockDevice,
} from '#features/auth/ui/parts/unlock-device.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { ApiError } from '#platform/web/api-client.ts'
import { now } from '#platform/web/clock.ts'
import { savedTimeOf } from '#platform/web/offline/read-or-stored.ts'
import { useConnectionLost } from '#platform/web/server-connection.ts'
import { startServiceWorker } from '../offline/service-worker-updates.ts'
import { countUse } from '../search/most-used-screens.ts'
import { subscribe } from './subscribe-to-changes.ts'
import { useNewNotifications } from './use-unread-notifications.ts'

const noteUseEveryMs = 60_000

const AddToRecents = lazyPart(async () => (await import('./AddToRecents.tsx')).AddToRecents)

/**
 * Effects that run on every screen: live updates, work without a connection, visit counts and
 * recents.
 */
export function BackgroundEffects({ user }: { user: Me }) {
  const userId = user.id
  const { pathname, search } = useLocation()
  useEffect(subscribe, [])
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
    let unlocking: Promise<void> | undefined
    const unlockAndReread = async () => {
      const isUnlocked = await unlockDevice(latest.current, client)
      const isUserOfDevice = savedTimeOf(storedUserKey) !== undefined
      if (isUnlocked && isUserOfDevice) await client.invalidateQueries({ queryKey: storedUserKey })
    }
    const unlock = () => {
      unlocking ??= unlockAndReread().finally(() => {
        unlocking = undefined
      })
      return unlocking
    }
    if (!isLost) void unlock()
    return onUse(async () => {
      const hasKey = await noteDeviceUse()
      if (!hasKey && !isLost) await unlock()
    })
  }, [user.id, client, isLost])
}

/**
 * Calls `note` when the person types or points, at once and then at most once a minute; returns how
 * to end it.
 */
function onUse(note: () => Promise<void>): () => void {
  let notedAt = 0
  const listener = () => {
    const at = now().getTime()
    // The clock may be set back.
    if (Math.abs(at - notedAt) < noteUseEveryMs) return
    notedAt = at
    void note()
  }
  addEventListener('pointerdown', listener, { capture: true })
  addEventListener('keydown', listener, { capture: true })
  return () => {
    removeEventListener('pointerdown', listener, { capture: true })
    removeEventListener('keydown', listener, { capture: true })
  }
}

/** Reads again what came from this device, or nowhere, while the connection was lost. */
export function useRereadOnReconnection(): void {
  const client = useQueryClient()
  const isLost = useConnectionLost()
  const wasLost = useRef(isLost)
  useEffect(() => {
    const isFound = wasLost.current && !isLost
    wasLost.current = isLost
    if (!isFound) return
    const isUnreachable = (error: unknown) => error instanceof ApiError && error.status === 0
    // The user is read again once the device has its key: an answer 401 asks to sign in over the
    // page, and would replace the page here.
    const isOld = (key: readonly unknown[]) =>
      savedTimeOf(key) !== undefined && key[0] !== currentUser.path
    void client.invalidateQueries({
      predicate: ({ queryKey, state: { data, error } }) =>
        isUnreachable(error) || isOld(queryKey) || hasSavedTime(data),
    })
  }, [isLost, client])
}

/** Whether data say when this device read them, such as the estimate of an order. */
function hasSavedTime(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'savedAt' in data
}
