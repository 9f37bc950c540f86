import type { createRecords } from './journeys/create-record-of-each-kind.ts'

/** One kind of record and what its page shows first. */
type RecordKind = {
  /** The kind within a sentence. */
  kind: string
  /** The component that shows it, below `features/`. */
  file: string
  pathOf: (records: Records) => string
  /** The primary button; null if there is none. */
  next?: string | null
  /** The first tab, and texts of it. */
  tab: string
  texts?: readonly string[]
  /** The parts beside the tabs. */
  beside: readonly string[]
}

type Records = Awaited<ReturnType<typeof createRecords>>

const receivables = (tab: string) => `/ar-reports?tab=${tab}&open=`

/** Every kind of record that is shown as a page; `record-kinds.test.ts` finds a missing one. */
export const recordKinds: readonly RecordKind[] = [
  {
    kind: 'a customer',
    file: 'customers/ui/CustomerDetails.tsx',
    pathOf: ({ customer }) => `/customers?open=${customer}`,
    next: 'New order',
    tab: 'Orders',
    beside: ['Overview', 'Activity'],
  },
  {
    kind: 'a vendor',
    file: 'vendors/ui/VendorDetails.tsx',
    pathOf: ({ vendor }) => `/vendors?open=${vendor}`,
    next: 'New PO',
    tab: 'POs',
    beside: ['Overview', 'Activity'],
  },
  {
    kind: 'a SKU',
    file: 'skus/ui/SkuDetails.tsx',
    pathOf: ({ sku }) => `/skus?open=${sku}`,
    next: 'New order',
    tab: 'Movements',
    beside: ['Overview', 'Activity'],
  },
  {
    kind: 'a sales order',
    file: 'sales-orders/ui/SalesOrderDetails.tsx',
    pathOf: ({ order }) => `/sales-orders?open=${order}`,
    next: 'Start processing',
    tab: 'Lines',
    texts: ['Hex bolt', 'Subtotal', '$20.00', 'Total'],
    beside: ['Overview', 'Timeline'],
  },
  {
    kind: 'a purchase order',
    file: 'purchase-orders/ui/PurchaseOrderDetails.tsx',
    pathOf: ({ purchase }) => `/purchase-orders?open=${purchase}`,
    tab: 'Lines',
    texts: ['Hex bolt', 'Total', '$40.00'],
    beside: ['Overview', 'Timeline'],
  },
  {
    kind: 'a return',
    file: 'returns/ui/ReturnDetails.tsx',
    pathOf: ({ goods }) => `/returns?open=${goods}`,
    next: 'Approve',
    tab: 'Lines',
    texts: ['Hex bolt', 'Total'],
    beside: ['Overview', 'Timeline'],
  },
  {
    kind: 'a requisition',
    file: 'requisitions/ui/RequisitionDetails.tsx',
    pathOf: ({ requisition }) => `/requisitions?open=${requisition}`,
    tab: 'Lines',
    texts: ['Hex bolt'],
    beside: ['Overview', 'Activity'],
  },
  {
    kind: 'an invoice',
    file: 'receivables/ui/parts/InvoiceDetailsDialog.tsx',
    pathOf: ({ invoice }) => receivables('invoices') + invoice.invoiceNumber,
    next: 'Record payment…',
    tab: 'Lines',
    texts: ['Hex bolt', 'Subtotal', '$50.00', 'Tax', 'Shipping', 'Total'],
    beside: ['Overview', 'Activity'],
  },
  {
    kind: 'a credit memo',
    file: 'receivables/ui/parts/CreditMemoDetailsDialog.tsx',
    pathOf: ({ memo }) => receivables('memos') + memo.creditMemoNumber,
    next: 'Apply to invoices…',
    tab: 'Lines',
    texts: ['Hex bolt', 'Subtotal', '$10.00', 'Tax', 'Total'],
    beside: ['Overview', 'Activity'],
  },
  {
    kind: 'a customer payment',
    file: 'receivables/ui/parts/PaymentDetailsDialog.tsx',
    pathOf: ({ paid }) => receivables('payments') + paid.paymentNumber,
    next: 'Apply…',
    tab: 'Applications',
    texts: ['No applications yet.'],
    beside: ['Overview', 'Activity'],
  },
  {
    kind: 'a refund',
    file: 'receivables/ui/parts/RefundDetailsDialog.tsx',
    pathOf: ({ refund }) => receivables('refunds') + refund.refundNumber,
    next: 'Release refund',
    tab: 'Overview',
    texts: ['$12.50', 'Paid twice'],
    beside: ['Activity'],
  },
  {
    kind: 'a reminder',
    file: 'dunning/ui/parts/ReminderDetailsDialog.tsx',
    pathOf: ({ letter }) => receivables('reminders') + letter.letterNumber,
    next: null,
    tab: 'Invoices',
    texts: ['INV-', '$200.00', 'Total'],
    beside: ['Overview', 'Activity'],
  },
  {
    kind: 'a bill',
    file: 'payables/ui/BillDetails.tsx',
    pathOf: ({ bill }) => `/ap-reports?tab=bills&open=${bill}`,
    next: 'Release…',
    tab: 'Lines',
    texts: ['Freight', 'Total', '$30.00'],
    beside: ['Overview', 'Activity'],
  },
  {
    kind: 'a vendor credit',
    file: 'payables/ui/credits/VendorCreditDetails.tsx',
    pathOf: ({ credit }) => `/ap-reports?tab=credits&open=${credit.id}`,
    next: 'Apply…',
    tab: 'Applications',
    texts: ['No applications yet.'],
    beside: ['Overview', 'Activity'],
  },
  {
    kind: 'a vendor payment',
    file: 'vendor-payments/ui/PaymentDetails.tsx',
    pathOf: ({ prepaid }) => `/ap-reports?tab=payments&open=${prepaid.id}`,
    next: 'Release payment',
    tab: 'Bills',
    beside: ['Overview', 'Activity'],
  },
  {
    kind: 'a manual journal entry',
    file: 'journal/ui/ManualEntryDetails.tsx',
    pathOf: ({ entry }) => `/journal?tab=manual&open=${entry.id}`,
    tab: 'Lines',
    texts: ['6000 Operating expenses', '1000 Cash', 'Debits and credits', '$120.00'],
    beside: ['Overview', 'Activity'],
  },
  {
    kind: 'a payment of sales tax',
    file: 'journal/ui/SalesTaxPaymentDetails.tsx',
    pathOf: ({ taxPayment }) => `/journal?tab=tax-payments&open=${taxPayment.id}`,
    next: null,
    tab: 'Overview',
    texts: ['$1.00', 'US, FL'],
    beside: ['Activity'],
  },
]
