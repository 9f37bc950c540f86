import { formatDay, type Day } from '#platform/kernel/days.ts'
import { useRead } from '#platform/web/api.ts'
import { type Arrival, readSupply } from '../../contract.ts'

/** When so many units of a SKU will be available; nothing while loading. */
export function SupplyHint({ skuId, quantity }: { skuId: number; quantity: number }) {
  const { data } = useRead(readSupply, { params: { id: skuId }, query: { quantity } })
  if (!data) return null
  return <p className="text-muted">{sentenceOf(data)}</p>
}

/** Incoming units of a SKU by purchase order, next arrival first. */
export function Arrivals({ skuId }: { skuId: number }) {
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

type SupplyFacts = { promise: Day | null; arrivals: readonly Arrival[] }

function sentenceOf({ promise, arrivals }: SupplyFacts): string {
  if (promise) return `Enough expected on ${formatDay(promise)}`
  const sum = (late: boolean) =>
    arrivals.reduce((units, each) => units + (each.isLate === late ? each.quantity : 0), 0)
  const parts = [
    ...(sum(false) > 0 ? [`${sum(false).toLocaleString()} on order, not enough`] : []),
    ...(sum(true) > 0 ? [`${sum(true).toLocaleString()} overdue from vendors`] : []),
  ]
  return parts.length > 0 ? parts.join(' · ') : 'No supply on order'
}
