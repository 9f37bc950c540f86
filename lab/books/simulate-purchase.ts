import { amount, wire } from '../random-actions/model-action.ts'
import { centsOf, post, type Round } from './simulate-sale.ts'

type Line = { id: number; quantity: number; unitPrice: string }
type Order = { id: number; items: Line[] }
type Bill = { id: number; status: string; totalAmount: string }

/**
 * One purchase from order to payment: 1 to 20 lines, billed at or near their price, some bill lines
 * without an order, paid in full or in part.
 */
export async function simulatePurchase(round: Round): Promise<void> {
  const { world, chance, vendorIds, skuIds } = round
  const vendorId = chance.oneOf(vendorIds)
  const items = chance.some(skuIds, chance.between(1, 20)).map((skuId) => {
    return { skuId, quantity: chance.between(1, 20), unitPrice: amount(chance, 1, 20_000) }
  })
  const orderRequest = { orderNumber: round.fresh('PO'), vendorId, status: 'received', items }
  const order = await post<Order>(world, 'purchase-orders', orderRequest)
  const bill = await billFor(round, { vendorId, order })
  if (bill.status === 'blocked') await post(world, `vendor-bills/${bill.id}/release`, { reason })
  await payBill(round, { vendorId, bill })
}

const reason = 'As agreed'

/** Prices within 2 % of the order, which the match tolerates, and sometimes beyond it. */
function billFor(round: Round, { vendorId, order }: { vendorId: number; order: Order }) {
  const { world, chance } = round
  const lines = order.items.map(({ id, quantity, unitPrice }) => {
    const cents = centsOf(unitPrice)
    const off = chance.between(1, 4) === 1 ? chance.between(-1, 1) : 0
    const far = chance.between(1, 40) === 1 ? Math.ceil(cents / 2) : 0
    const price = wire(Math.max(1, cents + off + far))
    return { purchaseOrderItemId: id, quantity, unitPrice: price }
  })
  const body = { billNumber: round.fresh('B'), vendorId, docDate: today(), lines }
  return post<Bill>(world, 'vendor-bills', body)
}

/** Yesterday in UTC: a day that has begun in every time zone. */
function today(): string {
  return new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
}

async function payBill(round: Round, { vendorId, bill }: { vendorId: number; bill: Bill }) {
  const { world, chance } = round
  const open = centsOf(bill.totalAmount)
  const die = chance.between(1, 4)
  if (die === 1 || open === 0) return
  const paid = die === 2 ? chance.between(1, open) : open
  const bills = [{ billId: bill.id, amount: wire(paid) }]
  const body = { vendorId, paidOn: today(), method: 'ach', bills }
  const payment = await post<{ id: number }>(world, 'vendor-payments', body)
  await post(world, `vendor-payments/${payment.id}/release`)
}
