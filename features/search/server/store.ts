const squeezedPo = `regexp_replace(lower(customer_po), '[^a-z0-9]', '', 'g')`

const orderColumns = `o.id, o.order_number as code, c.name as title,
  case when o.cancel_request is not null then o.cancel_request || ' requested'
       when o.hold_reason is null then o.status else 'on hold' end as status,
  o.total_amount as amount, o.order_date as date,
  case when o.customer_po is null then null else 'PO ' || o.customer_po end as why`

/**
 * Orders whose customer PO equals `$1` or matches `$2`, using an index on the PO without spaces and
 * hyphens. If there are many, the first in index order are considered.
 */
export const salesOrdersByPo = {
  name: '',
  text: `select case when o.squeezed = $1 then 0 else 1 end as rank, 'sales-order' as kind,
                ${orderColumns}
         from (
           select *, ${squeezedPo} as squeezed from sales_orders
           where customer_po is not null and ${squeezedPo} like $2
           order by ${squeezedPo} using ~<~ limit 200
         ) o
         join customers c on c.id = o.customer_id
         order by rank, o.id desc
         limit $3`,
}

/**
 * Builds a query for documents whose number is in `$1` or starts with one of `starts` prefixes,
 * given as `$3` and on.
 */
export type ByNumber = (starts: number) => string

/** Builds a query for documents by exact number (`$1`) or prefix, `$2` of each. */
export const numbered =
  (hits: string, number: string, id: string): ByNumber =>
  (starts) => {
    const begins = Array.from({ length: starts }, (_, at) => `${number} like $${at + 3}`)
    const exact = hits.replace('select', 'select 0 as rank,')
    const ranked = hits.replace('select', 'select 1 as rank,')
    return `(${exact} where ${number} = any($1::text[]) limit $2)
      union all
      (${ranked} where (${begins.join(' or ')}) and ${number} <> all($1::text[])
       order by ${id} desc limit $2)`
  }

/** Sales orders as hits. */
export const salesOrderHits = `select 'sales-order' as kind, ${orderColumns}
   from sales_orders o join customers c on c.id = o.customer_id`

export const salesOrdersByNumber = numbered(salesOrderHits, 'o.order_number', 'o.id')

/** Purchase orders as hits. */
export const purchaseOrderHits = `select 'purchase-order' as kind, o.id, o.order_number as code,
          v.name as title,
          case when o.cancel_request is null then o.status else 'cancel requested' end as status,
          o.total_amount as amount, o.order_date as date, null as why
   from purchase_orders o join vendors v on v.id = o.vendor_id`

export const purchaseOrdersByNumber = numbered(purchaseOrderHits, 'o.order_number', 'o.id')

/** Returns as hits. */
export const returnHits = `select 'return' as kind, r.id, r.return_number as code,
          coalesce(c.name, v.name) as title, r.status, r.total_amount as amount,
          (r.created_at at time zone 'utc')::date as date, null as why
   from returns r
   left join customers c on c.id = r.customer_id
   left join vendors v on v.id = r.vendor_id`

export const returnsByNumber = numbered(returnHits, 'r.return_number', 'r.id')

export const requisitionsByNumber = numbered(
  `select 'requisition' as kind, r.id, r.requisition_number as code, r.reason as title, r.status,
          null as amount, to_char(r.created_at at time zone 'utc', 'YYYY-MM-DD') as date,
          'by ' || u.username as why
   from requisitions r join users u on u.id = r.created_by`,
  'r.requisition_number',
  'r.id',
)

/**
 * Orders with a package whose tracking number equals `$1` or matches `$2`. A carrier's numbers may
 * share a prefix: if there are many, the first by number are considered.
 */
export const byTracking = {
  name: '',
  text: `select case when lower(h.tracking_number) = $1 then 0 else 1 end as rank,
                'sales-order' as kind, o.id, o.order_number as code, c.name as title, o.status,
                o.total_amount as amount, o.order_date as date,
                'Tracking ' || h.tracking_number as why
         from (
           select id, sales_order_id, tracking_number from shipments
           where lower(tracking_number) like $2
           order by lower(tracking_number) using ~<~ limit 200
         ) h
         join sales_orders o on o.id = h.sales_order_id
         join customers c on c.id = o.customer_id
         order by rank, h.id desc
         limit $3`,
}

/** Invoices as hits. */
export const invoiceHits = `select 'invoice' as kind, i.id, i.invoice_number as code,
                c.name as title,
                case when i.open_amount = 0 then 'paid'
                     when i.open_amount < i.total then 'part-paid' else 'open' end as status,
                i.total as amount, i.doc_date as date, o.order_number as why
         from invoices i
         join customers c on c.id = i.customer_id
         left join sales_orders o on o.id = i.sales_order_id`

export const invoicesByNumber = {
  name: '',
  text: `${invoiceHits} where i.invoice_number = $1 order by i.id desc limit $2`,
}

/** Payments of customers as hits. */
export const paymentHits = `select 'payment' as kind, p.id, p.payment_number as code,
                c.name as title, p.status, p.amount, p.received_on as date, p.reference as why
         from customer_payments p
         join customers c on c.id = p.customer_id`

export const paymentsByNumber = {
  name: '',
  text: `${paymentHits} where p.payment_number = $1 order by p.id desc limit $2`,
}

/** Bills of vendors as hits. */
export const billHits = `select 'bill' as kind, b.id, b.bill_number as code, v.name as title,
                b.status,
                b.total_amount as amount, b.doc_date as date, null as why
         from vendor_bills b
         join vendors v on v.id = b.vendor_id`

export const billsByNumber = {
  name: '',
  text: `${billHits} where lower(b.bill_number) = $1 order by b.id desc limit $2`,
}

/** Payments to vendors as hits. */
export const vendorPaymentHits = `select 'vendor-payment' as kind, p.id, p.payment_number as code,
                v.name as title, p.status, p.amount, p.paid_on as date, p.reference as why
         from vendor_payments p
         join vendors v on v.id = p.vendor_id`

export const vendorPaymentsByNumber = {
  name: '',
  text: `${vendorPaymentHits} where p.payment_number = $1 order by p.id desc limit $2`,
}

/** Prefix for selecting from other hit queries in parentheses. */
export const hitsIn = 'select * from '

/** Credit memos as hits. */
export const creditMemoHits = `select 'credit-memo' as kind, k.id, k.credit_memo_number as code,
                c.name as title,
                case when k.open_amount = 0 then 'applied'
                     when k.open_amount < k.total then 'part-applied' else 'open' end as status,
                k.total as amount, k.doc_date as date, k.reason as why
         from credit_memos k
         join customers c on c.id = k.customer_id`

/** Refunds as hits. */
export const refundHits = `select 'refund' as kind, k.id, k.refund_number as code, c.name as title,
                k.status, k.amount, (k.created_at at time zone 'utc')::date as date, k.reason as why
         from refunds k
         join customers c on c.id = k.customer_id`

/** Dunning letters as hits, with the amount requested. */
export const letterHits = `select 'letter' as kind, k.id, k.letter_number as code, c.name as title,
                'reminder ' || k.level as status, k.total as amount, k.letter_on as date,
                null as why
         from dunning_letters k
         join customers c on c.id = k.customer_id`

/** Credits of vendors as hits. */
export const vendorCreditHits = `select 'vendor-credit' as kind, k.id, k.credit_number as code,
                v.name as title,
                case when k.voided_on is not null then 'void'
                     when k.applied_amount = 0 then 'open'
                     when k.applied_amount < k.amount then 'part-applied'
                     else 'applied' end as status,
                k.amount, k.posted_on as date, k.reason as why
         from vendor_credits k
         join vendors v on v.id = k.vendor_id`

/** Manual journal entries as hits, with the sum of their debits. */
export const manualEntryHits = `select 'manual-entry' as kind, m.id, m.entry_number as code,
                m.reason as title, m.status, m.amount, m.posted_on as date, null as why
         from manual_entries m`

export const manualEntriesByNumber = {
  name: '',
  text: `${manualEntryHits} where m.entry_number = $1 order by m.id desc limit $2`,
}

/** Payments of sales tax as hits. */
export const taxPaymentHits = `select 'tax-payment' as kind, t.id, t.payment_number as code,
                coalesce(nullif(concat_ws(', ', nullif(t.state, ''), nullif(t.country, '')), ''),
                         'Unknown place') as title,
                t.status, t.amount, t.paid_on as date, t.reference as why
         from sales_tax_payments t`

export const taxPaymentsByNumber = {
  name: '',
  text: `${taxPaymentHits} where t.payment_number = $1 order by t.id desc limit $2`,
}
