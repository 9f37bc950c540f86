// The statements that enter, match and transition a bill.

/**
 * Units of an order line `i` that were returned to the vendor without a credit: they are not
 * billable. Returned units with a credit were billed before their return.
 */
export const uncreditedReturns = `coalesce((
                  select sum(t.quantity) from return_items t join returns r on r.id = t.return_id
                  where t.purchase_order_item_id = i.id and r.type = 'rtv'
                    and r.status in ('shipped', 'completed')), 0)::int
                - coalesce((
                  select sum(k.quantity) from vendor_credit_lines k
                  join vendor_credits c on c.id = k.vendor_credit_id and c.voided_on is null
                  join return_items t on t.id = k.return_item_id
                  where t.purchase_order_item_id = i.id), 0)::int`

export const lockVendor = {
  name: 'lock_vendor_to_owe',
  text: `select id, vendor_code as "vendorCode", payment_terms as terms, is_active as "isActive"
         from vendors where id = $1 and deleted_at is null for share`,
}

/**
 * Locks the orders of bill lines, so that two bills of one order are matched one after the other.
 */
export const lockOrders = {
  name: 'lock_billed_orders',
  text: `select id, order_number as "orderNumber", vendor_id as "vendorId", status,
                header_only as "headerOnly", total_amount as "totalAmount"
         from purchase_orders
         where id = any($1::int[])
            or id in (select purchase_order_id from purchase_order_items
                      where id = any($2::int[]))
         order by id for no key update`,
}

/** Locks the SKUs of orders, because their bills may change the value of the stock. */
export const lockSkusOfOrders = {
  name: 'lock_skus_of_billed_orders',
  text: `select id from skus
         where id in (select sku_id from purchase_order_items
                      where purchase_order_id = any($1::int[]))
         order by id for no key update`,
}

export const readOrderItems = {
  name: 'read_billed_order_items',
  text: `select i.id, i.purchase_order_id as "orderId", i.sku_id as "skuId",
                s.sku || ' ' || s.name as description,
                i.unit_price as "unitPrice", i.qty_received as "qtyReceived",
                ${uncreditedReturns} as "qtyReturned"
         from purchase_order_items i join skus s on s.id = i.sku_id
         where i.id = any($1::int[])`,
}

/** The discount in an application `a` of a credit `c` for goods of the bill `b`. */
const discountOfReturned = `
        select a.amount * c.discount_amount / c.amount as discount
        from vendor_credits c
        where a.source = 'credit' and c.id = a.source_id and c.discount_amount > 0
          and exists (
            select from vendor_credit_lines k
            join return_items t on t.id = k.return_item_id
            join vendor_bill_lines l on l.purchase_order_item_id = t.purchase_order_item_id
            where k.vendor_credit_id = c.id and l.vendor_bill_id = b.id)`

/**
 * The early-payment discount still available on a bill `b`: the percentage of the goods after
 * vendor credits, minus the discount that payments took for them already (docs/rules.md). The
 * discount that was deducted from the credit of returned goods (`returned`) belongs to those, at
 * the billed price. In total it is never more than the percentage of all goods. Goods are the lines
 * for orders, or all lines if none is for an order; tax is excluded. `isApplied` selects the
 * applications `a` that count.
 */
export const remainingDiscountSql = (isApplied: string) => `(
    select greatest(0, least(
             round(g.goods * b.discount_percent / 100, 2),
             round(greatest(0, g.goods - a.credited - a.returned) * b.discount_percent / 100, 2)
               + a.returned
           ) - a.taken)
    from (
      select coalesce(sum(l.total_price) filter (where l.purchase_order_id is not null),
                      sum(l.total_price), 0) as goods
      from vendor_bill_lines l where l.vendor_bill_id = b.id
    ) g, (
      select coalesce(sum(a.amount) filter (where a.source = 'credit'), 0) as credited,
             coalesce(sum(a.discount), 0) as taken,
             round(least(coalesce(sum(a.discount), 0), coalesce(sum(r.discount), 0)), 2)
               as returned
      from payable_applications a
      left join lateral (${discountOfReturned}
      ) r on true
      where a.bill_id = b.id and ${isApplied}
    ) a
  )::numeric(12, 2)`

/**
 * The units and amounts that other bills, except drafts and void ones, have billed by order line,
 * and by order for orders without lines.
 */
export const readBilled = {
  name: 'read_billed_before',
  text: `select l.purchase_order_item_id as "itemId", l.purchase_order_id as "orderId",
                sum(l.quantity)::int as units, least(sum(l.total_price), 9999999999.99) as amount
         from vendor_bill_lines l
         join vendor_bills b on b.id = l.vendor_bill_id
         where b.status in ('matched', 'blocked', 'posted') and b.id <> $2
           and l.purchase_order_id = any($1::int[])
         group by l.purchase_order_item_id, l.purchase_order_id`,
}

export const insertBill = {
  name: 'insert_vendor_bill',
  text: `insert into vendor_bills
           (bill_number, vendor_id, doc_date, due_date, terms, discount_date, discount_amount,
            subtotal, tax_amount, total_amount, notes, posting_date, discount_percent,
            created_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
         returning id`,
}

export const updateBill = {
  name: 'update_vendor_bill',
  text: `update vendor_bills
         set bill_number = $2, vendor_id = $3, doc_date = $4, due_date = $5, terms = $6,
             discount_date = $7, discount_amount = $8, subtotal = $9, tax_amount = $10,
             total_amount = $11, notes = $12, posting_date = $13, discount_percent = $14,
             findings = '[]',
             version = version + 1, updated_at = now()
         where id = $1`,
}

export const deleteLines = {
  name: 'delete_vendor_bill_lines',
  text: 'delete from vendor_bill_lines where vendor_bill_id = $1',
}

export const readBillKeys = {
  name: 'read_vendor_bill_keys',
  text: `select b.vendor_id as "vendorId",
                array(select distinct l.purchase_order_id from vendor_bill_lines l
                      where l.vendor_bill_id = b.id and l.purchase_order_id is not null)
                  as "orderIds", b.posting_date as "postingDate"
         from vendor_bills b where b.id = $1`,
}

export const lockBill = {
  name: 'lock_vendor_bill',
  text: `select id, bill_number as "billNumber", vendor_id as "vendorId", status,
                doc_date as "docDate", tax_amount as "taxAmount", total_amount as "totalAmount",
                settled_amount as "settledAmount", posting_date as "postingDate",
                posted_on as "postedOn", created_by as "createdBy", version
         from vendor_bills where id = $1 for no key update`,
}

export const readBillLines = {
  name: 'read_lines_to_match',
  text: `select line_no as "lineNo", purchase_order_id as "orderId",
                purchase_order_item_id as "itemId", description, account, quantity,
                unit_price as "unitPrice", total_price as "totalPrice"
         from vendor_bill_lines where vendor_bill_id = $1 order by line_no`,
}

export const moveBill = {
  name: 'move_vendor_bill',
  text: `update vendor_bills
         set status = $2, findings = coalesce($3::jsonb, findings),
             posted_on = coalesce($4::date, posted_on), voided_on = $5::date,
             version = version + 1, updated_at = now()
         where id = $1`,
}

/**
 * The users who approved or received the orders of a bill, and those in whose names the orders were
 * approved.
 */
export const readBuyers = {
  name: 'read_buyers_of_bill',
  text: `select a.approver_id as id from approvals a
         where a.entity = 'purchase_order' and a.action in ('approve', 'approve-level')
           and a.entity_id in (select purchase_order_id from vendor_bill_lines
                               where vendor_bill_id = $1)
         union
         select l.on_behalf_of from purchase_level_approvals l
         where l.on_behalf_of is not null
           and l.order_id in (select purchase_order_id from vendor_bill_lines
                              where vendor_bill_id = $1)
         union
         select u.id from audit_log h
           join users u on u.username = h.changes -> 'on behalf of' ->> 'to'
         where h.entity = 'purchase_order' and h.action = 'approve'
           and h.entity_id in (select purchase_order_id from vendor_bill_lines
                               where vendor_bill_id = $1)
         union
         select r.created_by from receipts r
         where r.purchase_order_id in (select purchase_order_id from vendor_bill_lines
                                       where vendor_bill_id = $1)`,
}

/** The users who entered a bill, or changed its draft, which replaces all that was entered. */
export const readAuthors = {
  name: 'read_authors_of_bill',
  text: `select b.created_by as id from vendor_bills b where b.id = $1
         union
         select a.actor_id from audit_log a
         where a.entity = 'vendor_bill' and a.entity_id = $1 and a.action = 'update'`,
}
