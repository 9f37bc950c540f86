import type { Context } from '#platform/server/database/db.ts'
import { type ListSpec, readList } from '#platform/server/lists/list.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import {
  receiptList as declaredList,
  type ReceiptOfOrder,
  type ReceiptQuery,
} from '../../contract.ts'
import { hidesPurchaseAmounts } from '../../rules.ts'

const columnsWith = (amount: string) => `r.id,
  o.order_number || '/' || r.receipt_no as "receiptNumber",
  r.purchase_order_id as "purchaseOrderId", o.order_number as "orderNumber",
  o.vendor_id as "vendorId", r.received_on as "receivedOn", r.delivery_note as "deliveryNote",
  ${amount} as amount, coalesce(u.username, 'system') as by, r.created_at as at,
  v.reversed_on as "reversedOn", v.reason as "reversalReason", coalesce(t.items, '[]') as items`

const joinsWith = (amount: string) => `join purchase_orders o on o.id = r.purchase_order_id
  left join users u on u.id = r.created_by
  left join receipt_reversals v on v.receipt_id = r.id
  left join lateral (
    select jsonb_agg(jsonb_build_object(
      'id', l.id, 'lineNo', i.line_no, 'skuId', i.sku_id, 'sku', s.sku, 'name', s.name,
      'unitOfMeasure', s.unit_of_measure, 'quantity', l.quantity, 'amount', ${amount}
    ) order by i.line_no) as items
    from receipt_items l
    join purchase_order_items i on i.id = l.purchase_order_item_id
    join skus s on s.id = i.sku_id
    where l.receipt_id = r.id
  ) t on true`

/** All receipts, newest first, each with its lines. */
const receiptList = listSpec(declaredList, {
  columns: columnsWith('r.amount'),
  from: 'receipts r',
  joins: joinsWith('l.amount::text'),
  where: 'true',
  id: 'r.id',
  kind: 'receipt',
  fields: { id: 'r.id', purchaseOrderId: 'r.purchase_order_id' },
  search: ['r.delivery_note'],
  countUpTo: 10_000,
})

const listWithoutAmounts: ListSpec = {
  ...receiptList,
  columns: columnsWith('null::text'),
  joins: joinsWith('null::text'),
}

/**
 * A page of the receipts of all orders, or all of them if no limit is given. Amounts are null for
 * roles that may not read costs.
 */
export function listAllReceipts(ctx: Context, query: ReceiptQuery) {
  const list = hidesPurchaseAmounts(ctx.user) ? listWithoutAmounts : receiptList
  return readList<ReceiptOfOrder>(ctx.db, list, query)
}
