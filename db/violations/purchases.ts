// Invalid and valid states of purchase orders, inserted by the invariants test and rolled back.

/** Purchase order violations, with the full name of the view that must report them. */
export const brokenPurchases: [view: string, what: string, statements: string][] = [
  [
    'inv_01_document_totals',
    'a purchase order that is not its lines',
    `update purchase_orders set total_amount = total_amount + 1
     where id = (select min(id) from purchase_orders
      where status = 'approved')`,
  ],
  [
    'inv_01_document_totals',
    'a purchase order without its lines',
    `delete from purchase_order_items where purchase_order_id = (select min(id) from purchase_orders
      where status = 'cancelled')`,
  ],
  [
    'inv_01_document_totals',
    'a purchase order by its total alone that has lines',
    `update purchase_orders set header_only = true where id = (select min(id) from purchase_orders
      where status = 'received')`,
  ],
  [
    'inv_02_on_order',
    'units on order that nobody ordered',
    `update skus set on_order = on_order + 1 where id = (select min(id) from skus)`,
  ],
  [
    'inv_02_on_order',
    'a receipt that is still on order',
    `update purchase_order_items set qty_received = quantity
     where id = (select min(i.id) from purchase_order_items i
                 join purchase_orders o on o.id = i.purchase_order_id
                 where o.status = 'approved' and i.qty_received + i.qty_cancelled < i.quantity)`,
  ],
  [
    'inv_02_stock_counters',
    'an order without its movement',
    `update skus set on_order = on_order + 10 where id = (select min(id) from skus)`,
  ],
  [
    'inv_06_document_audit',
    'a purchase order nobody received',
    `update purchase_orders set status = 'received' where id = (select min(id) from purchase_orders
      where status = 'submitted')`,
  ],
  [
    'inv_06_document_audit',
    'an approval of a draft',
    `insert into audit_log (entity, entity_id, action, from_status, to_status)
     values ('purchase_order', (select min(id) from purchase_orders
      where status = 'draft'), 'approve', 'draft', 'approved');
     update purchase_orders set status = 'approved' where id = (select min(id) from purchase_orders
      where status = 'draft')`,
  ],
  [
    'inv_09_approvals',
    'an approval by nobody',
    `update purchase_orders set status = 'approved' where id = (select min(id) from purchase_orders
      where status = 'submitted')`,
  ],
  [
    'inv_09_approvals',
    'an approval by the maker without a waiver',
    `insert into approvals (entity, entity_id, action, approver_id)
     select 'purchase_order', id, 'approve', created_by from purchase_orders
     where id = (select min(id) from purchase_orders
      where status = 'approved')`,
  ],
  [
    'inv_10_returns',
    'more sent back than was received',
    `insert into returns (return_number, type, vendor_id, reason, created_by)
     values ('RTV-1', 'rtv', 1, 'Broken', 1);
     insert into return_items
       (return_id, line_no, sku_id, purchase_order_item_id, quantity, unit_price, total_price)
     select (select max(id) from returns), 1, sku_id, id, qty_received + 1, 0, 0
     from purchase_order_items where id = (select min(i.id) from purchase_order_items i
      join purchase_orders o on o.id = i.purchase_order_id where o.status = 'received')`,
  ],
  [
    'inv_11_receipts',
    'a line received without a receipt',
    `update purchase_order_items set qty_received = qty_received - 1
     where id = (select min(id) from purchase_order_items where qty_received > 0)`,
  ],
  [
    'inv_11_receipts',
    'a receipt that is worth more than its lines',
    `insert into receipts (purchase_order_id, receipt_no, received_on, amount)
     select min(id), 100, '2026-01-01', 1 from purchase_orders where status = 'received'`,
  ],
]

/** Valid states: every invariant view stays empty. */
export const validPurchases: [what: string, statements: string][] = [
  [
    'a draft handed in, with its history',
    `create temporary table it on commit drop as select (select min(id) from purchase_orders
      where status = 'draft') as id;
     update purchase_orders set status = 'submitted' where id = (select id from it);
     insert into audit_log (entity, entity_id, action, from_status, to_status)
     select 'purchase_order', id, 'submit', 'draft', 'submitted' from it`,
  ],
  [
    'an approval by the maker, put on record as a waiver',
    `insert into approvals (entity, entity_id, action, approver_id, is_waiver, control)
     select 'purchase_order', id, 'approve', created_by, true, 'self-approval'
     from purchase_orders where id = (select min(id) from purchase_orders
      where status = 'approved')`,
  ],
]
