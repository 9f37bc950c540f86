/**
 * All named reports: the title, and the endpoint whose response each one shows. The features define
 * the rest in their `report-definitions.ts`; a test checks that both agree.
 */
export const reportCalls = {
  'vendor-payment-schedule': {
    title: 'Vendor payment schedule',
    path: '/api/reports/ap-bills',
  },
  'overdue-payments': { title: 'Overdue payments', path: '/api/reports/ap-bills' },
  'monthly-payment-summary': {
    title: 'Monthly payment summary',
    path: '/api/reports/ap-months',
  },
  'vendor-performance': {
    title: 'Vendor performance analysis',
    path: '/api/reports/ap-vendors',
  },
  'vendor-aging': { title: 'Vendor aging', path: '/api/reports/ap-summary' },
  'customer-aging': { title: 'Customer aging', path: '/api/reports/ar-summary' },
  'collection-priority': {
    title: 'Collection priority list',
    path: '/api/reports/ar-collections',
  },
  'payment-trends': { title: 'Payment trend analysis', path: '/api/reports/ar-months' },
  'credit-utilisation': { title: 'Credit limit utilisation', path: '/api/reports/ar-credit' },
  'sales-by-customer': { title: 'Sales by customer', path: '/api/reports/sales-by-customer' },
  'stock-valuation': { title: 'Stock valuation', path: '/api/reports/stock-valuation' },
  'separation-of-duties': { title: 'Separation of duties', path: '/api/reports/waivers' },
} as const
export type ReportId = keyof typeof reportCalls

export const reportIds = Object.keys(reportCalls) as [ReportId, ...ReportId[]]

/** The output formats of a report. */
export const reportFormats = ['screen', 'print', 'csv', 'xlsx'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** The named periods, and `custom` for any other days. */
export const reportPeriods = [
  'thisMonth',
  'lastMonth',
  'last30',
  'last90',
  'thisQuarter',
  'yearToDate',
  'custom',
] as const

/** The maximum number of pending background reports per user. */
export const maxWaiting = 5
/** A background report fails after this many interrupted attempts. */
export const maxAttempts = 3
/** A worker leases a report for this long, and renews the lease while it runs. */
export const leaseSeconds = 60
export const renewEveryMs = 20_000
/** How many days a finished background report is stored. */
export const retentionDays = 7
/** The maximum size of a stored report, in characters. */
export const maxCharacters = 50_000_000
