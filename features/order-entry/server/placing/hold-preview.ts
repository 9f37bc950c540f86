import { isPrepaid } from '#features/customers/payment-terms.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { type Money, moneyOfCustomers } from '#features/sales-orders/server/service.ts'
import { type Cents, cents } from '#platform/kernel/money.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { Facts } from '../store.ts'
import { holdsRepeatedPos, keyOfPo, readOrdersWithPos } from './auto-hold.ts'
import type { OrderPolicy } from './order-policies.ts'

// An approval shows the hold that its order will have. Holds for a repeated customer PO and for
// payment are set after the decision (`holdNewOrders`), so that they are read before it here.

type PreviewedOrder = { customerId: number; customerPO?: string | null | undefined; total: Cents }

/** The holds that new orders will have, one after another. */
export type HoldPreview = {
  /** The hold of an order that has no other one by its decision; null if it will have none. */
  holdOf: (order: PreviewedOrder) => 'duplicate' | 'payment' | null
  /** Counts an order that is created before the following ones. */
  add: (order: SalesOrderDetails) => void
}

type ApprovedBody = Omit<PreviewedOrder, 'total'> & {
  approvalToken?: string | undefined
  requestApproval?: boolean | undefined
}

/**
 * Reads what decides the holds of orders with an approval, after their customers were locked.
 * Orders without one cost no statement.
 */
export async function previewHolds(
  ctx: Context & { facts: Pick<Facts, 'customers'> },
  requests: readonly { body: ApprovedBody }[],
  policy: OrderPolicy,
): Promise<HoldPreview> {
  const bodies = requests.flatMap(({ body }) => {
    return body.approvalToken !== undefined || body.requestApproval ? [body] : []
  })
  const customerIds = [...new Set(bodies.map(({ customerId }) => customerId))]
  const payers = customerIds.filter((id) => {
    return isPrepaid(ctx.facts.customers.get(id)?.paymentTerms ?? '')
  })
  const holdsRepeated = holdsRepeatedPos(policy)
  const [orderByPo, money] = await Promise.all([
    readOrdersWithPos(ctx, holdsRepeated ? bodies : []),
    payers.length > 0 ? moneyOfCustomers(ctx, payers) : new Map<number, Money>(),
  ])
  const remaining = new Map([...money].map(([id, { left }]) => [id, left]))
  const holdOf: HoldPreview['holdOf'] = ({ customerId, customerPO, total }) => {
    if (customerPO && orderByPo.has(keyOfPo(customerId, customerPO))) return 'duplicate'
    const left = remaining.get(customerId)
    return left !== undefined && total > 0 && total > left ? 'payment' : null
  }
  return {
    holdOf,
    add({ orderNumber, customerId, customerPO, totalAmount, holdReason }) {
      const total = cents(totalAmount)
      const hold = holdReason ?? holdOf({ customerId, customerPO, total })
      const left = remaining.get(customerId)
      if (hold === null && left !== undefined) remaining.set(customerId, (left - total) as Cents)
      if (holdsRepeated && customerPO !== null) {
        orderByPo.set(keyOfPo(customerId, customerPO), orderNumber)
      }
    },
  }
}
