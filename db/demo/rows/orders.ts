import { defaultSettings } from '#features/settings/rules.ts'
import { decimal } from '#platform/kernel/money.ts'
import type { Db } from '#platform/server/database/db.ts'
import { printedAddressOf } from '../customers.ts'
import type { DemoUser, DemoOrder } from '../orders.ts'
import { insertRows, momentOf } from './insert-rows.ts'
import type { OrderAction } from './audit-entries.ts'

/** User ids of the accounts that act in the history. */
export type DemoUserIds = Readonly<Record<DemoUser, number>>

const secondMs = 1000

const insertOrders = {
  name: 'demo_sales_orders',
  text: `insert into sales_orders
           (id, order_number, customer_id, status, order_source, order_date, ship_date,
            total_amount, subtotal, tax_amount, shipping_amount, shipping_address,
            billing_address, customer_po, created_by, created_at, updated_at, version,
            shipment_count, shipped_amount, tax_rate, tax_country, tax_state)
         overriding system value
         select t.*, c.country, c.state
         from unnest($1::int[], $2::text[], $3::int[], $4::text[], $5::text[], $6::date[],
                     $7::date[], $8::numeric[], $9::numeric[], $10::numeric[], $11::numeric[],
                     $12::text[], $13::text[], $14::text[], $15::int[], $16::timestamptz[],
                     $17::timestamptz[], $18::int[], $19::int[], $20::numeric[],
                     $21::numeric[]) as t (id, order_number, customer)
         join customers c on c.id = t.customer`,
}

const insertLines = {
  name: 'demo_sales_order_items',
  text: `insert into sales_order_items
           (sales_order_id, line_no, sku_id, quantity, unit_price, price_source, total_price,
            tax_amount, qty_reserved, qty_shipped, created_at)
         select *
         from unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::numeric[], $6::text[],
                     $7::numeric[], $8::numeric[], $9::int[], $10::int[], $11::timestamptz[])`,
}

/** Orders of the history with their lines, in the status of their last step. */
export async function writeOrders(
  db: Db,
  orders: readonly DemoOrder[],
  ids: DemoUserIds,
): Promise<void> {
  await insertRows(
    db,
    insertOrders,
    orders.map((order) => {
      const { customer, totals, steps } = order
      const shipped = steps.find((step) => step.verb === 'ship')
      const billing = printedAddressOf(customer)
      return [
        order.id,
        orderNumberOf(order),
        customer.id,
        order.status,
        order.source,
        order.day,
        shipped ? momentOf(shipped.at).slice(0, 10) : null,
        decimal(totals.total),
        decimal(totals.subtotal),
        decimal(totals.taxAmount),
        decimal(totals.shippingAmount),
        billing,
        billing,
        order.customerPO,
        ids[order.by],
        momentOf(order.placedAt),
        momentOf(steps.at(-1)?.at ?? order.placedAt),
        steps.length + 1,
        shipped ? 1 : 0,
        shipped ? decimal(totals.total) : '0',
        customer.taxExemptNumber === null ? defaultSettings.taxDefaultRate : '0',
      ]
    }),
  )
  await insertRows(db, insertLines, orders.flatMap(lineRowsOf))
}

/** Same numbering as order entry: the time in milliseconds. */
export function orderNumberOf({ placedAt }: DemoOrder): string {
  return `SO-${placedAt}`
}

function lineRowsOf({ id, lines, placedAt, steps, status }: DemoOrder): unknown[][] {
  const isShipped = steps.some((step) => step.verb === 'ship')
  return lines.map((line, index) => [
    id,
    index + 1,
    line.skuId,
    line.quantity,
    decimal(line.unitPrice),
    line.priceSource,
    decimal(line.totalPrice),
    decimal(line.taxAmount),
    status === 'processing' ? line.quantity : 0,
    isShipped ? line.quantity : 0,
    momentOf(placedAt),
  ])
}

/** The audit log of an order: created, then each step. */
export function actionsOf({ id, placedAt, by, steps }: DemoOrder, ids: DemoUserIds): OrderAction[] {
  const first = { entity: 'sales_order', id, action: 'create', from: null, to: 'pending' }
  const later = steps.map((step, index) => {
    const from = steps[index - 1]?.to ?? 'pending'
    const { verb: action, to, at } = step
    return { entity: 'sales_order', id, action, from, to, by: ids[step.by], at }
  })
  return [{ ...first, by: ids[by], at: placedAt }, ...later]
}

const insertMessages = {
  name: 'demo_outbox',
  text: `insert into outbox
           (topic, aggregate, aggregate_id, aggregate_version, payload, created_at,
            next_attempt_at, attempts, sent_at)
         select 'sales-order.created', 'sales_order', o, 1, p::jsonb, at, at, 1, sent
         from unnest($1::int[], $2::text[], $3::timestamptz[], $4::timestamptz[])
           as t (o, p, at, sent)`,
}

/** The outbox messages of the history's orders, all sent soon after. */
export async function writeMessages(db: Db, orders: readonly DemoOrder[]): Promise<void> {
  await insertRows(
    db,
    insertMessages,
    orders.map((order) => {
      const { id, customer, placedAt, totals } = order
      const facts = { orderNumber: orderNumberOf(order), customerId: customer.id }
      const payload = JSON.stringify({ ...facts, totalAmount: decimal(totals.total) })
      return [id, payload, momentOf(placedAt), momentOf(placedAt + 2 * secondMs)]
    }),
  )
}
