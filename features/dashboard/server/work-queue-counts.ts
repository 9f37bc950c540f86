// The work queues of each room, one statement each. Every condition is that of the list filters in
// `../work-queues.ts`, and every count has an index that holds little more than its rows.

/** The drafts that `listOrderDrafts` lists: the newest 50 of the user. */
export const countDrafts = {
  name: 'count_queue_of_order_drafts',
  text: `select count(*) as "draftOrders"
         from (select from order_drafts where user_id = $1 limit 50) d`,
}

/**
 * Orders without a hold are all orders of their status, from totals that triggers maintain, less
 * those on hold: a count of the orders would read each of them. `$1` is today.
 */
export const countSalesOrders = {
  name: 'count_queues_of_sales_orders',
  text: `select t.pending - h.pending as "ordersToConfirm", h.orders as "heldOrders",
                l.orders as "lateOrders", h.credit as "creditHolds",
                t.processing - h.processing as "ordersToShip"
         from (select coalesce(sum(orders) filter (where status = 'pending'), 0)::bigint
                        as pending,
                      coalesce(sum(orders) filter (where status = 'processing'), 0)::bigint
                        as processing
               from sales_order_totals) t,
              (select count(*) as orders,
                      count(*) filter (where hold_reason = 'credit') as credit,
                      count(*) filter (where status = 'pending') as pending,
                      count(*) filter (where status = 'processing') as processing
               from sales_orders where hold_reason is not null) h,
              (select count(*) as orders from sales_orders
               where status in ('pending', 'processing') and ship_date < $1::date) l`,
}

/** `$1` is today. */
export const countPurchaseOrders = {
  name: 'count_queues_of_purchase_orders',
  text: `select count(*) filter (where status = 'submitted') as "purchasesToApprove",
                count(*) filter (where expected_date < $1::date) as "lateDeliveries",
                count(*) filter (where status = 'approved') as "purchasesToReceive"
         from purchase_orders where status in ('submitted', 'approved')`,
}

export const countRequisitions = {
  name: 'count_queues_of_requisitions',
  text: `select count(*) filter (where status = 'submitted') as "requisitionsToApprove",
                count(*) filter (where status = 'approved') as "requisitionsToOrder"
         from requisitions where status in ('submitted', 'approved')`,
}

export const countReturns = {
  name: 'count_queues_of_returns',
  text: `select count(*) filter (where status = 'pending') as "returnsToApprove",
                count(*) filter (where type = 'rma' and status = 'approved')
                  as "returnsToReceive",
                count(*) filter (where type = 'rma' and status = 'received')
                  as "returnsToCredit"
         from returns where status in ('pending', 'approved', 'received')`,
}

export const countSkus = {
  name: 'count_queue_of_low_stock',
  text: `select count(*) as "lowStock" from skus
         where deleted_at is null and is_active and current_stock <= minimum_stock`,
}

/** Blocked bills wait for their buyer and for a release, so two queues have them. */
export const countBills = {
  name: 'count_queues_of_vendor_bills',
  text: `select b.bills as "blockedBills", b.amount as "blockedBillsAmount",
                b.bills as "billsToRelease", b.amount as "billsToReleaseAmount",
                o.bills as "overdueBills", o.amount as "overdueBillsAmount"
         from (select count(*) as bills, coalesce(sum(total_amount), 0.00) as amount
               from vendor_bills where status = 'blocked') b,
              (select count(*) as bills,
                      coalesce(sum(total_amount - settled_amount), 0.00) as amount
               from vendor_bills
               where status = 'posted' and settled_amount < total_amount
                 and due_date < $1::date) o`,
}

export const countVendorPayments = {
  name: 'count_queue_of_vendor_payments',
  text: `select count(*) as "paymentsToRelease",
                coalesce(sum(amount), 0.00) as "paymentsToReleaseAmount"
         from vendor_payments where status = 'draft'`,
}

/** `$1` is today. */
export const countReceivables = {
  name: 'count_queues_of_receivables',
  text: `select i.invoices as "overdueInvoices", i.amount as "overdueInvoicesAmount",
                p.payments as "unappliedCash", p.amount as "unappliedCashAmount",
                f.refunds as "refundsToRelease", f.amount as "refundsToReleaseAmount"
         from (select count(*) as invoices, coalesce(sum(open_amount), 0.00) as amount
               from invoices
               where open_amount > 0 and due_date < $1::date and doc_date <= $1::date) i,
              (select count(*) as payments, coalesce(sum(open_amount), 0.00) as amount
               from customer_payments where open_amount > 0) p,
              (select count(*) as refunds, coalesce(sum(amount), 0.00) as amount
               from refunds where status = 'prepared') f`,
}

/** `$1` is today; the id of a month is its number, such as 202603. */
export const countJournal = {
  name: 'count_queues_of_journal',
  text: `select (select count(*) from manual_entries where status = 'draft') as "entriesToPost",
                (select count(*) from accounting_periods
                 where status <> 'closed' and id < to_char($1::date, 'YYYYMM')::int)
                  as "periodsToClose"`,
}

export const countProblems = {
  name: 'count_queue_of_wms_problems',
  text: `select count(*) as "warehouseProblems" from wms_problems where state = 'open'`,
}

export const countEdi = {
  name: 'count_queue_of_edi_documents',
  text: `select count(*) as "ediToReview" from edi_documents
         where needs_person and settled_at is null`,
}
