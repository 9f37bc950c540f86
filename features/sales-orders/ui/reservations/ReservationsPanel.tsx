import { useState } from 'react'
import { RingFences } from '#features/stock/ui/parts/RingFences.tsx'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { type ReservedLine, readReservations, type SkuReservations } from '../../contract.ts'
import { ReallocateDialog } from './ReallocateDialog.tsx'
import { ReservationsTable } from './ReservationsTable.tsx'

type ReservationsPanelProps = {
  skuId: number
  /** The line that the user looks for units for; it is marked. */
  toItemId?: number
}

/** Who has the stock of a SKU: its figures, the orders that hold it, and what is ring-fenced. */
export function ReservationsPanel({ skuId, toItemId }: ReservationsPanelProps) {
  const read = useRead(readReservations, { params: { id: skuId } })
  return (
    <Loaded read={read}>
      {(reservations) => <Reservations reservations={reservations} toItemId={toItemId} />}
    </Loaded>
  )
}

type ReservationsProps = { reservations: SkuReservations; toItemId: number | undefined }

function Reservations({ reservations, toItemId }: ReservationsProps) {
  const [from, setFrom] = useState<ReservedLine>()
  const { lines, lineCount, returns, ringFences } = reservations
  return (
    <div className="grid grid-cols-1 gap-6">
      <Facts items={figuresOf(reservations)} />
      {lines.length === 0 && returns.length === 0 ? (
        <p className="text-muted">No order holds units of this SKU or waits for them.</p>
      ) : (
        <ReservationsTable
          lines={lines}
          returns={returns}
          toItemId={toItemId}
          onReallocate={setFrom}
        />
      )}
      {lineCount > lines.length && (
        <p className="text-muted">
          {`The first ${lines.length.toLocaleString('en-US')} of ` +
            `${lineCount.toLocaleString('en-US')} lines.`}
        </p>
      )}
      <RingFences sku={reservations} ringFences={ringFences} />
      {from && (
        <ReallocateDialog
          reservations={reservations}
          fromItemId={from.itemId}
          toItemId={toItemId}
          onClose={() => setFrom(undefined)}
        />
      )}
    </div>
  )
}

function figuresOf(sku: SkuReservations) {
  const { currentStock, reserved, softReserved, available, ringFenced, backordered } = sku
  const count = (units: number) => `${units.toLocaleString('en-US')} ${sku.unitOfMeasure}`
  return [
    { name: 'On hand', value: count(currentStock) },
    { name: 'Reserved', value: count(reserved) },
    ...(softReserved > 0
      ? [{ name: 'Held for validated orders', value: count(softReserved) }]
      : []),
    { name: 'Available', value: count(available) },
    { name: 'Ring-fenced of these', value: count(ringFenced) },
    { name: 'Backordered', value: count(backordered) },
  ]
}
