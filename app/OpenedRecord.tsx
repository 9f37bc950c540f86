import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useOffered } from '#platform/ui/offers.ts'

/**
 * Remembers the record that is open for the recents of the palette, however somebody came to it:
 * from a list, by a link, by the search. What cannot be read never tells what it is.
 */
export function OpenedRecord({ userId }: { userId: number }) {
  const { href } = useLocation()
  const offered = useOffered()
  const says = offered?.of === 'record' ? offered.says : undefined
  useEffect(() => {
    if (says === undefined) return
    // Without its code, as when the connection is lost, this one is not among the recents.
    void import('./recents.ts').then(
      ({ keepOpened }) => keepOpened(userId, { href, says }),
      () => undefined,
    )
  }, [userId, href, says])
  return null
}
