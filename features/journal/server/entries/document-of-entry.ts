import type { EntryDocumentEntity, JournalSource } from '../../rules.ts'

/** The kind of record that shows a document, and the SQL of its id and number for an entry `e`. */
type DocumentOfSource = { entity: EntryDocumentEntity; sql: string }

const invoiceOfApplication = `select i.id, i.invoice_number as number
  from receivable_applications a join invoices i on i.id = a.invoice_id where a.id = e.source_id`

/** The SKU whose value an entry changed; none if it changed that of several. */
const onlySku = `select s.id, s.sku as number from skus s
  where s.deleted_at is null and s.id = (
    select min(v.sku_id) from stock_values v
    where v.source = e.source and v.source_id = e.source_id and v.event = e.event
      and v.amount <> 0
    having min(v.sku_id) = max(v.sku_id))`

const documents: Readonly<Record<JournalSource, DocumentOfSource>> = {
  receipt: {
    entity: 'purchase_order',
    sql: `select o.id, o.order_number as number
      from receipts r join purchase_orders o on o.id = r.purchase_order_id
      where r.id = e.source_id`,
  },
  invoice: {
    entity: 'invoice',
    sql: 'select id, invoice_number as number from invoices where id = e.source_id',
  },
  customer_payment: {
    entity: 'customer_payment',
    sql: 'select id, payment_number as number from customer_payments where id = e.source_id',
  },
  credit_memo: {
    entity: 'credit_memo',
    sql: 'select id, credit_memo_number as number from credit_memos where id = e.source_id',
  },
  refund: {
    entity: 'refund',
    sql: 'select id, refund_number as number from refunds where id = e.source_id',
  },
  return: {
    entity: 'return',
    sql: 'select id, return_number as number from returns where id = e.source_id',
  },
  vendor_bill: {
    entity: 'vendor_bill',
    sql: 'select id, bill_number as number from vendor_bills where id = e.source_id',
  },
  vendor_credit: {
    entity: 'vendor_credit',
    sql: 'select id, credit_number as number from vendor_credits where id = e.source_id',
  },
  vendor_payment: {
    entity: 'vendor_payment',
    sql: 'select id, payment_number as number from vendor_payments where id = e.source_id',
  },
  prepayment: {
    entity: 'vendor_payment',
    sql: `select p.id, p.payment_number as number
      from payable_applications a join vendor_payments p on p.id = a.source_id
      where a.id = e.source_id and a.source = 'prepayment'`,
  },
  prepayment_refund: {
    entity: 'vendor_payment',
    sql: `select p.id, p.payment_number as number
      from vendor_prepayment_refunds f join vendor_payments p on p.id = f.payment_id
      where f.id = e.source_id`,
  },
  stock_adjustment: { entity: 'sku', sql: onlySku },
  stock_revaluation: { entity: 'sku', sql: onlySku },
  discount: { entity: 'invoice', sql: invoiceOfApplication },
  write_off: { entity: 'invoice', sql: invoiceOfApplication },
  manual_entry: {
    entity: 'manual_entry',
    sql: 'select id, entry_number as number from manual_entries where id = e.source_id',
  },
  sales_tax_payment: {
    entity: 'sales_tax_payment',
    sql: 'select id, payment_number as number from sales_tax_payments where id = e.source_id',
  },
}

const cases = Object.entries(documents)
  .map(([source, { entity, sql }]) => {
    const fields = `'entity', '${entity}', 'id', d.id, 'number', d.number`
    return `when '${source}' then (select jsonb_build_object(${fields}) from (${sql}) d)`
  })
  .join(' ')

/** The document of a journal entry `e`, as JSON; null if no record shows it. */
export const documentOfEntry = `case e.source ${cases} end`
