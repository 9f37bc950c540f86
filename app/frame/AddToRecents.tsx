import { useEffect } from 'react'
import { useCurrentCommands } from '#platform/ui/menu/screen-commands.ts'

/**
 * Adds the open record to the palette's recents, whether it was opened from a list, a link or a
 * search. Paging quickly to the next record skips the records in between. A record that fails to
 * load never provides its name, so it is not added.
 */
export function AddToRecents({ userId }: { userId: number }) {
  const offered = useCurrentCommands()
  const record = offered?.of === 'record' ? offered : undefined
  const { href, subject } = record ?? {}
  useEffect(() => {
    if (href === undefined || subject === undefined) return
    // If this code fails to load (connection lost), the record is not added to the recents.
    void import('../search/recents.ts').then(
      ({ rememberRecord }) => rememberRecord(userId, { href, says: subject }),
      () => undefined,
    )
  }, [userId, href, subject])
  return null
}
