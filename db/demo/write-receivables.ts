import { decimal, sum, zero } from '#platform/kernel/money.ts'
import { type Db, rows } from '#platform/server/db.ts'
import type { DemoReceivables } from './receivables.ts'
import type { DemoValues } from './values.ts'
import type { Act } from './write-orders.ts'
import { insertRows, momentOf } from './write.ts'

const insertInvoices = {
  name: 'demo_invoices',
  text: `insert into invoices
           (id, customer_id, sales_order_id, shipment_id, doc_date, payment_terms, due_date,
            discount_date, discount_amount, goods, tax, freight, total, open_amount, created_by,
            created_at, updated_at)
         overriding system value
         select t.id, o.customer_id, o.id, h.id, t.day, t.terms, t.due, t.until, t.kept,
                o.subtotal, o.tax_amount, o.shipping_amount, o.total_amount, t.open,
                h.created_by, h.created_at, h.created_at
         from unnest($1::int[], $2::int[], $3::date[], $4::text[], $5::date[], $6::date[],
                     $7::numeric[], $8::numeric[])
           as t (id, order_id, day, terms, due, until, kept, open)
         join sales_orders o on o.id = t.order_id
         join shipments h on h.sales_order_id = o.id
         order by t.id`,
}

const insertInvoiceLines = {
  name: 'demo_invoice_lines',
  text: `insert into invoice_lines
           (invoice_id, line_no, sales_order_item_id, sku_id, quantity, unit_price, total_price,
            tax_amount, cost_amount)
         select i.id, l.line_no, l.id, l.sku_id, l.quantity, l.unit_price, l.total_price,
                l.tax_amount, t.cost
         from unnest($1::int[], $2::int[], $3::numeric[]) as t (order_id, line, cost)
         join invoices i on i.sales_order_id = t.order_id
         join sales_order_items l on l.sales_order_id = t.order_id and l.line_no = t.line
         order by i.id, l.line_no`,
}

const insertCredits = {
  name: 'demo_credit_memos',
  text: `insert into credit_memos
           (id, customer_id, invoice_id, return_id, doc_date, goods, tax, total, open_amount,
            reason, created_by, created_at, updated_at)
         overriding system value
         select t.id, r.customer_id, t.invoice, r.id, t.day, t.goods, t.tax, t.total, t.open,
                r.reason, $10::int, t.at, t.at
         from unnest($1::int[], $2::int[], $3::int[], $4::date[], $5::numeric[], $6::numeric[],
                     $7::numeric[], $8::numeric[], $9::timestamptz[])
           as t (id, return_id, invoice, day, goods, tax, total, open, at)
         join returns r on r.id = t.return_id
         order by t.id`,
}

const insertCreditLines = {
  name: 'demo_credit_memo_lines',
  text: `insert into credit_memo_lines
           (credit_memo_id, line_no, invoice_line_id, sku_id, quantity, unit_price, total_price,
            tax_amount)
         select t.memo, t.place, l.id, l.sku_id, t.quantity, t.price, t.goods, t.tax
         from unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::int[], $6::numeric[],
                     $7::numeric[], $8::numeric[])
           as t (memo, place, invoice, line, quantity, price, goods, tax)
         join invoice_lines l on l.invoice_id = t.invoice and l.line_no = t.line
         order by t.memo, t.place`,
}

const insertPayments = {
  name: 'demo_customer_payments',
  text: `insert into customer_payments
           (id, customer_id, received_on, method, reference, amount, open_amount, created_by,
            created_at, updated_at)
         overriding system value
         select id, customer, day, method, reference, amount, open, $9::int, at, at
         from unnest($1::int[], $2::int[], $3::date[], $4::text[], $5::text[], $6::numeric[],
                     $7::numeric[], $8::timestamptz[])
           as t (id, customer, day, method, reference, amount, open, at)`,
}

const insertApplications = {
  name: 'demo_receivable_applications',
  text: `insert into receivable_applications
           (kind, invoice_id, payment_id, credit_memo_id, amount, discount, applied_on, reason)
         select *
         from unnest($1::text[], $2::int[], $3::int[], $4::int[], $5::numeric[], $6::numeric[],
                     $7::date[], $8::text[])`,
}

/** Invoices, credit memos, payments and what they settled, with their postings and balances. */
export async function writeReceivables(
  db: Db,
  made: DemoReceivables,
  { finance, values }: { finance: number; values: DemoValues },
): Promise<void> {
  await writeInvoices(db, made, values)
  await writeCredits(db, made, finance)
  await writePayments(db, made, finance)
  for (const statement of [postDocuments, postLines, addUp]) {
    // The lines belong to the entries, and the balances are their sums.
    // oxlint-disable-next-line no-await-in-loop
    await rows(db, statement)
  }
}

async function writeInvoices(
  db: Db,
  { invoices }: DemoReceivables,
  { costs }: DemoValues,
): Promise<void> {
  await insertRows(
    db,
    insertInvoices,
    invoices.map(({ order, ...invoice }) => [
      invoice.id,
      order.id,
      invoice.docDate,
      order.customer.paymentTerms,
      invoice.dueDate,
      invoice.discountDate,
      decimal(invoice.discountAmount),
      decimal(invoice.open),
    ]),
  )
  await insertRows(
    db,
    insertInvoiceLines,
    invoices.flatMap(({ order }) =>
      order.lines.map((_, index) => {
        return [order.id, index + 1, decimal(costs.get(`${order.id}:${index + 1}`) ?? zero)]
      }),
    ),
  )
}

async function writeCredits(db: Db, { credits }: DemoReceivables, by: number): Promise<void> {
  await insertWith(
    db,
    insertCredits,
    by,
    credits.map(({ lines, ...credit }) => [
      credit.id,
      credit.goods.id,
      credit.invoice.id,
      credit.docDate,
      decimal(sum(lines.map(({ goods }) => goods))),
      decimal(sum(lines.map(({ tax }) => tax))),
      decimal(credit.total),
      decimal(credit.open),
      momentOf(credit.at),
    ]),
  )
  await insertRows(
    db,
    insertCreditLines,
    credits.flatMap(({ id, invoice, lines }) =>
      lines.map((line, index) => [
        id,
        index + 1,
        invoice.id,
        line.line,
        line.quantity,
        decimal(line.unitPrice),
        decimal(line.goods),
        decimal(line.tax),
      ]),
    ),
  )
}

async function writePayments(db: Db, made: DemoReceivables, by: number): Promise<void> {
  await insertWith(
    db,
    insertPayments,
    by,
    made.payments.map((payment) => [
      payment.id,
      payment.customer.id,
      payment.receivedOn,
      payment.method,
      payment.reference,
      decimal(payment.amount),
      decimal(payment.open),
      momentOf(payment.at),
    ]),
  )
  await insertRows(
    db,
    insertApplications,
    made.applications.map((part) => [
      part.kind,
      part.invoiceId,
      part.paymentId,
      part.creditId,
      decimal(part.amount),
      decimal(part.discount),
      part.appliedOn,
      part.reason,
    ]),
  )
}

/** As `insertRows`, with one value for all rows behind their columns. */
async function insertWith(
  db: Db,
  statement: { name: string; text: string },
  value: unknown,
  tuples: readonly (readonly unknown[])[],
): Promise<void> {
  const width = tuples[0]?.length ?? 0
  if (width === 0) return
  const columns = Array.from({ length: width }, (_, column) => tuples.map((row) => row[column]))
  await rows(db, statement, [...columns, value])
}

const postDocuments = {
  name: 'demo_receivable_entries',
  text: `insert into journal_entries
           (source, source_id, posted_on, period_id, memo, created_by, created_at)
         select source, id, day, to_char(day, 'YYYYMM')::int, memo, by, at
         from (
           select 'invoice' as source, id, doc_date as day, 'Invoice ' || invoice_number as memo,
                  created_by as by, created_at as at
           from invoices
           union all
           select 'customer_payment', id, received_on, 'Payment ' || payment_number, created_by,
                  created_at
           from customer_payments
           union all
           select 'credit_memo', id, doc_date, 'Credit memo ' || credit_memo_number, created_by,
                  created_at
           from credit_memos
           union all
           select case kind when 'write-off' then 'write_off' else 'discount' end, a.id,
                  a.applied_on,
                  case kind when 'write-off' then 'Write-off of ' else 'Discount of ' end
                    || i.invoice_number, null, a.applied_on + time '16:00'
           from receivable_applications a join invoices i on i.id = a.invoice_id
           where a.kind = 'write-off' or a.discount > 0
         ) as documents
         order by at, source, id`,
}

const postLines = {
  name: 'demo_receivable_lines',
  text: `insert into journal_lines (entry_id, account, customer_id, debit, credit)
         select e.id, x.account, x.customer, x.debit, x.credit
         from journal_entries e
         join (
           select 'invoice' as source, i.id, v.*
           from invoices i
           left join (
             select l.invoice_id, sum(l.cost_amount)::numeric(12, 2) as cost
             from invoice_lines l group by l.invoice_id
           ) c on c.invoice_id = i.id
           cross join lateral (values
             (1, '1100', i.customer_id, i.total, 0::numeric), (2, '4000', null, 0, i.goods),
             (3, '2100', null, 0, i.tax), (4, '4100', null, 0, i.freight),
             (5, '5000', null, coalesce(c.cost, 0), 0), (6, '1200', null, 0, coalesce(c.cost, 0))
           ) as v (place, account, customer, debit, credit)
           union all
           select 'customer_payment', p.id, v.*
           from customer_payments p
           cross join lateral (values
             (1, '1000', null::int, p.amount, 0::numeric), (2, '1100', p.customer_id, 0, p.amount)
           ) as v
           union all
           select 'credit_memo', m.id, v.*
           from credit_memos m
           cross join lateral (values
             (1, '4900', null::int, m.goods, 0::numeric), (2, '2100', null, m.tax, 0),
             (3, '1100', m.customer_id, 0, m.total)
           ) as v
           union all
           select case a.kind when 'write-off' then 'write_off' else 'discount' end, a.id, v.*
           from receivable_applications a
           join invoices i on i.id = a.invoice_id
           cross join lateral (
             select case a.kind when 'write-off' then a.amount else a.discount end as loss
           ) g
           cross join lateral (values
             (1, case a.kind when 'write-off' then '6100' else '4950' end, null::int, g.loss,
              0::numeric),
             (2, '1100', i.customer_id, 0, g.loss)
           ) as v
           where g.loss > 0
         ) as x on x.source = e.source and x.id = e.source_id
         where x.debit > 0 or x.credit > 0
         order by e.id, x.place`,
}

const addUp = {
  name: 'demo_balances',
  text: `update customers c set current_balance = b.amount
         from (
           select customer_id, sum(debit - credit) as amount
           from journal_lines where account = '1100' group by customer_id
         ) b
         where b.customer_id = c.id`,
}

/** How the documents came about, for their histories. */
export function receivableActsOf(made: DemoReceivables, { finance }: { finance: number }): Act[] {
  const act = { action: 'post', from: null, to: null, by: finance }
  return [
    ...made.invoices.map(({ id, at }) => ({ ...act, entity: 'invoice', id, at })),
    ...made.credits.map(({ id, at }) => ({ ...act, entity: 'credit_memo', id, at })),
    ...made.payments.map(({ id, at }) => {
      return { ...act, entity: 'customer_payment', id, at, action: 'create', to: 'posted' }
    }),
  ]
}
