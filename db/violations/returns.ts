// Invalid states of returns, inserted by the invariants test and rolled back.

const received = `(select min(i.id) from return_items i join returns r on r.id = i.return_id
  where r.type = 'rma' and r.status = 'received')`

/** Return violations, with the full name of the view that must report them. */
export const brokenReturns: [view: string, what: string, statements: string][] = [
  [
    'inv_10_return_receipts',
    'units counted as arrived that no receipt brought',
    `update return_receipt_items set quantity = quantity + 1
     where id = (select min(id) from return_receipt_items)`,
  ],
  [
    'inv_10_return_receipts',
    'units of a reversed receipt counted as arrived',
    `insert into return_receipt_reversals (return_receipt_id, reversed_on, reason)
     select min(return_receipt_id), '2026-03-02', 'Miscounted' from return_receipt_items`,
  ],
  [
    'inv_10_return_receipts',
    'a return that is over although goods are still to come',
    `update return_receipt_items set quantity = quantity + 1 where return_item_id = ${received};
     update return_items set quantity = quantity + 2, qty_received = qty_received + 1,
       total_price = (quantity + 2) * unit_price where id = ${received}`,
  ],
  [
    'inv_10_return_receipts',
    'goods sent to a vendor that were not meant for one',
    `insert into returns (return_number, type, vendor_id, reason, created_by, source_return_id)
     select 'RTV-2', 'rtv', 1, 'Broken', 1, return_id from return_items where id = ${received};
     insert into return_items
       (return_id, line_no, sku_id, source_item_id, quantity, unit_price, total_price)
     select (select max(id) from returns), 1, sku_id, id, 1, 0, 0
     from return_items where id = ${received}`,
  ],
  [
    'inv_10_return_receipts',
    'goods on hand that were not restocked',
    `update return_receipt_items set disposition = 'scrap'
     where disposition = 'restock'`,
  ],
  [
    'inv_10_return_receipts',
    'a replacement for another customer',
    `update returns set replacement_price = 'free', replacement_order_id =
       (select min(o.id) from sales_orders o where o.customer_id <> returns.customer_id)
     where id = (select min(id) from returns where type = 'rma')`,
  ],
]
