import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { startChangeSubscription } from './subscribe-to-changes.ts'
import { countUse } from '../search/most-used-screens.ts'
import { useNewNotifications } from './use-unread-notifications.ts'

const AddToRecents = lazyPart(async () => (await import('./AddToRecents.tsx')).AddToRecents)

/** Caches the code of all screens for offline use once the current screen is drawn. */
function cacheScreens(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  requestIdleCallback(() => {
    // If the browser refuses (for example in a private window), screens load over the network as
    // usual.
    void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
  })
}

/** Effects that run on every screen: live updates, screen caching, visit counts and recents. */
export function BackgroundEffects({ userId }: { userId: number }) {
  const { pathname, search } = useLocation()
  useEffect(startChangeSubscription, [])
  useEffect(cacheScreens, [])
  useNewNotifications()
  useEffect(() => countUse(userId, pathname), [userId, pathname])
  return 'open' in search ? <AddToRecents userId={userId} /> : null
}
