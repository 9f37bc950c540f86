import { Alert } from '#platform/ui/notices/Alert.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { minimumText } from '../minimum-quantity-texts.ts'
import { type PurchaseOrder, readPurchaseOrder } from '../contract.ts'

/** Warns about the SKUs ordered below the vendor's minimum order quantity. */
export function MinimumQuantityWarnings({ order }: { order: PurchaseOrder }) {
  const { data } = useRead(readPurchaseOrder, { params: { id: order.id } })
  if (!data || data.belowMinimum.length === 0) return null
  return (
    <Alert tone="warning" title="Less than the minimum order quantity">
      <ul className="list-disc pl-5">
        {data.belowMinimum.map((below) => (
          <li key={below.sku}>{minimumText(below)}</li>
        ))}
      </ul>
    </Alert>
  )
}
