// One file: the lists of receivables and their states are read together.
import { printedAddress } from '#features/documents/server/service.ts'
import type { Filter } from '#platform/server/lists/list-filter.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import { sumSpecOf } from '#platform/server/lists/list-sums.ts'
import * as contract from '../contract.ts'
import { refundableMemo, refundablePayment } from './refunds/refundable-amounts.ts'
import type { BucketId } from '../rules.ts'

const customerAddress = printedAddress('c')
const billingAddress = printedAddress('c', 'c.billing_address')
const orderBillingAddress = printedAddress('c', 'coalesce(o.billing_address, c.billing_address)')

// On a past day an invoice can be settled twice; a negative open amount counts as paid too.
const state = `case when i.open_amount <= 0 then 'paid'
    when i.due_date < $1::date then 'overdue'
    when i.open_amount < i.total then 'part-paid' else 'open' end`

/** The same states, written so that each can use an index. */
export const states = {
  paid: 'i.open_amount = 0',
  overdue: 'i.open_amount > 0 and i.due_date < $1::date',
  'part-paid': 'i.open_amount > 0 and i.due_date >= $1::date and i.open_amount < i.total',
  open: 'i.open_amount > 0 and i.due_date >= $1::date and i.open_amount = i.total',
}

const invoiceColumns = `i.id, i.invoice_number as "invoiceNumber", i.customer_id as "customerId",
  c.customer_code as "customerCode", c.name as "customerName",
  i.sales_order_id as "salesOrderId", o.order_number as "orderNumber",
  o.customer_po as "customerPO", i.doc_date as "docDate", i.due_date as "dueDate",
  i.payment_terms as "paymentTerms", i.discount_date as "discountDate",
  i.discount_amount as "discountAmount", i.goods, i.tax, i.freight, i.charge, i.total,
  g.refund_number as "refundNumber", i.open_amount as "openAmount", ${state} as state,
  i.is_disputed as "isDisputed",
  i.dunning_level as "dunningLevel", i.version`

const invoiceJoins = `join customers c on c.id = i.customer_id
  left join sales_orders o on o.id = i.sales_order_id
  left join refunds g on g.id = i.refund_id`
const customerCodeOf = (alias: string): Filter => ({
  sql: 'lower(c.customer_code)',
  type: 'text',
  isFolded: true,
  within: `${alias}.customer_id = any(array(select c.id from customers c where %))`,
})
const customerSearch = (key: string) => ({
  key,
  id: 'c.id',
  from: 'customers c',
  columns: ['c.customer_code', 'c.name'],
})

/** Open invoices by days past due on `$1`: each bucket is an index range. */
export const buckets = {
  notDue: 'i.open_amount > 0 and i.due_date > $1::date',
  days0to30: 'i.open_amount > 0 and i.due_date > $1::date - 31 and i.due_date <= $1::date',
  days31to60: 'i.open_amount > 0 and i.due_date > $1::date - 61 and i.due_date <= $1::date - 31',
  days61to90: 'i.open_amount > 0 and i.due_date > $1::date - 91 and i.due_date <= $1::date - 61',
  over90: 'i.open_amount > 0 and i.due_date <= $1::date - 91',
} satisfies Record<BucketId, string>

/** The same by invoice date, so "Not due" is always empty. */
export const bucketsByInvoiceDate = {
  notDue: 'false',
  days0to30: 'i.open_amount > 0 and i.doc_date > $1::date - 31',
  days31to60: 'i.open_amount > 0 and i.doc_date > $1::date - 61 and i.doc_date <= $1::date - 31',
  days61to90: 'i.open_amount > 0 and i.doc_date > $1::date - 91 and i.doc_date <= $1::date - 61',
  over90: 'i.open_amount > 0 and i.doc_date <= $1::date - 91',
} satisfies Record<BucketId, string>

/** List spec for invoices, newest first. `$1` is the day of the list. */
export const invoiceList = listSpec(contract.invoiceList, {
  columns: invoiceColumns,
  from: 'invoices i',
  joins: invoiceJoins,
  where: 'i.doc_date <= $1::date',
  id: 'i.id',
  kind: 'invoice',
  fields: {
    id: 'i.id',
    invoiceNumber: { sort: 'i.id', filter: 'i.invoice_number' },
    customerId: { sql: 'i.customer_id', orderedBy: 'i.doc_date' },
    docDate: 'i.doc_date',
    dueDate: 'i.due_date',
    total: 'i.total',
    openAmount: 'i.open_amount',
    salesOrderId: 'i.sales_order_id',
    customerCode: customerCodeOf('i'),
    state: { sort: `(${state})`, filter: { each: states } },
    bucket: { each: buckets },
    disputed: { when: 'true', holds: 'i.is_disputed and i.open_amount > 0' },
  },
  search: [
    customerSearch('i.customer_id'),
    {
      key: 'i.sales_order_id',
      id: 'o.id',
      from: 'sales_orders o',
      indexed: [{ startOf: 'o.order_number' }, { endOf: 'o.order_number' }],
    },
    { startOf: 'i.invoice_number' },
  ],
  countUpTo: 10_000,
})

/** The open amount and the groupings for sums of invoices. */
export const summedInvoices = sumSpecOf(contract.invoiceList, invoiceList, {
  amount: 'i.open_amount',
})

export const readInvoice = {
  name: 'read_invoice',
  text: `select ${invoiceColumns},
                ${orderBillingAddress} as "billingAddress",
                coalesce(o.shipping_address, ${customerAddress}) as "shippingAddress",
                i.tax_country as "taxCountry", i.tax_state as "taxState", i.tax_rate as "taxRate",
                p.carrier, p.tracking_number as "trackingNumber",
                exists (select from document_sendings d
                        where d.name = 'invoice' and d.record_id = i.id and d.status = 'sent')
                  as "wasSent",
                i.goods_account = '4200' as "isLateFee"
         from invoices i ${invoiceJoins} left join shipments p on p.id = i.shipment_id
         where i.id = $2`,
}

export const readInvoiceLines = {
  name: 'read_invoice_lines',
  text: `select l.id, l.line_no as "lineNo", l.sku_id as "skuId", s.sku, s.name,
                s.unit_of_measure as "unitOfMeasure", l.quantity, l.unit_price as "unitPrice",
                l.total_price as "totalPrice", l.tax_amount as "taxAmount",
                coalesce((select sum(k.quantity) from credit_memo_lines k
                          join credit_memos m on m.id = k.credit_memo_id and m.voided_on is null
                          where k.invoice_line_id = l.id), 0)::int as credited
         from invoice_lines l join skus s on s.id = l.sku_id
         where l.invoice_id = $1 order by l.line_no`,
}

const applicationText = `select a.id, a.kind, a.invoice_id as "invoiceId",
    i.invoice_number as "invoiceNumber", a.payment_id as "paymentId",
    a.credit_memo_id as "creditMemoId",
    coalesce(p.payment_number, m.credit_memo_number) as "sourceNumber", a.amount, a.discount,
    a.applied_on as "appliedOn", a.reversed_on as "reversedOn", a.reason,
    a.short_pay_reason as "shortPayReason"
  from receivable_applications a
  join invoices i on i.id = a.invoice_id
  left join customer_payments p on p.id = a.payment_id
  left join credit_memos m on m.id = a.credit_memo_id`

export const applicationsOfInvoice = {
  name: 'read_applications_of_invoice',
  text: `${applicationText} where a.invoice_id = $1 order by a.id`,
}
export const applicationsOfPayment = {
  name: 'read_applications_of_payment',
  text: `${applicationText} where a.payment_id = $1 order by a.id`,
}
export const applicationsOfCreditMemo = {
  name: 'read_applications_of_credit_memo',
  text: `${applicationText} where a.credit_memo_id = $1 order by a.id`,
}

const paymentColumns = `p.id, p.payment_number as "paymentNumber",
  p.customer_id as "customerId", c.customer_code as "customerCode", c.name as "customerName",
  p.received_on as "receivedOn", p.method, p.reference, p.amount,
  p.open_amount as "openAmount", p.status, p.notes, u.username as "createdByName", p.version`
const paymentJoins = `join customers c on c.id = p.customer_id
  left join users u on u.id = p.created_by`

/** List spec for payments, latest first. */
export const paymentList = listSpec(contract.paymentList, {
  columns: paymentColumns,
  from: 'customer_payments p',
  joins: paymentJoins,
  where: 'true',
  id: 'p.id',
  kind: 'customer_payment',
  fields: {
    id: 'p.id',
    paymentNumber: { sort: 'p.id', filter: 'p.payment_number' },
    customerId: { sql: 'p.customer_id', orderedBy: 'p.received_on' },
    receivedOn: 'p.received_on',
    amount: 'p.amount',
    openAmount: 'p.open_amount',
    customerCode: customerCodeOf('p'),
    status: { sql: 'p.status', orderedBy: 'p.received_on' },
    method: 'p.method',
    unapplied: { when: 'true', holds: 'p.open_amount > 0' },
  },
  search: [
    customerSearch('p.customer_id'),
    { startOf: 'p.payment_number' },
    { lowerStartOf: 'p.reference' },
    { endOf: 'upper(p.reference)' },
  ],
  countUpTo: 10_000,
})

/** The amount and the groupings for sums of payments; void ones count as zero. */
export const summedPayments = sumSpecOf(contract.paymentList, paymentList, {
  amount: "(case p.status when 'void' then 0 else p.amount end)",
})

export const readPayment = {
  name: 'read_customer_payment',
  text: `select ${paymentColumns}, ${refundablePayment} as "refundableAmount"
         from customer_payments p ${paymentJoins} where p.id = $1`,
}

const memoColumns = `m.id, m.credit_memo_number as "creditMemoNumber",
  m.customer_id as "customerId", c.customer_code as "customerCode", c.name as "customerName",
  m.invoice_id as "invoiceId", i.invoice_number as "invoiceNumber", m.return_id as "returnId",
  r.return_number as "returnNumber", m.doc_date as "docDate", m.goods, m.tax,
  m.restocking_fee as "restockingFee", m.total, m.open_amount as "openAmount", m.reason,
  case when m.voided_on is null then 'posted' else 'void' end as status,
  m.voided_on as "voidedOn", m.version`
const memoJoins = `join customers c on c.id = m.customer_id
  left join invoices i on i.id = m.invoice_id
  left join returns r on r.id = m.return_id`

/** List spec for credit memos, newest first. */
export const creditMemoList = listSpec(contract.creditMemoList, {
  columns: memoColumns,
  from: 'credit_memos m',
  joins: memoJoins,
  where: 'true',
  id: 'm.id',
  kind: 'credit_memo',
  fields: {
    id: 'm.id',
    creditMemoNumber: { sort: 'm.id', filter: 'm.credit_memo_number' },
    customerId: { sql: 'm.customer_id', orderedBy: 'm.doc_date' },
    docDate: 'm.doc_date',
    total: 'm.total',
    openAmount: 'm.open_amount',
    invoiceId: 'm.invoice_id',
    returnId: 'm.return_id',
    customerCode: customerCodeOf('m'),
    status: {
      each: { posted: 'm.voided_on is null', void: 'm.voided_on is not null' },
    },
    unapplied: { when: 'true', holds: 'm.open_amount > 0' },
  },
  search: [customerSearch('m.customer_id'), { startOf: 'm.credit_memo_number' }, 'm.reason'],
  countUpTo: 10_000,
})

/** The open amount and the groupings for sums of credit memos. */
export const summedCreditMemos = sumSpecOf(contract.creditMemoList, creditMemoList, {
  amount: 'm.open_amount',
})

export const readCreditMemo = {
  name: 'read_credit_memo',
  text: `select ${memoColumns}, ${billingAddress} as "billingAddress",
                ${refundableMemo} as "refundableAmount"
         from credit_memos m ${memoJoins} where m.id = $1`,
}

export const readCreditMemoLines = {
  name: 'read_credit_memo_lines',
  text: `select l.id, l.line_no as "lineNo", s.sku, s.name,
                s.unit_of_measure as "unitOfMeasure", l.quantity, l.unit_price as "unitPrice",
                l.total_price as "totalPrice", l.tax_amount as "taxAmount"
         from credit_memo_lines l join skus s on s.id = l.sku_id
         where l.credit_memo_id = $1 order by l.line_no`,
}

const refundColumns = `f.id, f.refund_number as "refundNumber", f.customer_id as "customerId",
  c.customer_code as "customerCode", c.name as "customerName", f.payment_id as "paymentId",
  f.credit_memo_id as "creditMemoId",
  coalesce(p.payment_number, m.credit_memo_number) as "sourceNumber", f.amount, f.status,
  f.reason, f.released_on as "releasedOn", f.reversed_on as "reversedOn",
  f.prepared_by as "preparedBy",
  u.username as "preparedByName", w.username as "releasedByName", f.version`
const refundJoins = `join customers c on c.id = f.customer_id
  left join customer_payments p on p.id = f.payment_id
  left join credit_memos m on m.id = f.credit_memo_id
  left join users u on u.id = f.prepared_by
  left join users w on w.id = f.released_by`

/** List spec for refunds, newest first. */
export const refundList = listSpec(contract.refundList, {
  columns: refundColumns,
  from: 'refunds f',
  joins: refundJoins,
  where: 'true',
  id: 'f.id',
  fields: {
    id: 'f.id',
    refundNumber: { sort: 'f.id', filter: 'f.refund_number' },
    customerId: { sql: 'f.customer_id', orderedBy: 'f.id' },
    amount: 'f.amount',
    customerCode: customerCodeOf('f'),
    paymentId: 'f.payment_id',
    creditMemoId: 'f.credit_memo_id',
    status: 'f.status',
  },
  search: [customerSearch('f.customer_id'), { startOf: 'f.refund_number' }, 'f.reason'],
  countUpTo: 10_000,
})

export const summedRefunds = sumSpecOf(contract.refundList, refundList, {
  amount: `(case when f.status in ('prepared', 'released') then f.amount else 0 end)`,
})

export const readRefund = {
  name: 'read_refund',
  text: `select ${refundColumns} from refunds f ${refundJoins} where f.id = $1`,
}
