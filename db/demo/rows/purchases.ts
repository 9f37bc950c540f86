import { decimal } from '#platform/kernel/money.ts'
import { type Db, rows } from '#platform/server/database/db.ts'
import { dayOf } from '../calendar.ts'
import { type Buyer, type DemoPurchase, receiptsOf } from '../purchases.ts'
import { insertRows, momentOf } from './insert-rows.ts'
import type { OrderAction } from './audit-entries.ts'

/** User ids of the accounts that buy, approve and receive. */
export type BuyerIds = Readonly<Record<Buyer, number>>

const insertOrders = {
  name: 'demo_purchase_orders',
  text: `insert into purchase_orders
           (id, order_number, vendor_id, status, order_date, expected_date, total_amount, notes,
            created_by, created_at, updated_at, version)
         overriding system value
         select *
         from unnest($1::int[], $2::text[], $3::int[], $4::text[], $5::date[], $6::date[],
                     $7::numeric[], $8::text[], $9::int[], $10::timestamptz[],
                     $11::timestamptz[], $12::int[])`,
}

const insertLines = {
  name: 'demo_purchase_order_items',
  text: `insert into purchase_order_items
           (purchase_order_id, line_no, sku_id, quantity, unit_price, total_price, qty_received,
            qty_cancelled, created_at)
         select *
         from unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::numeric[], $6::numeric[],
                     $7::int[], $8::int[], $9::timestamptz[])`,
}

const insertReceipts = {
  name: 'demo_receipts',
  text: `insert into receipts
           (purchase_order_id, receipt_no, received_on, delivery_note, amount, created_by,
            created_at)
         select *
         from unnest($1::int[], $2::int[], $3::date[], $4::text[], $5::numeric[], $6::int[],
                     $7::timestamptz[])`,
}

const insertReceiptItems = {
  name: 'demo_receipt_items',
  text: `insert into receipt_items (receipt_id, purchase_order_item_id, quantity, amount)
         select r.id, i.id, q, q * i.unit_price
         from unnest($1::int[], $2::int[], $3::int[], $4::int[]) with ordinality
           as t (o, n, l, q, place)
         join receipts r on r.purchase_order_id = o and r.receipt_no = n
         join purchase_order_items i on i.purchase_order_id = o and i.line_no = l
         order by place`,
}

const receiptEntries = {
  name: 'demo_receipt_entries',
  text: `with entries as (
           insert into journal_entries
             (source, source_id, posted_on, period_id, memo, created_by, created_at)
           select 'receipt', r.id, r.received_on, 0,
                  'Receipt ' || o.order_number || '/' || r.receipt_no, r.created_by, r.created_at
           from receipts r
           join purchase_orders o on o.id = r.purchase_order_id
           where r.amount > 0
           order by r.created_at, r.id
           returning id, source_id
         )
         insert into journal_lines (entry_id, account, vendor_id, debit, credit)
         select e.id, l.account, l.vendor_id, greatest(l.amount, 0), greatest(-l.amount, 0)
         from entries e
         join receipts r on r.id = e.source_id
         join purchase_orders o on o.id = r.purchase_order_id
         join (
           select source_id, sum(amount) as amount from stock_values
           where source = 'receipt' group by 1
         ) v on v.source_id = r.id
         cross join lateral (
           values ('1200', null::int, v.amount), ('5000', null, r.amount - v.amount),
                  ('2050', o.vendor_id, -r.amount)
         ) as l (account, vendor_id, amount)
         where l.amount <> 0
         order by e.id, l.account`,
}

const insertApprovals = {
  name: 'demo_approvals',
  text: `insert into approvals (entity, entity_id, action, approver_id, at)
         select 'purchase_order', o, 'approve', b, at
         from unnest($1::int[], $2::int[], $3::timestamptz[]) as t (o, b, at)`,
}

const insertMessages = {
  name: 'demo_purchase_messages',
  text: `insert into outbox
           (topic, aggregate, aggregate_id, aggregate_version, payload, created_at,
            next_attempt_at, attempts, sent_at)
         select 'purchase-order.changed', 'purchase_order', o, v, p::jsonb, at, at, 1, at
         from unnest($1::int[], $2::int[], $3::text[], $4::timestamptz[]) as t (o, v, p, at)`,
}

/** Purchase orders with lines, approvals and messages, in the state of their last action. */
export async function writePurchases(
  db: Db,
  orders: readonly DemoPurchase[],
  ids: BuyerIds,
): Promise<void> {
  await insertRows(
    db,
    insertOrders,
    orders.map((order) => [
      order.id,
      numberOf(order),
      order.vendor.id,
      order.status,
      order.day,
      order.expected,
      decimal(order.total),
      order.notes,
      ids[order.by],
      momentOf(order.placedAt),
      momentOf(order.acts.at(-1)?.at ?? order.placedAt),
      order.acts.length + 1,
    ]),
  )
  await insertRows(db, insertLines, orders.flatMap(lineRowsOf))
  const receipts = orders.flatMap(receiptsOf)
  await insertRows(
    db,
    insertReceipts,
    receipts.map((receipt) => [
      receipt.orderId,
      receipt.no,
      dayOf(receipt.at),
      receipt.deliveryNote,
      decimal(receipt.amount),
      ids[receipt.by],
      momentOf(receipt.at),
    ]),
  )
  const items = receipts.flatMap(({ orderId, no, units }) =>
    units.map((count, index) => [orderId, no, index + 1, count]).filter((row) => row[3] !== 0),
  )
  await insertRows(db, insertReceiptItems, items)
  const approvals = orders.flatMap(({ id, acts }) =>
    acts.filter(({ verb }) => verb === 'approve').map(({ at, by }) => [id, ids[by], momentOf(at)]),
  )
  await insertRows(db, insertApprovals, approvals)
  await insertRows(db, insertMessages, orders.flatMap(messageRowsOf))
}

/** Posts the receipts at the amounts of the inventory value ledger. */
export async function postReceipts(db: Db): Promise<void> {
  await rows(db, receiptEntries)
}

/** Same numbering as the form: the time in milliseconds. */
function numberOf({ placedAt }: DemoPurchase): string {
  return `PO-${placedAt}`
}

function lineRowsOf({ id, lines, placedAt }: DemoPurchase): unknown[][] {
  return lines.map((line, index) => [
    id,
    index + 1,
    line.skuId,
    line.quantity,
    decimal(line.unitPrice),
    decimal(line.totalPrice),
    line.received,
    line.cancelled,
    momentOf(placedAt),
  ])
}

function messageRowsOf(order: DemoPurchase): unknown[][] {
  const { id, placedAt, vendor, acts, total } = order
  const facts = { orderNumber: numberOf(order), vendorId: vendor.id, totalAmount: decimal(total) }
  let status = 'draft'
  const steps = [{ verb: 'create', to: null, at: placedAt }, ...acts]
  return steps.map(({ verb, to, at }, index) => {
    status = to ?? status
    return [id, index + 1, JSON.stringify({ verb, ...facts, status }), momentOf(at)]
  })
}

/** The audit log of an order: created, then each action. */
export function purchaseActionsOf(
  { id, placedAt, by, acts }: DemoPurchase,
  ids: BuyerIds,
): OrderAction[] {
  const entity = 'purchase_order'
  let status = 'draft'
  const later = acts.map((act): OrderAction => {
    const from = act.to === null ? null : status
    status = act.to ?? status
    return { entity, id, action: act.verb, from, to: act.to, by: ids[act.by], at: act.at }
  })
  const first = { entity, id, action: 'create', from: null, to: 'draft' }
  return [{ ...first, by: ids[by], at: placedAt }, ...later]
}
