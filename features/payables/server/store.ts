import type { Day } from '#platform/kernel/days.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import { sumSpecOf } from '#platform/server/lists/list-sums.ts'
import type { ListSpec } from '#platform/server/lists/list.ts'
import { vendorBillList, vendorCreditList } from '../contract.ts'
import { remainingDiscountSql, uncreditedReturns } from './bills/bill-sql.ts'

const billState = `case when b.status <> 'posted' then b.status
    when b.settled_amount = b.total_amount then 'paid'
    when b.settled_amount > 0 then 'part-paid' else 'open' end`

/** The columns of a bill. `isApplied` is an SQL condition: which applications `a` count. */
export const columnsWith = (
  isApplied: string,
) => `b.id, b.bill_number as "billNumber", b.vendor_id as "vendorId",
  v.vendor_code as "vendorCode", v.name as "vendorName", b.status, b.standing,
  b.doc_date as "docDate", b.due_date as "dueDate", b.is_overdue as "isOverdue", b.terms,
  b.discount_date as "discountDate", b.discount_amount as "discountAmount",
  greatest(0, ${remainingDiscountSql(isApplied)} - coalesce(n.discount, 0))::numeric(12, 2)
    as "discountLeft",
  b.subtotal,
  b.tax_amount as "taxAmount", b.total_amount as "totalAmount",
  b.settled_amount as "settledAmount", b.open_amount as "openAmount",
  coalesce(n.amount, 0)::numeric(12, 2) as "plannedAmount",
  coalesce(o.numbers, '') as "orderNumbers", b.notes,
  b.posting_date as "postingDate", b.posted_on as "postedOn",
  b.created_by as "createdBy", u.username as "createdByName",
  b.created_at as "createdAt", b.version`

/** Bills `b` with their standing and open amount as of the day `$1`. */
export const billStateSql = (bills: string) => `(
    select b.*, ${billState} as standing,
           (case when b.status = 'posted' then b.total_amount - b.settled_amount else 0 end)
             ::numeric(12, 2) as open_amount,
           b.status = 'posted' and b.settled_amount < b.total_amount
             and b.due_date < $1::date as is_overdue
    from ${bills} b
  ) b`

/**
 * The joins that the columns need. `isDraft` selects the draft payments `p` that count as planned.
 */
export const joinsWith = (isDraft: string) => `join vendors v on v.id = b.vendor_id
  join users u on u.id = b.created_by
  left join lateral (
    select sum(l.amount + l.discount) as amount, sum(l.discount) as discount
    from vendor_payment_lines l join vendor_payments p on p.id = l.payment_id
    where l.bill_id = b.id and ${isDraft}
  ) n on true
  left join lateral (
    select string_agg(distinct p.order_number, ', ') as numbers
    from vendor_bill_lines l join purchase_orders p on p.id = l.purchase_order_id
    where l.vendor_bill_id = b.id
  ) o on true`

export const billList: Omit<ListSpec, 'values'> = listSpec(vendorBillList, {
  columns: columnsWith('a.reversed_on is null'),
  from: billStateSql('vendor_bills'),
  joins: joinsWith("p.status = 'draft'"),
  where: 'true',
  id: 'b.id',
  kind: 'vendor_bill',
  fields: {
    id: 'b.id',
    billNumber: {
      sort: 'lower(b.bill_number)',
      filter: { sql: 'lower(b.bill_number)', isFolded: true },
    },
    vendorId: 'b.vendor_id',
    status: { sql: 'b.status', orderedBy: 'b.id' },
    standing: 'b.standing',
    docDate: 'b.doc_date',
    dueDate: 'b.due_date',
    postedOn: 'b.posted_on',
    totalAmount: 'b.total_amount',
    openAmount: 'b.open_amount',
    vendorCode: {
      sql: 'lower(v.vendor_code)',
      isFolded: true,
      within: 'b.vendor_id = any(array(select v.id from vendors v where %))',
    },
    purchaseOrderId: {
      sql: 'l.purchase_order_id',
      within: 'b.id in (select l.vendor_bill_id from vendor_bill_lines l where %)',
    },
    open: { when: 'true', holds: "b.status = 'posted' and b.settled_amount < b.total_amount" },
    overdue: { when: 'true', holds: 'b.is_overdue' },
    dueTo: { sql: 'b.due_date', compare: '<=' },
  },
  search: [
    { key: 'b.vendor_id', id: 'v.id', from: 'vendors v', columns: ['v.vendor_code', 'v.name'] },
    { lowerStartOf: 'b.bill_number' },
    { endOf: 'upper(b.bill_number)' },
  ],
  countUpTo: 10_000,
})

/** The list of bills as of a day, which decides what is overdue. */
export function billsOn(date: Day): ListSpec {
  return { ...billList, values: [date] }
}

/** The open amount and the groupings for sums of bills. */
export const summedBills = sumSpecOf(vendorBillList, billList, { amount: 'b.open_amount' })

const openCredit = '(case when c.voided_on is null then c.amount - c.applied_amount else 0 end)'

export const creditList = listSpec(vendorCreditList, {
  columns: `c.id, c.credit_number as "creditNumber", c.vendor_id as "vendorId",
    v.vendor_code as "vendorCode", v.name as "vendorName", c.return_id as "returnId",
    r.return_number as "returnNumber", c.reason, c.account, c.posted_on as "postedOn",
    c.voided_on as "voidedOn",
    case when c.voided_on is null then 'posted' else 'void' end as status,
    c.amount, c.applied_amount as "appliedAmount",
    ${openCredit}::numeric(12, 2) as "openAmount", c.version`,
  from: 'vendor_credits c',
  joins: 'join vendors v on v.id = c.vendor_id left join returns r on r.id = c.return_id',
  where: 'true',
  id: 'c.id',
  fields: {
    id: 'c.id',
    vendorId: 'c.vendor_id',
    postedOn: 'c.posted_on',
    amount: 'c.amount',
    returnId: 'c.return_id',
    vendorCode: {
      sql: 'lower(v.vendor_code)',
      isFolded: true,
      within: 'c.vendor_id = any(array(select v.id from vendors v where %))',
    },
    open: { when: 'true', holds: 'c.applied_amount < c.amount and c.voided_on is null' },
  },
  search: [
    { key: 'c.vendor_id', id: 'v.id', from: 'vendors v', columns: ['v.vendor_code', 'v.name'] },
    'c.credit_number',
  ],
})

/** The open amount and the grouping for sums of vendor credits. */
export const summedCredits = sumSpecOf(vendorCreditList, creditList, { amount: openCredit })

export const readLines = {
  name: 'read_vendor_bill_lines',
  text: `select l.id, l.line_no as "lineNo", l.purchase_order_id as "purchaseOrderId",
                p.order_number as "orderNumber",
                l.purchase_order_item_id as "purchaseOrderItemId", s.sku, l.description, l.account,
                l.quantity, l.unit_price as "unitPrice", l.total_price as "totalPrice",
                i.unit_price as "orderedPrice", i.qty_received as "qtyReceived"
         from vendor_bill_lines l
         left join purchase_orders p on p.id = l.purchase_order_id
         left join purchase_order_items i on i.id = l.purchase_order_item_id
         left join skus s on s.id = i.sku_id
         where l.vendor_bill_id = $1
         order by l.line_no`,
}

export const readFindings = {
  name: 'read_vendor_bill_findings',
  text: 'select findings from vendor_bills where id = $1',
}

export const readSettlements = {
  name: 'read_vendor_bill_settlements',
  text: `select a.id, a.source, a.source_id as "sourceId",
                coalesce(p.payment_number, c.credit_number) as number, a.amount, a.discount,
                a.applied_on as "appliedOn", a.reversed_on as "reversedOn"
         from payable_applications a
         left join vendor_payments p
           on a.source in ('payment', 'prepayment') and p.id = a.source_id
         left join vendor_credits c on a.source = 'credit' and c.id = a.source_id
         where a.bill_id = $1
         order by a.id`,
}

/** The releases of a bill since it was last blocked. */
export const readReleases = {
  name: 'read_vendor_bill_releases',
  text: `select a.approver_id as "approverId", coalesce(u.username, 'system') as by, a.at,
                coalesce(string_to_array(a.control, ', '), '{}') as controls
         from approvals a left join users u on u.id = a.approver_id
         where a.entity = 'vendor_bill' and a.entity_id = $1 and a.action = 'release'
           and a.at >= coalesce((
             select max(l.at) from audit_log l
             where l.entity = 'vendor_bill' and l.entity_id = $1 and l.action = 'block'),
             a.at)
         order by a.id`,
}

export const readBillableOrder = {
  name: 'read_billable_order',
  text: `select o.id as "purchaseOrderId", o.order_number as "orderNumber",
                o.vendor_id as "vendorId", v.vendor_code as "vendorCode", v.name as "vendorName",
                o.header_only as "headerOnly", o.total_amount as "totalAmount", o.status,
                (
                  select least(coalesce(sum(l.total_price), 0), 9999999999.99)::numeric(12, 2)::text
                  from vendor_bill_lines l join vendor_bills b on b.id = l.vendor_bill_id
                  where l.purchase_order_id = o.id and b.status <> 'void') as billed
         from purchase_orders o join vendors v on v.id = o.vendor_id
         where o.id = $1`,
}

export const readBillableLines = {
  name: 'read_billable_lines',
  text: `select i.id as "purchaseOrderItemId", s.sku || ' ' || s.name as description,
                i.unit_price as "unitPrice", i.qty_received as "qtyReceived",
                ${uncreditedReturns} as "qtyReturned",
                coalesce((
                  select sum(l.quantity)
                  from vendor_bill_lines l join vendor_bills b on b.id = l.vendor_bill_id
                  where l.purchase_order_item_id = i.id and b.status <> 'void'), 0)::int
                  as "qtyBilled"
         from purchase_order_items i join skus s on s.id = i.sku_id
         where i.purchase_order_id = $1
         order by i.line_no`,
}
