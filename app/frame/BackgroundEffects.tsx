import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { late } from '#platform/ui/page/Late.tsx'
import { followChanges } from './changes.ts'
import { countUse } from '../search/most-used.ts'
import { useNews } from './use-notifications.ts'

const OpenedRecord = late(async () => (await import('./OpenedRecord.tsx')).OpenedRecord)

/** The code of all screens is kept for the time without a connection, once this one is drawn. */
function cacheScreens(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  requestIdleCallback(() => {
    // Where a browser refuses, as in a private window, the screens come over the line as ever.
    void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
  })
}

/** What goes on behind every screen and draws nothing: it hears what is new and remembers. */
export function Behind({ userId }: { userId: number }) {
  const { pathname, search } = useLocation()
  useEffect(followChanges, [])
  useEffect(cacheScreens, [])
  useNews()
  useEffect(() => countUse(userId, pathname), [userId, pathname])
  return 'open' in search ? <OpenedRecord userId={userId} /> : null
}
