/**
 * Every named report: what it is called, and the call whose answer it shows. The rooms say the rest
 * of it (their `report-definitions.ts`); a test holds the two together.
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

/** How a report is handed over. */
export const reportFormats = ['screen', 'print', 'csv', 'xlsx'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** The periods by their names, and `custom` for any other days. */
export const reportPeriods = [
  'thisMonth',
  'lastMonth',
  'last30',
  'last90',
  'thisQuarter',
  'yearToDate',
  'custom',
] as const

/** So many reports of one user wait to be made at once. */
export const mostWaiting = 5
/** A report whose making was broken off so often is given up. */
export const mostAttempts = 3
/** Who makes a report has it alone for so long, and says again and again that it is at it. */
export const leaseSeconds = 60
export const renewEveryMs = 20_000
/** A report that was made in the background is kept so long. */
export const retentionDays = 7
/** No more than this is kept of one report, in characters. */
export const mostCharacters = 50_000_000
