import { useQuery } from '@tanstack/react-query'
import { Save } from 'lucide-react'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { now } from '#platform/web/clock.ts'
import { keysOf } from '#platform/ui/keyboard/shortcuts.ts'
import { ageText } from '#platform/web/offline/age-text.ts'
import { readCachedRecords } from './cached-records-store.ts'

type QueueOrderProps = { isBusy: boolean; onQueue: () => void }

/** Stores an order on this device, and tells how old the prices and stock are that it shows. */
export function QueueOrder({ isBusy, onQueue }: QueueOrderProps) {
  const { data: cached } = useQuery({
    queryKey: ['cached-records'],
    queryFn: async () => (await readCachedRecords()) ?? null,
    gcTime: 0,
  })
  return (
    <div className="col-span-2 grid gap-1">
      <Button
        kind="primary"
        icon={Save}
        disabled={isBusy}
        data-keys={keysOf('orderSubmit')}
        onClick={onQueue}
      >
        Save and Send Later
      </Button>
      {cached && (
        <p className="text-caption text-center text-warning">
          {`Customers, prices and stock are ${ageText(cached.savedAt, now().getTime())} `}
          {`(${formatMoment(cached.savedAt)}).`}
          {cached.records.isPartial && ' Only some of them are stored on this device.'}
        </p>
      )}
      {cached === null && (
        <p className="text-caption text-center text-warning">
          No customers and SKUs are stored on this device. Open Order Entry once while online.
        </p>
      )}
    </div>
  )
}
