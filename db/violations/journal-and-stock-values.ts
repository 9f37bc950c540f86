// Invalid and valid states of the journal, inserted by the invariants test and rolled back.

const entry = `insert into journal_entries (source, source_id, posted_on, period_id, memo)
  values ('planted', 1, '2026-02-10', 0, 'planted');`
const lines = `insert into journal_lines (entry_id, account, debit, credit)
  select e.id, l.account, l.debit, l.credit
  from journal_entries e,
    (values ('1000', 5.00, 0.00), ('4000', 0.00, 5.00)) as l (account, debit, credit)
  where e.source = 'planted';`

const taxPayment = `insert into sales_tax_payments
    (payment_number, country, state, period_from, period_to, amount, paid_on, created_by)
  values ('STP-1', 'US', 'FL', '2026-01-01', '2026-01-31', 5, '2026-02-10', 1);`
const taxEntry = `
  insert into journal_entries (source, source_id, posted_on, period_id, memo)
  select 'sales_tax_payment', id, '2026-02-10', 202602, 'planted' from sales_tax_payments;
  insert into journal_lines (entry_id, account, debit, credit)
  select e.id, l.account, l.debit, l.credit
  from journal_entries e,
    (values ('2100', 5.00, 0.00), ('1000', 0.00, 5.00)) as l (account, debit, credit)
  where e.source = 'sales_tax_payment';`

/** Journal violations, with the full name of the view that must report them. */
export const brokenPostings: [view: string, what: string, statements: string][] = [
  ['inv_07_journal', 'an entry that posts nothing', entry],
  [
    'inv_07_journal',
    'an entry of a month that was closed before it',
    `${entry} ${lines}
     update accounting_periods set status = 'closed', updated_at = now() - interval '1 day'
     where id = 202602`,
  ],
  [
    'inv_07_journal_totals',
    'a debit that no balance knows',
    `update journal_totals set debit = debit + 1
     where id = (select min(id) from journal_totals)`,
  ],
  [
    'inv_07_journal_totals',
    'an entry that no month counts',
    `update journal_totals set entries = entries - 1
     where id = (select min(id) from journal_totals)`,
  ],
  [
    'inv_08_manual_entries',
    'an entry by hand that is not in the journal',
    `insert into manual_entries (entry_number, status, posted_on, reason, amount, needs_approval,
                                 created_by, posted_by)
     values ('JE-1', 'posted', '2026-02-10', 'planted', 5, false, 1, 1);
     insert into manual_entry_lines (manual_entry_id, line_no, account, debit, credit)
     select m.id, l.n, l.account, l.debit, l.credit
     from manual_entries m,
       (values (1, '6000', 5.00, 0.00), (2, '1000', 0.00, 5.00)) as l (n, account, debit, credit)`,
  ],
  [
    'inv_09_manual_entries',
    'an entry by hand that nobody approved',
    `insert into manual_entries (entry_number, status, posted_on, reason, amount, needs_approval,
                                 created_by, posted_by)
     values ('JE-1', 'posted', '2026-02-10', 'planted', 5, true, 1, 2)`,
  ],
  [
    'inv_07_goods_not_billed_days',
    'a bill of another day than its entry',
    `update vendor_bills set posted_on = posted_on - 1
     where id = (select min(b.id) from vendor_bills b
                 join vendor_bill_lines l on l.vendor_bill_id = b.id
                 where b.status = 'posted' and l.purchase_order_item_id is not null)`,
  ],
  [
    'inv_07_sales_tax_days',
    'tax that an invoice charges and nobody posted',
    `alter table invoices drop constraint invoice_total_adds_up;
     update invoices set tax = tax + 1 where id = (select min(id) from invoices where tax > 0)`,
  ],
  ['inv_07_sales_tax_days', 'a payment of sales tax that is not in the journal', taxPayment],
  ['inv_08_sales_tax_payments', 'a payment of sales tax that posted nothing', taxPayment],
  [
    'inv_08_sales_tax_payments',
    'a payment of sales tax posted on another day',
    `${taxPayment} update sales_tax_payments set paid_on = paid_on + 1; ${taxEntry}`,
  ],
]

/** Violations in the value of the stock. */
const aSku = '(select min(id) from skus)'
const valued = `insert into stock_values (sku_id, source, source_id, posted_on, units, amount)`
const lostStock = `insert into journal_lines (entry_id, account, debit, credit)
  select e.id, l.account, l.debit, l.credit
  from journal_entries e,
    (values ('5200', 5.00, 0.00), ('1200', 0.00, 5.00)) as l (account, debit, credit)
  where e.source = 'planted';`

export const brokenValuations: [view: string, what: string, statements: string][] = [
  ['inv_07_stock_valuation', 'stock posted that no SKU lost', `${entry} ${lostStock}`],
  [
    'inv_07_stock_valuation',
    'a value that was never posted',
    `${valued} values (${aSku}, 'planted', 1, '2026-02-10', 0, 5);
     update skus set stock_value = stock_value + 5 where id = ${aSku}`,
  ],
  [
    'inv_07_stock_valuation',
    'a value of another day than its entry',
    `${entry} ${lostStock}
     ${valued} values (${aSku}, 'planted', 1, '2026-02-11', 0, -5);
     update skus set stock_value = stock_value - 5 where id = ${aSku}`,
  ],
  [
    'inv_07_stock_values',
    'a value of a SKU without its changes',
    `update skus set stock_value = stock_value + 1 where id = ${aSku}`,
  ],
  [
    'inv_07_stock_values',
    'units that moved and were not valued',
    `insert into stock_moves (sku_id, kind, on_hand_delta, ref_type, ref_id, dedupe_key)
     values (${aSku}, 'adjust', 5, 'sku', 1, 'planted');
     update skus set current_stock = current_stock + 5 where id = ${aSku}`,
  ],
]

/** A stock value posted on the day of its journal entry. */
const validValuations: [what: string, statements: string] = [
  'a loss of stock with its value',
  `${entry} ${lostStock}
   ${valued} values (${aSku}, 'planted', 1, '2026-02-10', 0, -5);
   update skus set stock_value = stock_value - 5 where id = ${aSku}`,
]

/** Legal writes of the journal. */
export const validPostings: [what: string, statements: string][] = [
  ['an entry that balances', `${entry} ${lines}`],
  ['a payment of sales tax with its entry', `${taxPayment} ${taxEntry}`],
  validValuations,
]

/** Illegal writes and the SQLSTATE of their rejection. */
export const illegalPostings: [code: string, what: string, statements: string][] = [
  [
    '23514',
    'an entry that does not balance',
    `${entry}
     insert into journal_lines (entry_id, account, debit)
     select id, '1000', 5 from journal_entries where source = 'planted'`,
  ],
  ['23514', 'an entry that posts nothing', `${entry} set constraints all immediate`],
  [
    '23514',
    'an entry in a closed month',
    `insert into accounting_periods (id, status) values (202602, 'closed')
     on conflict (id) do update set status = 'closed'; ${entry}`,
  ],
  ['42501', 'the journal changed', `${entry} ${lines} update journal_lines set credit = 1`],
]
