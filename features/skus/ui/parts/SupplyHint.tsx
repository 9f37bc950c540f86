import { formatDay, type Day } from '#platform/kernel/days.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import { type Arrival, readSupply } from '../../contract.ts'

type SupplyHintProps = { skuId: number; quantity: number; customerId: number | undefined }

/** When so many units of a SKU will be available to a customer; nothing while loading. */
export function SupplyHint({ skuId, quantity, customerId }: SupplyHintProps) {
  const query = { quantity, ...(customerId !== undefined && { customerId }) }
  const { data } = useRead(readSupply, { params: { id: skuId }, query })
  if (!data) return null
  return <p className="text-muted">{sentenceOf(data)}</p>
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
