import { decimal, sum, zero } from '#platform/kernel/money.ts'
import { type Db, rows } from '#platform/server/database/db.ts'
import { addUp, postDocuments, postLines } from './receivables-sql.ts'
import type { DemoReceivables } from '../receivables.ts'
import type { DemoValues } from '../stock-values.ts'
import { insertRows, momentOf } from './insert-rows.ts'
import type { OrderAction } from './audit-entries.ts'

const insertInvoices = {
  name: 'demo_invoices',
  text: `insert into invoices
           (id, customer_id, sales_order_id, shipment_id, doc_date, payment_terms, due_date,
            discount_date, discount_amount, goods, tax, freight, total, open_amount, created_by,
            created_at, updated_at, tax_country, tax_state, tax_rate)
         overriding system value
         select t.id, o.customer_id, o.id, h.id, t.day, t.terms, t.due, t.until, t.kept,
                o.subtotal, o.tax_amount, o.shipping_amount, o.total_amount, t.open,
                h.created_by, h.created_at, h.created_at, o.tax_country, o.tax_state, o.tax_rate
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

/** Writes invoices, credit memos, payments and their applications, with postings and balances. */
export async function writeReceivables(
  db: Db,
  receivables: DemoReceivables,
  { finance, values }: { finance: number; values: DemoValues },
): Promise<void> {
  await writeInvoices(db, receivables, values)
  await writeCredits(db, receivables, finance)
  await writePayments(db, receivables, finance)
  for (const statement of [postDocuments, postLines, addUp]) {
    // Sequential: lines refer to the entries, and balances are sums of the lines.
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

async function writePayments(db: Db, receivables: DemoReceivables, by: number): Promise<void> {
  await insertWith(
    db,
    insertPayments,
    by,
    receivables.payments.map((payment) => [
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
    receivables.applications.map((part) => [
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

/** Like `insertRows`, with one extra value for all rows after their columns. */
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

/** The audit log of the receivable documents. */
export function receivableActionsOf(
  receivables: DemoReceivables,
  { finance }: { finance: number },
): OrderAction[] {
  const act = { action: 'post', from: null, to: null, by: finance }
  return [
    ...receivables.invoices.map(({ id, at }) => ({ ...act, entity: 'invoice', id, at })),
    ...receivables.credits.map(({ id, at }) => ({ ...act, entity: 'credit_memo', id, at })),
    ...receivables.payments.map(({ id, at }) => {
      return { ...act, entity: 'customer_payment', id, at, action: 'create', to: 'posted' }
    }),
  ]
}
