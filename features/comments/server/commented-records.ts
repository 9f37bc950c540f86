import type { CommentedEntity } from '../rules.ts'

/** How to find a record's code, and the address at which a screen shows its comments. */
type CommentedRecord = { codeQuery: string; link: (id: number, code: string) => string }

const recordLink = (path: string) => (_: number, code: string) =>
  `${path}open=${encodeURIComponent(code)}`
const tabLink = (path: string, tab: string) => (_: number, code: string) =>
  `${path}?open=${encodeURIComponent(code)}&tab=${tab}`
const byId = (path: string) => (id: number) => `${path}open=${id}`

/** All entities with comments. Each query returns the code of an existing record. */
export const records: Readonly<Record<CommentedEntity, CommentedRecord>> = {
  customer: {
    codeQuery: 'select customer_code as code from customers where id = $1 and deleted_at is null',
    link: tabLink('/customers', 'activity'),
  },
  vendor: {
    codeQuery: 'select vendor_code as code from vendors where id = $1 and deleted_at is null',
    link: tabLink('/vendors', 'activity'),
  },
  sku: {
    codeQuery: 'select sku as code from skus where id = $1 and deleted_at is null',
    link: tabLink('/skus', 'activity'),
  },
  sales_order: {
    codeQuery: 'select order_number as code from sales_orders where id = $1',
    link: tabLink('/sales-orders', 'timeline'),
  },
  purchase_order: {
    codeQuery: 'select order_number as code from purchase_orders where id = $1',
    link: tabLink('/purchase-orders', 'timeline'),
  },
  requisition: {
    codeQuery: 'select requisition_number as code from requisitions where id = $1',
    link: tabLink('/requisitions', 'activity'),
  },
  return: {
    codeQuery: 'select return_number as code from returns where id = $1',
    link: tabLink('/returns', 'timeline'),
  },
  invoice: {
    codeQuery: 'select invoice_number as code from invoices where id = $1',
    link: recordLink('/ar-reports?tab=invoices&'),
  },
  customer_payment: {
    codeQuery: 'select payment_number as code from customer_payments where id = $1',
    link: recordLink('/ar-reports?tab=payments&'),
  },
  credit_memo: {
    codeQuery: 'select credit_memo_number as code from credit_memos where id = $1',
    link: recordLink('/ar-reports?tab=memos&'),
  },
  dunning_letter: {
    codeQuery: 'select letter_number as code from dunning_letters where id = $1',
    link: recordLink('/ar-reports?tab=reminders&'),
  },
  vendor_bill: {
    codeQuery: 'select bill_number as code from vendor_bills where id = $1',
    link: byId('/ap-reports?tab=bills&'),
  },
  vendor_payment: {
    codeQuery: 'select payment_number as code from vendor_payments where id = $1',
    link: byId('/ap-reports?tab=payments&'),
  },
  vendor_credit: {
    codeQuery: 'select credit_number as code from vendor_credits where id = $1',
    link: byId('/ap-reports?tab=credits&'),
  },
}
