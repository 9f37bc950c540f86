import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useOffered } from '#platform/ui/offers.ts'
import { keepRecent, recordAt } from './recents.ts'

/**
 * Remembers the record that is open for the recents of the palette, however somebody came to it:
 * from a list, by a link, by the search. What cannot be read never tells what it is.
 */
export function OpenedRecord({ userId }: { userId: number }) {
  const { href } = useLocation()
  const offered = useOffered()
  const says = offered?.of === 'record' ? offered.says : undefined
  useEffect(() => {
    const record = recordAt(href)
    if (!record || says === undefined) return
    const { kind, icon, by, code } = record
    const words = says.split(' · ')
    const place = by === 'id' ? 0 : words.indexOf(code)
    const label = words[place]
    if (label === undefined) return
    const detail = [kind, ...words.slice(place + 1)].join(' · ')
    keepRecent(userId, {
      key: record.href,
      group: 'Recent',
      label,
      detail,
      icon,
      href: record.href,
    })
  }, [userId, href, says])
  return null
}
