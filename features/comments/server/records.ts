import type { CommentedEntity } from '../rules.ts'

/** How to find a record's code, and the address at which a screen shows its comments. */
type CommentedRecord = { find: string; link: (id: number, code: string) => string }

const recordLink = (path: string) => (_: number, code: string) =>
  `${path}open=${encodeURIComponent(code)}`
const behind = (path: string, tab: string) => (_: number, code: string) =>
  `${path}?open=${encodeURIComponent(code)}&tab=${tab}`
const byId = (path: string) => (id: number) => `${path}open=${id}`

/** All entities with comments. Each query returns the code of an existing record. */
export const records: Readonly<Record<CommentedEntity, CommentedRecord>> = {
  customer: {
    find: 'select customer_code as code from customers where id = $1 and deleted_at is null',
    link: behind('/customers', 'activity'),
  },
  vendor: {
    find: 'select vendor_code as code from vendors where id = $1 and deleted_at is null',
    link: behind('/vendors', 'activity'),
  },
  sku: {
    find: 'select sku as code from skus where id = $1 and deleted_at is null',
    link: behind('/skus', 'activity'),
  },
  sales_order: {
    find: 'select order_number as code from sales_orders where id = $1',
    link: behind('/sales-orders', 'timeline'),
  },
  purchase_order: {
    find: 'select order_number as code from purchase_orders where id = $1',
    link: behind('/purchase-orders', 'timeline'),
  },
  requisition: {
    find: 'select requisition_number as code from requisitions where id = $1',
    link: behind('/requisitions', 'activity'),
  },
  return: {
    find: 'select return_number as code from returns where id = $1',
    link: behind('/returns', 'timeline'),
  },
  invoice: {
    find: 'select invoice_number as code from invoices where id = $1',
    link: recordLink('/ar-reports?tab=invoices&'),
  },
  customer_payment: {
    find: 'select payment_number as code from customer_payments where id = $1',
    link: recordLink('/ar-reports?tab=payments&'),
  },
  credit_memo: {
    find: 'select credit_memo_number as code from credit_memos where id = $1',
    link: recordLink('/ar-reports?tab=memos&'),
  },
  dunning_letter: {
    find: 'select letter_number as code from dunning_letters where id = $1',
    link: recordLink('/ar-reports?tab=reminders&'),
  },
  vendor_bill: {
    find: 'select bill_number as code from vendor_bills where id = $1',
    link: byId('/ap-reports?tab=bills&'),
  },
  vendor_payment: {
    find: 'select payment_number as code from vendor_payments where id = $1',
    link: byId('/ap-reports?tab=payments&'),
  },
}
