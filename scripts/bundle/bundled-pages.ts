/** The module that starts the program, and the one of the page for signing in. */
export const main = 'app/web.tsx'
export const signIn = 'app/sign-in.tsx'
/** What surrounds every screen. */
export const frame = [main, 'app/frame/Shell.tsx']
export const dashboard = 'app/screens/DashboardScreen.tsx'
const screenOf = (name: string) => `app/screens/${name}Screen.tsx`
/** The screen that clerks open all day. */
export const orderEntry = screenOf('OrderEntry')
const arReports = 'features/ar-reports/ui/ArReportsPage.tsx'
const apReports = 'features/ap-reports/ui/ApReportsPage.tsx'
const journal = 'features/journal/ui/JournalPage.tsx'
const settings = 'app/screens/SettingsScreen.tsx'
const collections = 'features/ar-reports/ui/CollectionsTable.tsx'

/** What every page loads when it is at rest, where the program works without a connection. */
export const offline = [
  'platform/web/offline/stored-reads.ts',
  'platform/web/offline/vault.ts',
  'platform/web/offline/device-records.ts',
]
export const unsentOrders = 'features/order-entry/ui/offline/UnsentOrdersStatus.tsx'

/** A page of the program: the modules that load as soon as its address is opened. */
export type BundledPage = {
  name: string
  modules: readonly string[]
  /** The menu leads to it, so it may load so much beside what the dashboard has, and no more. */
  isInMenu?: boolean
}

/** What the dashboard loads once it has its figures, with the steps of a new business. */
export const dashboardParts = [
  'features/dashboard/ui/business/BusinessFiguresSection.tsx',
  'features/dashboard/ui/FirstSteps.tsx',
]

/** The dashboard until it is at rest. */
export const dashboardPage: BundledPage = {
  name: dashboard,
  modules: [...frame, dashboard, ...dashboardParts, ...offline, unsentOrders],
}

/** What Order Entry loads at rest: the customers, SKUs and prices for work without a connection. */
const cachedRecords = 'features/order-entry/ui/offline/cached-records-store.ts'

const screens = [
  ...['Customers', 'PurchaseOrders', 'Returns', 'SalesOrders', 'Skus', 'Vendors'].map(screenOf),
  apReports,
  arReports,
  'features/wms-integration/ui/WmsPage.tsx',
  'features/system-health/ui/SystemHealthPage.tsx',
  'features/help/ui/HelpPage.tsx',
  'features/requisitions/ui/RequisitionsPage.tsx',
  'features/purchase-proposals/ui/ProposalsPage.tsx',
  journal,
  'features/intake/ui/IntakePage.tsx',
  'features/edi/ui/EdiPage.tsx',
  'features/order-entry/ui/offline/UnsentOrdersPage.tsx',
  settings,
]

/** What a page of the settings loads beside them. */
const settingsPages = [
  'app/screens/UsersWithPersonalData.tsx',
  'app/screens/HistoryOfAllRecords.tsx',
  'app/screens/ApiKeysAndRules.tsx',
  'app/screens/BulkChanges.tsx',
  'features/auth/ui/parts/RolesTable.tsx',
  'features/auth/ui/parts/SingleSignOnForm.tsx',
  'features/backtests/ui/BacktestPage.tsx',
  'features/documents/ui/parts/CompanyProfile.tsx',
  'features/purchase-orders/ui/parts/ApprovalLevels.tsx',
  'features/webhooks/ui/WebhooksTable.tsx',
]

/** Every screen of the menu, the pages of the settings, and the tabs that list a kind of record. */
export function bundledScreens(): BundledPage[] {
  const chart = 'platform/ui/chart/PeriodChart.tsx'
  const tabs = bundledRecords.filter(({ list }) => list.length > 1)
  return [
    { name: 'the dashboard with its chart', modules: [...dashboardPage.modules, chart] },
    { name: orderEntry, modules: [...frame, orderEntry, cachedRecords], isInMenu: true },
    ...screens.map((screen) => ({ name: screen, modules: [...frame, screen], isInMenu: true })),
    ...settingsPages.map((page) => ({ name: page, modules: [...frame, settings, page] })),
    { name: 'the tab of collections', modules: [...frame, arReports, collections], isInMenu: true },
    ...tabs.map(({ kind, list }) => {
      const isInMenu = kindsInMenu.has(kind)
      return { name: `the tab that lists ${kind}`, modules: [...frame, ...list], isInMenu }
    }),
  ]
}

/** The kinds of records whose tab has an entry in the menu. */
const kindsInMenu = new Set(['an invoice', 'a customer payment', 'a bill', 'a vendor payment'])

/** The page of every kind of record, over its hidden list. */
export function bundledRecordPages(): BundledPage[] {
  const noteRecord = ['app/frame/AddToRecents.tsx', 'app/search/recents.ts']
  return bundledRecords.map(({ kind, list, record }) => ({
    name: `the page of ${kind}`,
    modules: [...frame, ...noteRecord, ...list, ...record],
  }))
}

type BundledRecord = {
  /** The kind within a sentence. */
  kind: string
  list: readonly string[]
  /** What shows the record, and what the parts that are in sight at first load themselves. */
  record: readonly string[]
}

const pastValues = 'features/audit/ui/PastValues.tsx'
const receivables = (name: string) => `features/receivables/ui/parts/${name}.tsx`
const ofFeature = (path: string) => `features/${path}.tsx`

/** Every kind of record that has a page, in the order of `e2e/record-kinds.ts`. */
export const bundledRecords: readonly BundledRecord[] = [
  {
    kind: 'a customer',
    list: [screenOf('Customers')],
    record: [
      ofFeature('customers/ui/CustomerDetails'),
      ofFeature('sales-orders/ui/SalesOrdersTab'),
      pastValues,
    ],
  },
  {
    kind: 'a vendor',
    list: [screenOf('Vendors')],
    record: [
      ofFeature('vendors/ui/VendorDetails'),
      ofFeature('purchase-orders/ui/PurchaseOrdersTab'),
    ],
  },
  {
    kind: 'a SKU',
    list: [screenOf('Skus')],
    record: [ofFeature('skus/ui/SkuDetails'), ofFeature('pricing/ui/PricePrecedence'), pastValues],
  },
  {
    kind: 'a sales order',
    list: [screenOf('SalesOrders')],
    record: [ofFeature('sales-orders/ui/SalesOrderDetails')],
  },
  {
    kind: 'a purchase order',
    list: [screenOf('PurchaseOrders')],
    record: [ofFeature('purchase-orders/ui/PurchaseOrderDetails')],
  },
  {
    kind: 'a return',
    list: [screenOf('Returns')],
    record: [ofFeature('returns/ui/ReturnDetails')],
  },
  {
    kind: 'a requisition',
    list: [ofFeature('requisitions/ui/RequisitionsPage')],
    record: [ofFeature('requisitions/ui/RequisitionDetails')],
  },
  {
    kind: 'an invoice',
    list: [arReports, receivables('InvoicesTable')],
    record: [receivables('InvoiceDetailsDialog')],
  },
  {
    kind: 'a credit memo',
    list: [arReports, receivables('CreditMemosTable')],
    record: [receivables('CreditMemoDetailsDialog')],
  },
  {
    kind: 'a customer payment',
    list: [arReports, receivables('PaymentsTable')],
    record: [receivables('PaymentDetailsDialog')],
  },
  {
    kind: 'a refund',
    list: [arReports, receivables('RefundsTable')],
    record: [receivables('RefundDetailsDialog')],
  },
  {
    kind: 'a reminder',
    list: [arReports, ofFeature('dunning/ui/parts/RemindersTable')],
    record: [ofFeature('dunning/ui/parts/ReminderDetailsDialog')],
  },
  {
    kind: 'a bill',
    list: [apReports, ofFeature('vendor-payments/ui/parts/BillsTab')],
    record: [ofFeature('payables/ui/BillDetails')],
  },
  {
    kind: 'a vendor credit',
    list: [apReports, ofFeature('payables/ui/parts/CreditsTable')],
    record: [ofFeature('payables/ui/credits/VendorCreditDetails')],
  },
  {
    kind: 'a vendor payment',
    list: [apReports, ofFeature('vendor-payments/ui/parts/PaymentsTable')],
    record: [ofFeature('vendor-payments/ui/PaymentDetails')],
  },
  {
    kind: 'a manual journal entry',
    list: [journal, ofFeature('journal/ui/ManualEntriesTab')],
    record: [ofFeature('journal/ui/ManualEntryDetails')],
  },
  {
    kind: 'a payment of sales tax',
    list: [journal, ofFeature('journal/ui/SalesTaxPaymentsTab')],
    record: [ofFeature('journal/ui/SalesTaxPaymentDetails')],
  },
]
