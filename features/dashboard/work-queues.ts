// One file: the work queues of all roles, with their links, are read together.
import type { Permission } from '#features/auth/rules.ts'
import type { ediDocumentList } from '#features/edi/contract.ts'
import type { manualEntryList } from '#features/journal/contract.ts'
import type { vendorBillList } from '#features/payables/contract.ts'
import type { purchaseOrderList } from '#features/purchase-orders/contract.ts'
import type { invoiceList, paymentList, refundList } from '#features/receivables/contract.ts'
import type { requisitionList } from '#features/requisitions/contract.ts'
import type { returnList } from '#features/returns/contract.ts'
import type { salesOrderList } from '#features/sales-orders/contract.ts'
import type { skuList } from '#features/skus/contract.ts'
import type { vendorPaymentList } from '#features/vendor-payments/contract.ts'
import type { wmsProblemList } from '#features/wms-integration/contract.ts'
import { addDays, type Day } from '#platform/kernel/days.ts'
import { searchFor } from '#platform/kernel/list.ts'

/** The groups of work queues, in order. */
export const queueGroups = [
  { id: 'sales', label: 'Sales' },
  { id: 'purchasing', label: 'Purchasing' },
  { id: 'warehouse', label: 'Warehouse' },
  { id: 'finance', label: 'Finance' },
] as const

type WorkQueue = {
  key: string
  group: (typeof queueGroups)[number]['id']
  label: string
  /** A user who holds all of them sees the queue; one of them is that of its list. */
  permissions: readonly Permission[]
  /** The screen that lists exactly the rows of the queue on a business day. */
  linkOf: (today: Day) => { to: string; search: object }
}

// Lists are imported only as types, so that the dashboard does not load their contracts.
const salesOrders = searchFor<typeof salesOrderList>()
const returns = searchFor<typeof returnList>()
const ediDocuments = searchFor<typeof ediDocumentList>()
const purchaseOrders = searchFor<typeof purchaseOrderList>()
const requisitions = searchFor<typeof requisitionList>()
const skus = searchFor<typeof skuList>()
const bills = searchFor<typeof vendorBillList>()
const problems = searchFor<typeof wmsProblemList>()
const invoices = searchFor<typeof invoiceList>()
const payments = searchFor<typeof paymentList>()
const refunds = searchFor<typeof refundList>()
const vendorPayments = searchFor<typeof vendorPaymentList>()
const manualEntries = searchFor<typeof manualEntryList>()

/** An address; the screen checks it against the search parameters of its routes. */
const at = <const To extends string, Search extends object>(to: To, search: Search) => {
  return { to, search }
}

const salesOrdersWith = (filters: Parameters<typeof salesOrders>[0]) =>
  at('/sales-orders', salesOrders(filters))
const returnsWith = (filters: Parameters<typeof returns>[0]) => at('/returns', returns(filters))
const purchaseOrdersWith = (filters: Parameters<typeof purchaseOrders>[0]) =>
  at('/purchase-orders', purchaseOrders(filters))
const billsWith = (filters: Parameters<typeof bills>[0]) =>
  at('/ap-reports', { tab: 'bills', ...bills(filters) })

/** A link whose rows begin with the earliest day, as the view of the same name has them. */
const oldestFirst = <To extends string, Search extends object>(
  { to, search }: { to: To; search: Search },
  sort: 'orderDate' | 'expectedDate',
) => at(to, { ...search, sort })

/** The overdue invoices; also a figure of the business. */
export const overdueInvoicesLink = () =>
  at('/ar-reports', { tab: 'invoices', ...invoices({ state: 'overdue' }) })

/**
 * The work queues: what waits for a step that the user may take. The server counts them
 * (`server/work-queues.ts`); the count is the number of rows that the link lists.
 */
export const workQueues = [
  {
    key: 'draftOrders',
    group: 'sales',
    label: 'Drafts',
    permissions: ['orders.create'],
    linkOf: () => at('/order-entry', { drafts: 1 }),
  },
  {
    key: 'ordersToConfirm',
    group: 'sales',
    label: 'To process',
    permissions: ['orders.create', 'salesOrders.process', 'salesOrders.read'],
    linkOf: () => oldestFirst(salesOrdersWith({ status: 'pending', held: 'false' }), 'orderDate'),
  },
  {
    key: 'heldOrders',
    group: 'sales',
    label: 'On hold',
    permissions: ['salesOrders.edit', 'salesOrders.read'],
    linkOf: () => salesOrdersWith({ held: 'true' }),
  },
  {
    key: 'lateOrders',
    group: 'sales',
    label: 'Late',
    permissions: ['salesOrders.edit', 'salesOrders.read'],
    linkOf: (today) =>
      salesOrdersWith({ status: ['pending', 'processing'], shipTo: addDays(today, -1) }),
  },
  {
    key: 'returnsToApprove',
    group: 'sales',
    label: 'Returns to approve',
    permissions: ['returns.approve', 'returns.read'],
    linkOf: () => returnsWith({ status: 'pending' }),
  },
  {
    key: 'ediToReview',
    group: 'sales',
    label: 'EDI to review',
    permissions: ['edi.mend', 'edi.read'],
    linkOf: () => at('/edi', ediDocuments({ open: 'true' })),
  },
  {
    key: 'purchasesToApprove',
    group: 'purchasing',
    label: 'To approve',
    permissions: ['purchaseOrders.create', 'purchaseOrders.read'],
    linkOf: () => purchaseOrdersWith({ status: 'submitted' }),
  },
  {
    key: 'requisitionsToApprove',
    group: 'purchasing',
    label: 'Requisitions to approve',
    permissions: ['requisitions.decide', 'requisitions.read'],
    linkOf: () => at('/requisitions', requisitions({ status: 'submitted' })),
  },
  {
    key: 'requisitionsToOrder',
    group: 'purchasing',
    label: 'To order',
    permissions: ['purchaseOrders.create', 'requisitions.read'],
    linkOf: () => at('/requisitions', requisitions({ status: 'approved' })),
  },
  {
    key: 'lowStock',
    group: 'purchasing',
    label: 'Low stock',
    permissions: ['purchaseOrders.create', 'skus.read'],
    linkOf: () => at('/skus', skus({ stock: 'low', isActive: 'true' })),
  },
  {
    key: 'lateDeliveries',
    group: 'purchasing',
    label: 'Late deliveries',
    permissions: ['purchaseOrders.create', 'purchaseOrders.read'],
    linkOf: () => purchaseOrdersWith({ late: 'true' }),
  },
  {
    key: 'blockedBills',
    group: 'purchasing',
    label: 'Bills blocked',
    permissions: ['purchaseOrders.create', 'payables.read'],
    linkOf: () => billsWith({ standing: 'blocked' }),
  },
  {
    key: 'ordersToShip',
    group: 'warehouse',
    label: 'To ship',
    permissions: ['salesOrders.ship', 'salesOrders.read'],
    linkOf: () =>
      oldestFirst(salesOrdersWith({ status: 'processing', held: 'false' }), 'orderDate'),
  },
  {
    key: 'purchasesToReceive',
    group: 'warehouse',
    label: 'To receive',
    permissions: ['purchaseOrders.receive', 'purchaseOrders.read'],
    linkOf: () => oldestFirst(purchaseOrdersWith({ status: 'approved' }), 'expectedDate'),
  },
  {
    key: 'returnsToReceive',
    group: 'warehouse',
    label: 'Returns to receive',
    permissions: ['returns.receive', 'returns.read'],
    linkOf: () => returnsWith({ type: 'rma', status: 'approved' }),
  },
  {
    key: 'warehouseProblems',
    group: 'warehouse',
    label: 'Problems',
    permissions: ['wms.mend', 'wms.read'],
    linkOf: () => at('/wms-integration', problems({ state: 'open' })),
  },
  {
    key: 'overdueInvoices',
    group: 'finance',
    label: 'Overdue',
    permissions: ['ledger.read', 'receivables.read'],
    linkOf: overdueInvoicesLink,
  },
  {
    key: 'unappliedCash',
    group: 'finance',
    label: 'Payments to apply',
    permissions: ['ledger.read', 'receivables.read'],
    linkOf: () => at('/ar-reports', { tab: 'payments', ...payments({ unapplied: 'true' }) }),
  },
  {
    key: 'overdueBills',
    group: 'finance',
    label: 'Bills overdue',
    permissions: ['ledger.read', 'payables.read'],
    linkOf: () => billsWith({ overdue: 'true' }),
  },
  {
    key: 'creditHolds',
    group: 'finance',
    label: 'Credit holds to release',
    permissions: ['salesOrders.release', 'salesOrders.read'],
    linkOf: () => salesOrdersWith({ holdReason: 'credit' }),
  },
  {
    key: 'billsToRelease',
    group: 'finance',
    label: 'Bills to release',
    permissions: ['payables.release', 'payables.read'],
    linkOf: () => billsWith({ standing: 'blocked' }),
  },
  {
    key: 'paymentsToRelease',
    group: 'finance',
    label: 'Payments to release',
    permissions: ['payables.releasePayment', 'payables.read'],
    linkOf: () => at('/ap-reports', { tab: 'payments', ...vendorPayments({ status: 'draft' }) }),
  },
  {
    key: 'refundsToRelease',
    group: 'finance',
    label: 'Refunds to release',
    permissions: ['receivables.refund', 'receivables.read'],
    linkOf: () => at('/ar-reports', { tab: 'refunds', ...refunds({ status: 'prepared' }) }),
  },
  {
    key: 'returnsToCredit',
    group: 'finance',
    label: 'Returns to credit',
    permissions: ['returns.complete', 'returns.read'],
    linkOf: () => returnsWith({ type: 'rma', status: 'received' }),
  },
  {
    key: 'entriesToPost',
    group: 'finance',
    label: 'Entries to post',
    permissions: ['ledger.post', 'ledger.read'],
    linkOf: () => at('/journal', { tab: 'manual', ...manualEntries({ status: 'draft' }) }),
  },
  {
    key: 'periodsToClose',
    group: 'finance',
    label: 'Periods to close',
    permissions: ['ledger.read'],
    linkOf: () => at('/journal', { tab: 'periods', 'f.toClose': 'true' }),
  },
] as const satisfies readonly WorkQueue[]

export type QueueKey = (typeof workQueues)[number]['key']

export const queueKeys = workQueues.map(({ key }) => key)

/** The queues that a user sees, in order. */
export function queuesOf(may: (permission: Permission) => boolean) {
  return workQueues.filter(({ permissions }) => permissions.every(may))
}
