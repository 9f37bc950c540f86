import { openOfPrepayment } from '#features/payables/server/service.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import { sumSpecOf } from '#platform/server/lists/list-sums.ts'
import { vendorPaymentList } from '../contract.ts'

/** The unapplied amount of a posted prepayment; zero for other payments. */
export const openWith = (open: string) =>
  `(case when p.kind = 'prepayment' and p.status = 'posted' then ${open} else 0 end)`

const openNow = openWith(openOfPrepayment())

export const list = listSpec(vendorPaymentList, {
  columns: `p.id, p.payment_number as "paymentNumber", p.vendor_id as "vendorId",
    v.vendor_code as "vendorCode", v.name as "vendorName", p.status, p.method, p.reference,
    p.kind, p.purchase_order_id as "purchaseOrderId", k.order_number as "orderNumber",
    p.paid_on as "paidOn", p.posted_on as "postedOn", p.amount, p.discount,
    ${openNow}::numeric(12, 2) as "openAmount",
    coalesce(n.numbers, '') as "billNumbers", p.notes,
    p.created_by as "createdBy", u.username as "createdByName", r.username as "releasedByName",
    p.created_at as "createdAt", p.version`,
  from: 'vendor_payments p',
  joins: `join vendors v on v.id = p.vendor_id
    join users u on u.id = p.created_by
    left join users r on r.id = p.released_by
    left join purchase_orders k on k.id = p.purchase_order_id
    left join lateral (
      select string_agg(b.bill_number, ', ' order by b.due_date, b.id) as numbers
      from vendor_payment_lines l join vendor_bills b on b.id = l.bill_id
      where l.payment_id = p.id
    ) n on true`,
  where: 'true',
  id: 'p.id',
  fields: {
    id: 'p.id',
    paymentNumber: 'p.payment_number',
    vendorId: 'p.vendor_id',
    status: { sql: 'p.status', orderedBy: 'p.id' },
    method: 'p.method',
    paidOn: 'p.paid_on',
    postedOn: 'p.posted_on',
    amount: 'p.amount',
    kind: 'p.kind',
    left: { when: 'true', holds: `p.kind = 'prepayment' and ${openNow} > 0` },
    vendorCode: {
      sql: 'lower(v.vendor_code)',
      isFolded: true,
      within: 'p.vendor_id = any(array(select v.id from vendors v where %))',
    },
  },
  search: [
    { key: 'p.vendor_id', id: 'v.id', from: 'vendors v', columns: ['v.vendor_code', 'v.name'] },
    { startOf: 'p.payment_number' },
    { endOf: 'p.payment_number' },
    { lowerStartOf: 'p.reference' },
    { endOf: 'upper(p.reference)' },
  ],
  countUpTo: 10_000,
})

/** The amount and the groupings for sums of payments; void ones count as zero. */
export const summed = sumSpecOf(vendorPaymentList, list, {
  amount: "(case p.status when 'void' then 0 else p.amount end)",
})

export const readBills = {
  name: 'read_bills_of_payment',
  text: `select l.id, l.bill_id as "billId", b.bill_number as "billNumber",
                b.due_date as "dueDate", b.total_amount as "totalAmount", l.amount, l.discount,
                a.applied_on as "appliedOn", a.reversed_on as "reversedOn"
         from vendor_payment_lines l
         join vendor_bills b on b.id = l.bill_id
         left join payable_applications a on a.source = 'payment' and a.source_id = l.payment_id
                                         and a.bill_id = l.bill_id
         where l.payment_id = $1
         union all
         select a.id, a.bill_id, b.bill_number, b.due_date, b.total_amount, a.amount, a.discount,
                a.applied_on, a.reversed_on
         from payable_applications a join vendor_bills b on b.id = a.bill_id
         where a.source = 'prepayment' and a.source_id = $1
         order by 4, 3, 1`,
}

export const readWaivers = {
  name: 'read_vendor_payment_waivers',
  text: `select coalesce(u.username, 'system') as by, a.at,
                coalesce(string_to_array(a.control, ', '), '{}') as controls
         from approvals a left join users u on u.id = a.approver_id
         where a.entity = 'vendor_payment' and a.entity_id = $1 and a.is_waiver
         order by a.id`,
}

export const lockVendor = {
  name: 'lock_vendor_to_pay',
  text: `select id, vendor_code as "vendorCode" from vendors where id = $1 for share`,
}

export const insertPayment = {
  name: 'insert_vendor_payment',
  text: `insert into vendor_payments
           (payment_number, vendor_id, method, reference, paid_on, amount, discount, notes,
            created_by, kind, purchase_order_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         returning id`,
}

export const readLines = {
  name: 'read_vendor_payment_lines',
  text: `select bill_id as "billId", amount, discount from vendor_payment_lines
         where payment_id = $1 order by bill_id`,
}

/**
 * Writes the lines of a voided draft as they are: its bills have another planned amount now, and
 * changes of these lines are listed as changes of the bills (`updatedSince`).
 */
export const freeBillsOfDraft = {
  name: 'free_bills_of_vendor_payment',
  text: 'update vendor_payment_lines set amount = amount where payment_id = $1',
}

export const lockPayment = {
  name: 'lock_vendor_payment',
  text: `select id, payment_number as "paymentNumber", vendor_id as "vendorId", status,
                kind, paid_on as "paidOn", posted_on as "postedOn", amount, discount,
                created_by as "createdBy", version
         from vendor_payments where id = $1 for no key update`,
}

export const movePayment = {
  name: 'move_vendor_payment',
  text: `update vendor_payments
         set status = $2, released_by = coalesce($3, released_by),
             posted_on = coalesce($4::date, posted_on), voided_on = $5::date,
             version = version + 1, updated_at = now()
         where id = $1`,
}

/** Whether a user recently created a vendor or changed its terms. */
export const readVendorEdits = {
  name: 'read_vendor_edits',
  text: `select id from audit_log
         where entity = 'vendor' and entity_id = $1 and actor_id = $2
           and at > $3::timestamptz - interval '30 days'
           and (action = 'create' or changes ? 'paymentTerms')
         limit 1`,
}

export const readRefunds = {
  name: 'read_refunds_of_prepayment',
  text: `select f.id, f.amount, f.received_on as "receivedOn", f.reference, f.reason,
                b.received_on as "reversedOn"
         from vendor_prepayment_refunds f
         left join vendor_prepayment_refunds b on b.reverses = f.id
         where f.payment_id = $1 and f.reverses is null order by f.id`,
}
