import { RelatedOfPurchase } from '#features/purchase-orders/ui/parts/RelatedOfPurchase.tsx'
import type { VendorBillDetails } from '../contract.ts'

/** The records related to each purchase order that a bill bills. */
export function RelatedOfBill({ bill }: { bill: VendorBillDetails }) {
  const shown = { kind: 'bill', number: bill.billNumber } as const
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {ordersOf(bill).map(([id, orderNumber]) => (
        <RelatedOfPurchase key={id} id={id} orderNumber={orderNumber} shown={shown} />
      ))}
    </div>
  )
}

/** The id and the number of each order of a bill, in the order of its lines. */
function ordersOf({ lines }: VendorBillDetails): (readonly [number, string])[] {
  const orders = lines.flatMap(({ purchaseOrderId, orderNumber }) =>
    purchaseOrderId === null || orderNumber === null
      ? []
      : [[purchaseOrderId, orderNumber] as const],
  )
  return [...new Map(orders)]
}
