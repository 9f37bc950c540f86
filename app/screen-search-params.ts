import type * as apReports from '#features/ap-reports/contract.ts'
import type { listApiKeys } from '#features/api-keys/contract.ts'
import type { listWebhooks } from '#features/webhooks/contract.ts'
import type * as arReports from '#features/ar-reports/contract.ts'
import type { listHistory } from '#features/audit/contract.ts'
import type * as auth from '#features/auth/contract.ts'
import type { listBulkChanges } from '#features/bulk-changes/contract.ts'
import type { listCustomers } from '#features/customers/contract.ts'
import type { DashboardSearch } from '#features/dashboard/ui/dashboard-search-params.ts'
import type { listLetters } from '#features/dunning/contract.ts'
import type * as edi from '#features/edi/contract.ts'
import type { HelpSearch } from '#features/help/ui/help-search-params.ts'
import type * as intake from '#features/intake/contract.ts'
import type * as journal from '#features/journal/contract.ts'
import type { OrderEntrySearch } from '#features/order-entry/ui/order-entry-search-params.ts'
import type * as payables from '#features/payables/contract.ts'
import type { listPurchaseOrders } from '#features/purchase-orders/contract.ts'
import type { listProposals } from '#features/purchase-proposals/contract.ts'
import type * as receivables from '#features/receivables/contract.ts'
import type { listRequisitions } from '#features/requisitions/contract.ts'
import type { listReturns } from '#features/returns/contract.ts'
import type { listSalesOrders } from '#features/sales-orders/contract.ts'
import type { listSkus } from '#features/skus/contract.ts'
import type { listVendorPayments } from '#features/vendor-payments/contract.ts'
import type { listVendors } from '#features/vendors/contract.ts'
import type * as wms from '#features/wms-integration/contract.ts'
import type { ScreenSearch, SearchOfLists } from '#platform/web/list-state.ts'

type PayableLists =
  | typeof apReports.listApOrders
  | typeof apReports.listApBills
  | typeof apReports.listApDocuments
  | typeof apReports.listVendorPerformance
  | typeof apReports.listGoodsNotBilled
  | typeof payables.listVendorBills
  | typeof payables.listVendorCredits
  | typeof listVendorPayments

type ReceivableLists =
  | typeof arReports.listArOrders
  | typeof arReports.listArDocuments
  | typeof arReports.listCreditUse
  | typeof arReports.listCollections
  | typeof receivables.listInvoices
  | typeof receivables.listPayments
  | typeof receivables.listCreditMemos
  | typeof receivables.listRefunds
  | typeof listLetters

type JournalLists =
  | typeof journal.listJournal
  | typeof journal.listManualEntries
  | typeof journal.listPeriods
  | typeof journal.listTaxPayments

type EdiLists =
  | typeof edi.listEdiDocuments
  | typeof edi.listEdiInterchanges
  | typeof edi.listEdiPartners

type WmsLists =
  | typeof wms.listWmsRuns
  | typeof wms.listWmsMessages
  | typeof wms.listWmsProblems
  | typeof wms.listWmsDrift

/** The search parameters of each screen. Links and navigation to a screen are checked by them. */
export type ScreenSearches = {
  '/': DashboardSearch
  '/customers': SearchOfLists<typeof listCustomers>
  '/vendors': SearchOfLists<typeof listVendors>
  '/skus': SearchOfLists<typeof listSkus>
  '/order-entry': OrderEntrySearch
  '/purchase-orders': SearchOfLists<typeof listPurchaseOrders>
  '/sales-orders': SearchOfLists<typeof listSalesOrders>
  '/returns': SearchOfLists<typeof listReturns>
  '/ap-reports': SearchOfLists<PayableLists>
  '/ar-reports': SearchOfLists<ReceivableLists>
  '/wms-integration': SearchOfLists<WmsLists>
  '/system-health': ScreenSearch
  '/help': HelpSearch
  '/requisitions': SearchOfLists<typeof listRequisitions>
  '/purchase-proposals': SearchOfLists<typeof listProposals>
  '/journal': SearchOfLists<JournalLists>
  '/edi': SearchOfLists<EdiLists>
  '/intake': SearchOfLists<typeof intake.listIntakeMessages | typeof intake.listIntakeCorrections>
  '/settings': SearchOfLists<
    | typeof auth.listUsers
    | typeof auth.listRoles
    | typeof listApiKeys
    | typeof listWebhooks
    | typeof listHistory
    | typeof listBulkChanges
  >
  '/company-profile': ScreenSearch
  '/unsent-orders': ScreenSearch
}

export type ScreenPath = keyof ScreenSearches
