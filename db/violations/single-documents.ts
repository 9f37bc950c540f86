// Violations in single documents that a sum over all documents would not show.

const anInvoice = '(select min(id) from invoices where goods > 10)'
const aPayment = `(select min(id) from customer_payments where status = 'posted')`
const pending = `(select min(i.sales_order_id) from sales_order_items i
  join sales_orders o on o.id = i.sales_order_id
  where o.status = 'pending' and o.hold_reason is null and i.qty_reserved > 1)`

const refund = `insert into refunds
    (customer_id, payment_id, amount, status, reason, prepared_by, released_on, released_by)
  select customer_id, id, 0.01, 'released', 'planted', 1, '2026-03-01', 1
  from customer_payments where id = ${aPayment};`

const stepped = 'insert into audit_log (entity, entity_id, action, from_status, to_status) values '

/** Violations and the view that must report each. */
export const brokenDocuments: [view: string, what: string, statements: string][] = [
  [
    'inv_02_moves_of_documents',
    'a unit that moved from one order to another',
    `insert into stock_moves (sku_id, kind, reserved_delta, ref_type, ref_id, dedupe_key)
     select i.sku_id, 'release', -1, 'sales_order', i.sales_order_id, 'planted 1'
     from sales_order_items i where i.sales_order_id = ${pending} limit 1;
     insert into stock_moves (sku_id, kind, reserved_delta, ref_type, ref_id, dedupe_key)
     select i.sku_id, 'reserve', 1, 'sales_order', i.sales_order_id + 100000, 'planted 2'
     from sales_order_items i where i.sales_order_id = ${pending} limit 1`,
  ],
  [
    'inv_02_moves_of_documents',
    'goods that left twice',
    `insert into stock_moves (sku_id, kind, on_hand_delta, ref_type, ref_id, dedupe_key)
     select sku_id, 'ship', -1, 'sales_order', sales_order_id, 'planted'
     from sales_order_items where qty_shipped > 0 limit 1`,
  ],
  [
    'inv_02_moves_of_documents',
    'goods that came twice',
    `insert into stock_moves (sku_id, kind, on_hand_delta, ref_type, ref_id, dedupe_key)
     select sku_id, 'receive', 1, 'purchase_order', purchase_order_id, 'planted'
     from purchase_order_items where qty_received > 0 limit 1`,
  ],
  [
    'inv_06_money',
    'a payment that is void and was never made void',
    `update customer_payments set status = 'void', voided_on = '2026-03-01', open_amount = 0
     where id = ${aPayment}`,
  ],
  [
    'inv_06_money',
    'a void payment that is money again',
    `${stepped} ('customer_payment', ${aPayment}, 'planted', 'posted', 'void'),
                ('customer_payment', ${aPayment}, 'planted', 'void', 'posted')`,
  ],
  [
    'inv_06_money',
    'a month closed by nobody',
    `insert into accounting_periods (id, status) values (202402, 'closed')`,
  ],
  [
    'inv_06_money',
    'a month that closes in one step',
    `insert into accounting_periods (id, status) values (202402, 'closed');
     ${stepped} ('period', 202402, 'planted', 'open', 'closed')`,
  ],
  [
    'inv_08_accounts',
    'tax that was booked as sales',
    `update invoices set goods = goods + 1, tax = tax - 1 where id = ${anInvoice} and tax >= 1;
     update invoices set goods = goods - 1, tax = tax + 1 where id = ${anInvoice} and tax < 1`,
  ],
  [
    'inv_08_accounts',
    'a fee that was booked as sales',
    `update invoices set goods_account = '4200' where id = ${anInvoice}`,
  ],
  [
    'inv_08_accounts',
    'cash that came without its document',
    `insert into journal_entries (source, source_id, event, posted_on, period_id, memo)
     values ('customer_payment', 999999, 'post', '2026-03-01', 0, 'planted');
     insert into journal_lines (entry_id, account, debit, credit)
     select e.id, l.account, l.debit, l.credit
     from journal_entries e,
       (values ('1000', 5.00, 0.00), ('4000', 0.00, 5.00)) as l (account, debit, credit)
     where e.source_id = 999999`,
  ],
  ['inv_09_refunds', 'a refund that nobody approved', refund],
  [
    'inv_09_refunds',
    'a refund released by its maker unseen',
    `${refund}
     insert into approvals (entity, entity_id, action, approver_id)
     values ('customer_payment', ${aPayment}, 'release-refund', 1)`,
  ],
  [
    'inv_11_order_counts',
    'an order that no count knows',
    `insert into sales_order_totals (status, order_source, orders, amount)
     values ('pending', 'web', -1, -10)`,
  ],
  [
    'inv_11_order_counts',
    'an amount that no count knows',
    `update sales_order_totals set amount = amount + 1
     where id = (select min(id) from sales_order_totals)`,
  ],
]

/** Legal writes: they leave every view empty. */
export const validDocuments: [what: string, statements: string][] = [
  [
    'a month closed step by step and opened again',
    `insert into accounting_periods (id, status) values (202402, 'open');
     ${stepped} ('period', 202402, 'planted', 'open', 'soft_closed'),
                ('period', 202402, 'planted', 'soft_closed', 'closed'),
                ('period', 202402, 'planted', 'closed', 'open')`,
  ],
  ['folded counts of orders', 'select fold_sales_order_totals()'],
]
