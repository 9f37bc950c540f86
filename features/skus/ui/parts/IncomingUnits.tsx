import { formatDay } from '#platform/kernel/days.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import { type Arrival, readSupply } from '../../contract.ts'

/** Incoming units of a SKU by purchase order, next arrival first. */
export function IncomingUnits({ skuId }: { skuId: number }) {
  const { data } = useRead(readSupply, { params: { id: skuId } })
  if (!data || data.arrivals.length === 0) return null
  return (
    <ul aria-label="Incoming units" className="text-table numbers mt-2 grid gap-1 text-muted">
      {data.arrivals.slice(0, maxListed).map((each) => (
        <li key={each.orderNumber}>
          {`${each.quantity.toLocaleString()} ${whenText(each)} with ${each.orderNumber}`}
        </li>
      ))}
      {data.backordered > 0 && (
        <li>{`${data.backordered.toLocaleString()} needed for backorders`}</li>
      )}
    </ul>
  )
}

const maxListed = 5

function whenText({ expectedDate, isLate }: Arrival): string {
  if (!expectedDate) return 'without an expected date'
  const text = formatDay(expectedDate)
  return isLate ? `overdue since ${text}` : `on ${text}`
}
