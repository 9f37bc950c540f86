import { decimal } from '#platform/kernel/money.ts'
import { type Db, rows } from '#platform/server/database/db.ts'
import type { DemoReturn, Returner } from '../returns.ts'
import { insertRows, momentOf } from './insert-rows.ts'
import type { OrderAction } from './audit-entries.ts'

type ReturnerIds = Readonly<Record<Returner, number>>

const insertReturns = {
  name: 'demo_returns',
  text: `insert into returns
           (id, return_number, type, customer_id, vendor_id, sales_order_id, purchase_order_id,
            status, reason, total_amount, created_by, created_at, updated_at, version)
         overriding system value
         select *
         from unnest($1::int[], $2::text[], $3::text[], $4::int[], $5::int[], $6::int[],
                     $7::int[], $8::text[], $9::text[], $10::numeric[], $11::int[],
                     $12::timestamptz[], $13::timestamptz[], $14::int[])`,
}

const insertLines = {
  name: 'demo_return_items',
  text: `insert into return_items
           (return_id, line_no, sku_id, sales_order_item_id, purchase_order_item_id, quantity,
            unit_price, total_price, condition, disposition, created_at)
         select t.r, t.n, t.s, i.id, p.id, t.q, t.u, t.w, t.c, t.d, t.at
         from unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[],
                     $8::numeric[], $9::numeric[], $10::text[], $11::text[], $12::timestamptz[])
           as t (r, n, s, so, po, l, q, u, w, c, d, at)
         left join sales_order_items i on i.sales_order_id = t.so and i.line_no = t.l
         left join purchase_order_items p on p.purchase_order_id = t.po and p.line_no = t.l
         order by t.r, t.n`,
}

/** Customer returns arrived in one delivery, dated by the last actions of the return. */
const countReceived = {
  name: 'demo_count_received_returns',
  text: `update return_items i set qty_received = i.quantity
         from returns r
         where r.id = i.return_id and r.type = 'rma' and r.status in ('received', 'completed')`,
}

const insertReceipts = {
  name: 'demo_return_receipts',
  text: `insert into return_receipts (return_id, receipt_no, received_on, created_at)
         select id, 1, updated_at::date, updated_at
         from returns where type = 'rma' and status in ('received', 'completed') order by id`,
}

const insertReceiptItems = {
  name: 'demo_return_receipt_items',
  text: `insert into return_receipt_items
           (return_receipt_id, return_item_id, quantity, condition, disposition, created_at)
         select t.id, i.id, i.quantity, i.condition, i.disposition, t.created_at
         from return_receipts t join return_items i on i.return_id = t.return_id order by i.id`,
}

const insertApprovals = {
  name: 'demo_return_approvals',
  text: `insert into approvals (entity, entity_id, action, approver_id, at)
         select 'return', r, 'approve', b, at
         from unnest($1::int[], $2::int[], $3::timestamptz[]) as t (r, b, at)`,
}

/** Returns with lines and approvals, in the state of their last action. */
export async function writeReturns(
  db: Db,
  returns: readonly DemoReturn[],
  ids: ReturnerIds,
): Promise<void> {
  const sold = (goods: DemoReturn, id: number) => (goods.type === 'rma' ? id : null)
  const bought = (goods: DemoReturn, id: number) => (goods.type === 'rtv' ? id : null)
  await insertRows(
    db,
    insertReturns,
    returns.map((goods) => [
      goods.id,
      `${goods.type.toUpperCase()}-${goods.placedAt}`,
      goods.type,
      sold(goods, goods.partyId),
      bought(goods, goods.partyId),
      sold(goods, goods.originalId),
      bought(goods, goods.originalId),
      goods.status,
      goods.reason,
      decimal(goods.total),
      ids[goods.by],
      momentOf(goods.placedAt),
      momentOf(goods.acts.at(-1)?.at ?? goods.placedAt),
      goods.acts.length + 1,
    ]),
  )
  const lines = returns.flatMap((goods) =>
    goods.lines.map((line, index) => [
      goods.id,
      index + 1,
      line.skuId,
      sold(goods, goods.originalId),
      bought(goods, goods.originalId),
      line.line,
      line.quantity,
      decimal(line.unitPrice),
      decimal(line.totalPrice),
      line.condition,
      line.disposition,
      momentOf(goods.placedAt),
    ]),
  )
  await insertRows(db, insertLines, lines)
  await rows(db, countReceived, [])
  await rows(db, insertReceipts, [])
  await rows(db, insertReceiptItems, [])
  const approvals = returns.flatMap(({ id, acts }) =>
    acts.filter(({ verb }) => verb === 'approve').map(({ at, by }) => [id, ids[by], momentOf(at)]),
  )
  await insertRows(db, insertApprovals, approvals)
}

/** The audit log of a return: created, then each action. */
export function returnActionsOf(
  { id, placedAt, by, acts }: DemoReturn,
  ids: ReturnerIds,
): OrderAction[] {
  const entity = 'return'
  const first = { entity, id, action: 'create', from: null, to: 'pending' }
  const later = acts.map((act, index): OrderAction => {
    const from = acts[index - 1]?.to ?? 'pending'
    return { entity, id, action: act.verb, from, to: act.to, by: ids[act.by], at: act.at }
  })
  return [{ ...first, by: ids[by], at: placedAt }, ...later]
}
