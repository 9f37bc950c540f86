import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'

// Goods returned before the vendor bills them create no credit and must not be billed later
// (docs/rules.md, "Payables"). Both depend on the purchase order that the goods came with, so a
// return that names none is assigned to the order whose goods are not billed yet.

/**
 * Received units of some SKUs that are neither billed nor returned, by order, latest first. Only
 * the latest orders are searched: older goods are billed by then.
 */
const readUnbilled = {
  name: 'read_goods_of_vendor_not_billed',
  text: `select * from (
           select o.id as "orderId", o.order_number as "orderNumber", i.sku_id as "skuId", s.sku,
                  (i.qty_received
                   - coalesce((select sum(l.quantity - l.qty_cancelled)
                               from return_items l join returns r on r.id = l.return_id
                               where l.purchase_order_item_id = i.id
                                 and r.status not in ('rejected', 'cancelled')), 0)
                   + coalesce((select sum(k.quantity)
                               from return_items l
                               join vendor_credit_lines k on k.return_item_id = l.id
                               join vendor_credits c on c.id = k.vendor_credit_id
                                 and c.voided_on is null
                               where l.purchase_order_item_id = i.id), 0)
                   - coalesce((select sum(l.quantity)
                               from vendor_bill_lines l
                               join vendor_bills b on b.id = l.vendor_bill_id
                                 and b.status in ('matched', 'blocked', 'posted')
                               where l.purchase_order_item_id = i.id), 0))::int as units
           from purchase_orders o
           join purchase_order_items i on i.purchase_order_id = o.id
           join skus s on s.id = i.sku_id
           where o.vendor_id = $1 and i.sku_id = any($2::int[]) and i.qty_received > 0
           order by o.id desc, i.line_no limit 500
         ) as each
         where units > 0`,
}

type Unbilled = { orderId: number; orderNumber: string; skuId: number; sku: string; units: number }
type ReturnedUnits = { skuId: number; quantity: number }

/**
 * Returns the purchase order for a vendor return that names none: the latest with all of these
 * units unbilled; undefined if the vendor has billed everything received. Throws if the goods
 * belong to several orders or exceed what is unbilled: each order needs its own return.
 */
export async function orderOfUnbilled(
  ctx: Context,
  vendorId: number,
  requested: readonly ReturnedUnits[],
): Promise<number | undefined> {
  const units = unitsBySku(requested.map(({ skuId, quantity }) => ({ skuId, units: quantity })))
  const found = await rows<Unbilled>(ctx.db, readUnbilled, [vendorId, [...units.keys()]])
  if (found.length === 0) return undefined
  const orders = [...new Set(found.map(({ orderId }) => orderId))]
  const fitting = orders.find((id) => {
    const remaining = unitsBySku(found.filter(({ orderId }) => orderId === id))
    return [...units].every(([skuId, quantity]) => quantity <= (remaining.get(skuId) ?? 0))
  })
  if (fitting === undefined) throw notOfOneOrder(found)
  return fitting
}

function unitsBySku(lines: readonly { skuId: number; units: number }[]): Map<number, number> {
  const units = new Map<number, number>()
  for (const each of lines) units.set(each.skuId, (units.get(each.skuId) ?? 0) + each.units)
  return units
}

const mostNamed = 5

function notOfOneOrder(found: readonly Unbilled[]): Refusal {
  const named = found.slice(0, mostNamed).map((line) => {
    return `${line.units} × ${line.sku} of ${line.orderNumber}`
  })
  const more = found.length > mostNamed ? ` and ${found.length - mostNamed} more` : ''
  const sentence =
    `The vendor has not billed ${named.join(', ')}${more} yet. ` +
    'Create one return for each order, and another one for the rest'
  return new Refusal('refused', 'goods-not-billed', sentence)
}
