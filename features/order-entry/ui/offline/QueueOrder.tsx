import { useQuery } from '@tanstack/react-query'
import { Save } from 'lucide-react'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { now } from '#platform/web/clock.ts'
import { keysOf } from '#platform/ui/keyboard/shortcuts.ts'
import { ageText } from '#platform/web/offline/age-text.ts'
import { readKnownRecords } from './known-records-store.ts'

type QueueOrderProps = { isBusy: boolean; onQueue: () => void }

/** Stores an order on this device, and tells how old the prices and stock are that it shows. */
export function QueueOrder({ isBusy, onQueue }: QueueOrderProps) {
  const { data: known } = useQuery({
    queryKey: ['known-records'],
    queryFn: async () => (await readKnownRecords()) ?? null,
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
      {known && (
        <p className="text-caption text-center text-warning">
          {`Customers, prices and stock are ${ageText(known.savedAt, now().getTime())} `}
          {`(${formatMoment(known.savedAt)}).`}
          {known.records.isPartial && ' Only some of them are stored on this device.'}
        </p>
      )}
      {known === null && (
        <p className="text-caption text-center text-warning">
          No customers and SKUs are stored on this device. Open Order Entry once while online.
        </p>
      )}
    </div>
  )
}
