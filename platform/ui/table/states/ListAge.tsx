import { now } from '#platform/web/clock.ts'
import { ageText } from '#platform/web/offline/age-text.ts'
import { useConnectionLost } from '#platform/web/server-connection.ts'
import { formatMoment } from '../../dates/moments.ts'

/** A list as it was read: `savedAt` is in its data if it comes from this device. */
type ReadList = { data: unknown; dataUpdatedAt?: number }

type ListAgeProps = {
  read: ReadList
  /** What of the list is shown. */
  shown?: 'list' | 'record'
}

/** Without a connection, when the list or its record was read and how old it is. */
export function ListAge({ read, shown = 'list' }: ListAgeProps) {
  const isLost = useConnectionLost()
  const savedAt = savedAtOf(read.data)
  const readAt = savedAt ?? read.dataUpdatedAt
  if ((!isLost && savedAt === undefined) || !readAt) return null
  return (
    <p role="status" className="text-table border-t border-line px-4 py-2 text-warning">
      {`No connection to the server. This ${shown} was read on ${formatMoment(readAt)} and is `}
      {`${ageText(readAt, now().getTime())}.`}
    </p>
  )
}

function savedAtOf(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null || !('savedAt' in data)) return undefined
  return typeof data.savedAt === 'number' ? data.savedAt : undefined
}
