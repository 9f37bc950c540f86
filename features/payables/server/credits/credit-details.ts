import { missing } from '#platform/kernel/refusal.ts'
import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import { readOne } from '#platform/server/lists/list.ts'
import type { VendorCredit, VendorCreditDetails } from '../../contract.ts'
import * as store from '../store.ts'

const readOrigin = {
  name: 'read_origin_of_vendor_credit',
  text: `select p.id as "purchaseOrderId", p.order_number as "orderNumber",
                u.username as "createdByName"
         from vendor_credits c
         join users u on u.id = c.created_by
         left join returns r on r.id = c.return_id
         left join purchase_orders p on p.id = r.purchase_order_id
         where c.id = $1`,
}

const readLines = {
  name: 'read_returned_goods_of_vendor_credit',
  text: `select l.id, s.sku, s.name, l.quantity, l.amount
         from vendor_credit_lines l
         join return_items i on i.id = l.return_item_id
         join skus s on s.id = i.sku_id
         where l.vendor_credit_id = $1
         order by i.line_no, l.id`,
}

const readApplications = {
  name: 'read_applications_of_vendor_credit',
  text: `select a.id, a.bill_id as "billId", b.bill_number as "billNumber",
                b.due_date as "dueDate", b.total_amount as "totalAmount", a.amount,
                a.applied_on as "appliedOn", a.reversed_on as "reversedOn"
         from payable_applications a join vendor_bills b on b.id = a.bill_id
         where a.source = 'credit' and a.source_id = $1
         order by a.id`,
}

type Origin = Pick<VendorCreditDetails, 'purchaseOrderId' | 'orderNumber' | 'createdByName'>

/**
 * Returns one vendor credit with its returned goods and its applications to bills, the reversed
 * ones, too. Throws 404 if it is unknown.
 */
export function readVendorCredit(ctx: Context, id: number): Promise<VendorCreditDetails> {
  return onOneConnection(ctx, async ({ db }) => {
    const credit = await readOne<VendorCredit>(db, store.creditList, { id })
    const [origin] = await rows<Origin>(db, readOrigin, [id])
    if (!credit || !origin) throw missing('That credit')
    const lines = await rows<VendorCreditDetails['lines'][number]>(db, readLines, [id])
    const applications = await rows<VendorCreditDetails['applications'][number]>(
      db,
      readApplications,
      [id],
    )
    return { ...credit, ...origin, lines, applications }
  })
}
