// Invalid and valid states of bills, payments and credits, inserted by the invariants test and
// rolled back.

const posted = `(select min(id) from vendor_bills where status = 'posted' and settled_amount = 0)`
const settled = `(select min(id) from vendor_bills where settled_amount > 0)`
const paid = `(select min(id) from vendor_payments where status = 'posted')`

/** Payables violations, with the full name of the view that must report them. */
export const brokenPayables: [view: string, what: string, statements: string][] = [
  [
    'inv_01_vendor_bills',
    'a bill that is not its lines',
    `update vendor_bills set subtotal = subtotal + 1, total_amount = total_amount + 1
     where id = ${posted}`,
  ],
  [
    'inv_01_vendor_bills',
    'a payment that is not its bills',
    `update vendor_payments set amount = amount + 1 where id = ${paid}`,
  ],
  [
    'inv_04_payables',
    'a bill settled by nothing',
    `update vendor_bills set settled_amount = 1 where id = ${posted}`,
  ],
  [
    'inv_04_payables',
    'a payment taken from its bill',
    `update payable_applications set reversed_on = applied_on
     where bill_id = ${settled}`,
  ],
  [
    'inv_04_payables',
    'a payment to another vendor',
    `update vendor_payments set vendor_id = vendor_id % 10 + 1 where id = ${paid}`,
  ],
  [
    'inv_06_payables',
    'a bill that nobody posted',
    `update vendor_bills set status = 'posted', posted_on = '2026-03-01'
     where id = (select min(id) from vendor_bills where status = 'draft')`,
  ],
  [
    'inv_06_payables',
    'a payment released from nowhere',
    `insert into audit_log (entity, entity_id, action, from_status, to_status)
     values ('vendor_payment', ${paid}, 'release', 'draft', 'posted')`,
  ],
  [
    'inv_07_payables',
    'a bill of another vendor than the ledger says',
    `update vendor_bills set vendor_id = vendor_id % 10 + 1 where id = ${posted}`,
  ],
  [
    'inv_07_payable_days',
    'a bill of another day than its posting',
    `update vendor_bills set posted_on = posted_on - 1 where id = ${posted}`,
  ],
  [
    'inv_07_payable_days',
    'a payment that settles its bill on another day than its posting',
    `update payable_applications set applied_on = applied_on - 1
     where id = (select min(id) from payable_applications
                 where source = 'payment' and reversed_on is null)`,
  ],
  [
    'inv_07_vendor_prepayments',
    'a prepayment in the ledger that no document explains',
    `insert into journal_entries (source, source_id, posted_on, period_id, memo)
     values ('by hand', 1, '2026-03-01', 202603, 'by hand');
     insert into journal_lines (entry_id, account, vendor_id, debit, credit)
     values ((select max(id) from journal_entries), '1300', 1, 5, 0),
            ((select max(id) from journal_entries), '1000', null, 0, 5)`,
  ],
  [
    'inv_07_goods_not_billed',
    'more billed of an order than the ledger says',
    `update vendor_bill_lines set quantity = quantity + 1, total_price = total_price + unit_price
     where vendor_bill_id = ${posted}`,
  ],
  [
    'inv_08_payables',
    'a posted bill without its posting',
    `update vendor_bills set status = 'posted', posted_on = '2026-03-01'
     where id = (select min(id) from vendor_bills where status = 'draft')`,
  ],
  [
    'inv_08_payables',
    'a void bill that was not posted back',
    `update vendor_bills set status = 'void', voided_on = '2026-03-01' where id = ${posted}`,
  ],
  [
    'inv_10_vendor_credits',
    'a credit for goods without its lines',
    `insert into vendor_credits (credit_number, vendor_id, return_id, posted_on, amount, created_by)
     select 'VC-0', 1, min(id), '2026-03-01', 5, 1 from returns`,
  ],
  [
    'inv_09_payables',
    'a payment released by its maker',
    `update vendor_payments set released_by = created_by where id = ${paid}`,
  ],
  [
    'inv_09_payables',
    'a blocked bill let through by nobody',
    `insert into audit_log (entity, entity_id, action, from_status, to_status)
     values ('vendor_bill', ${posted}, 'release', 'blocked', 'matched')`,
  ],
]

/** Valid states: every invariant view stays empty. */
export const validPayables: [what: string, statements: string][] = [
  [
    'a draft of a bill, with its line and history',
    `with made as (
       insert into vendor_bills (bill_number, vendor_id, doc_date, due_date, terms, subtotal,
                                 total_amount, created_by)
       values ('NEW-1', 1, '2026-03-01', '2026-03-31', 'net-30', 5, 5, 1) returning id
     ), line as (
       insert into vendor_bill_lines (vendor_bill_id, line_no, description, account, quantity,
                                      unit_price, total_price)
       select id, 1, 'Freight', 'costOfGoods', 1, 5, 5 from made
     )
     insert into audit_log (entity, entity_id, action, to_status)
     select 'vendor_bill', id, 'create', 'draft' from made`,
  ],
]

/** Illegal writes and the SQLSTATE of their rejection. */
export const illegalPayables: [code: string, what: string, statements: string][] = [
  [
    '23514',
    'a bill settled beyond its total',
    `update vendor_bills set settled_amount = total_amount + 0.01 where id = ${settled}`,
  ],
  [
    '23505',
    'a bill entered twice',
    `insert into vendor_bills (bill_number, vendor_id, doc_date, due_date, terms, subtotal,
                               total_amount, created_by)
     select upper(bill_number), vendor_id, doc_date, due_date, terms, 1, 1, created_by
     from vendor_bills where id = ${posted}`,
  ],
  ['23514', 'a payment of nothing', `update vendor_payments set amount = 0 where id = ${paid}`],
]
