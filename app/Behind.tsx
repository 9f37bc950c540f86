import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { late } from '#platform/ui/Late.tsx'
import { followChanges } from './changes.ts'
import { countUse } from './most-used.ts'
import { useNews } from './use-news.ts'

const OpenedRecord = late(async () => (await import('./OpenedRecord.tsx')).OpenedRecord)

/** What goes on behind every screen and draws nothing: it hears what is new and remembers. */
export function Behind({ userId }: { userId: number }) {
  const { pathname, search } = useLocation()
  useEffect(followChanges, [])
  useNews()
  useEffect(() => countUse(userId, pathname), [userId, pathname])
  return 'open' in search ? <OpenedRecord userId={userId} /> : null
}
