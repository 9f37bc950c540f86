import { useEffect } from 'react'
import { useOffered } from '#platform/ui/menu/offers.ts'

/**
 * Remembers the record that is open for the recents of the palette, however somebody came to it:
 * from a list, by a link, by the search. Its address is that of the offer: whoever turns on to the
 * next record at once is past it before it is remembered. What cannot be read never tells what it
 * is.
 */
export function OpenedRecord({ userId }: { userId: number }) {
  const offered = useOffered()
  const record = offered?.of === 'record' ? offered : undefined
  const { href, says } = record ?? {}
  useEffect(() => {
    if (href === undefined || says === undefined) return
    // Without its code, as when the connection is lost, this one is not among the recents.
    void import('../search/recents.ts').then(
      ({ rememberRecord }) => rememberRecord(userId, { href, says }),
      () => undefined,
    )
  }, [userId, href, says])
  return null
}
