// Invalid and valid states of receivables.

const anInvoice = '(select min(id) from invoices where open_amount = total and total > 100)'
const aPayment = '(select min(id) from customer_payments where open_amount = 0)'

/** Violations and the view that must report each. */
export const brokenReceivables: [view: string, what: string, statements: string][] = [
  [
    'inv_03_customer_balance',
    'an invoice that no balance knows',
    `insert into invoices (customer_id, doc_date, payment_terms, due_date, goods, tax, freight,
                           total, open_amount)
     values (1, '2026-03-01', 'net-30', '2026-03-31', 5, 0, 0, 5, 5)`,
  ],
  [
    'inv_03_customer_balance',
    'a ledger that says something else than the documents',
    `insert into journal_entries (source, source_id, posted_on, period_id, memo)
     values ('by hand', 1, '2026-03-01', 202603, 'by hand');
     insert into journal_lines (entry_id, account, customer_id, debit, credit)
     values ((select max(id) from journal_entries), '1100', 1, 5, 0),
            ((select max(id) from journal_entries), '4000', null, 0, 5)`,
  ],
  [
    'inv_04_receivable_applications',
    'an open amount that nothing explains',
    `update invoices set open_amount = open_amount - 1 where id = ${anInvoice}`,
  ],
  [
    'inv_04_receivable_applications',
    'a payment applied beyond its amount',
    `insert into receivable_applications (kind, invoice_id, payment_id, amount, applied_on)
     values ('payment', ${anInvoice}, ${aPayment}, 1, '2026-03-01');
     update invoices set open_amount = open_amount - 1 where id = ${anInvoice}`,
  ],
  [
    'inv_04_receivable_applications',
    'money of another customer',
    `update customer_payments
     set customer_id = (select max(id) from customers) where id = ${aPayment}`,
  ],
  [
    'inv_04_receivable_applications',
    'a void payment that still settles',
    `update customer_payments set status = 'void', voided_on = '2026-03-01'
     where id = ${aPayment}`,
  ],
  [
    'inv_07_receivable_days',
    'an invoice of another day than its posting',
    `update invoices set doc_date = doc_date - 1 where id = ${anInvoice}`,
  ],
  [
    'inv_08_receivable_postings',
    'a document posted with another amount',
    `alter table invoices drop constraint invoice_total_adds_up;
     update invoices set total = total + 1, open_amount = open_amount + 1
     where id = ${anInvoice}`,
  ],
  [
    'inv_08_receivable_postings',
    'a posting of no document',
    `update customer_payments set status = 'void', voided_on = '2026-03-01', open_amount = 0
     where id = ${aPayment}`,
  ],
  [
    'inv_08_receivable_postings',
    'a shipment that nobody charged',
    `update invoices set shipment_id = null where id = ${anInvoice}`,
  ],
  [
    'inv_10_credits',
    'more credited than was invoiced',
    `insert into credit_memos (customer_id, invoice_id, doc_date, goods, tax, total, open_amount,
                               reason)
     select customer_id, id, '2026-03-01', total, 1, total + 1, total + 1, 'Too much'
     from invoices where id = ${anInvoice}`,
  ],
  [
    'inv_10_credits',
    'more units credited than were invoiced',
    `update credit_memo_lines set quantity = quantity + 1000
     where id = (select min(id) from credit_memo_lines)`,
  ],
  [
    'inv_10_credits',
    'more given back than was paid',
    `insert into refunds (customer_id, payment_id, amount, reason)
     select customer_id, id, amount + 1, 'Too much' from customer_payments where id = ${aPayment}`,
  ],
]

/** Valid states: every invariant view stays empty. */
export const validReceivables: [what: string, statements: string][] = [
  [
    'money that is applied to nothing yet, with its posting',
    `insert into customer_payments (customer_id, received_on, method, amount, open_amount)
     values (1, '2026-03-01', 'cash', 5, 5);
     insert into journal_entries (source, source_id, posted_on, period_id, memo)
     values ('customer_payment', (select max(id) from customer_payments), '2026-03-01', 202603,
             'Money');
     insert into journal_lines (entry_id, account, customer_id, debit, credit)
     values ((select max(id) from journal_entries), '1000', null, 5, 0),
            ((select max(id) from journal_entries), '1100', 1, 0, 5);
     update customers set current_balance = current_balance - 5 where id = 1;
     insert into audit_log (entity, entity_id, action, to_status)
     values ('customer_payment', (select max(id) from customer_payments), 'create', 'posted')`,
  ],
]
